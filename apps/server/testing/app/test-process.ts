import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildChanged } from '../../../../scripts/build.mjs'
import { rootDir } from '../../src/platform/config.ts'

/** A child process running our code, to be killed. */
export interface TestProcess {
  child: ChildProcess
  /** All output so far. */
  output(): string
  /** Resolves with the output once it contains `text`; rejects when the process ends before. */
  says(text: string): Promise<string>
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

interface User {
  uid?: number
  gid?: number
}

/** Builds the server if its sources have changed. Call it before `runServer`. */
export const buildServer = (): Promise<void> => buildChanged(rootDir, ['server'])

/**
 * Runs the built server or its command line, with only the given environment. It starts twice as fast as its sources.
 * `root`: of the build of another release.
 */
export const runServer = (
  file: 'main.js' | 'cli/main.js',
  args: string[],
  env: Record<string, string>,
  root: string = rootDir,
): TestProcess => run([join(root, 'apps/server/dist', file), ...args], env)

/** Runs a TypeScript file, with only the given environment. */
export const runScript = (file: string, args: string[], env: Record<string, string>, user: User = {}): TestProcess =>
  run(['--import', 'tsx', join(rootDir, file), ...args], env, user)

function run(args: string[], env: Record<string, string>, user: User = {}): TestProcess {
  const child = spawn(process.execPath, args, {
    cwd: rootDir,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  })
  let text = ''
  const listeners = new Set<() => void>()
  const listen = (chunk: Buffer) => {
    text += chunk.toString()
    listeners.forEach((listener) => listener())
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 0))
  })
  return {
    child,
    output: () => text,
    ended,
    says: (expected) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!text.includes(expected)) return
          listeners.delete(check)
          resolve(text)
        }
        listeners.add(check)
        check()
        void ended.then((code) =>
          reject(new Error(`The process exited with ${code} before printing "${expected}":\n${text}`)),
        )
      }),
  }
}

/** Pids of processes whose command line contains `text`. */
export function findProcesses(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}
