import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootDir, type Config } from './platform/config.ts'

/** How long a program may take to shut down. */
const STOP_TIMEOUT_MS = 2_000

/** Where programs on this machine reach the server. */
export function loopbackUrl({ port, host }: Pick<Config, 'port' | 'host'>): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${address}:${port}`
}

/**
 * Starts the program in a folder such as `apps/simulator`, which exits with this process, however that ends. A server that runs from its
 * sources starts the sources too. Undefined if the program is not built.
 */
export function startChildProgram(
  folder: string,
  env: Record<string, string>,
  execArgv: string[] = [],
): { child: ChildProcess; stop(): Promise<void> } | undefined {
  const isSource = import.meta.filename.endsWith('.ts')
  const program = join(rootDir, folder, isSource ? 'src/main.ts' : 'dist/main.js')
  if (!existsSync(program)) return undefined
  const child = fork(program, [], {
    env: { ...process.env, ...env },
    execArgv: [...(isSource ? process.execArgv : []), ...execArgv],
  })
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}
