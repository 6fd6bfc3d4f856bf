import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Runs a TypeScript file of the server as Node would run its build, with only the given environment. */
export function runScript(
  file: string,
  args: string[],
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): TestProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=fettle-source', '--import', 'tsx', join(rootDir, file), ...args],
    {
      cwd: rootDir,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...user,
    },
  )
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
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.includes(wanted)) return
          listeners.delete(look)
          resolve(text)
        }
        listeners.add(look)
        look()
        void ended.then((code) =>
          reject(new Error(`The process exited with ${code} before printing "${wanted}":\n${text}`)),
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
