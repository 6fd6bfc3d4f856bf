import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootDir } from '../../src/platform/config.ts'
import { findFreePort } from '../app/free-port.ts'
import { runServer, type TestProcess } from '../app/test-process.ts'
import { isReady } from '../faults/killable-server.ts'

const READY_TIMEOUT_MS = 180_000

/** The built server as a process of its own, with a database elsewhere. */
export interface ServerProcess {
  url: string
  pid(): number
  /** `root`: of the build that runs from now on. */
  start(root?: string): void
  /** Waits until it reports ready. Returns the milliseconds. */
  ready(): Promise<number>
  signal(signal: NodeJS.Signals): void
  isRunning(): boolean
  /** Resolves when it has ended. */
  ended(): Promise<unknown>
  output(): string
}

/** Settings that all processes of an installation share. */
export function sharedSettings(databaseUrl: string): { env: Record<string, string>; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-scale-'))
  return {
    env: {
      DATABASE_URL: databaseUrl,
      FETTLE_DATA_DIR: dataDir,
      FETTLE_DEMO: 'on',
      FETTLE_SECRET: 'a secret that all processes of this test share',
      LOG_LEVEL: 'error',
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function prepareProcess(env: Record<string, string>, root: string = rootDir): Promise<ServerProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let running: TestProcess | undefined
  const current = () => {
    if (!running) throw new Error('The process was not started.')
    return running
  }
  return {
    url,
    pid: () => current().child.pid ?? 0,
    start: (from = root) => void (running = runServer('main.js', [], { ...env, PORT: String(port) }, from)),
    async ready() {
      const began = performance.now()
      while (performance.now() - began < READY_TIMEOUT_MS) {
        if (current().child.exitCode !== null) throw new Error(`The server ended by itself:\n${current().output()}`)
        if (await isReady(url)) return performance.now() - began
        await wait(50)
      }
      throw new Error(`The server was not ready after ${READY_TIMEOUT_MS} ms:\n${current().output()}`)
    },
    signal: (signal) => void running?.child.kill(signal),
    isRunning: () => running?.child.exitCode === null && running.child.signalCode === null,
    ended: async () => running?.ended,
    output: () => running?.output() ?? '',
  }
}
