import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { LocalPostgresError } from './error.ts'
import type { SystemAccount } from './account.ts'
import { isReady, serverPid, signal } from './lock.ts'

/**
 * Shell between this process and PostgreSQL. It holds one end of a pipe; when our end closes, because we stop or are
 * killed, it shuts PostgreSQL down. It also waits for PostgreSQL to exit, so that no zombie keeps the lock file's pid
 * occupied. `$0`: a folder to remove afterwards, or empty.
 */
const SUPERVISOR = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r word <&3; kill -INT "$server" ) </dev/null >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
[ -z "$0" ] || rm -rf "$0"
exit $code
`

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const MAX_LOG_BYTES = 10 * 1024 * 1024

export interface ServerOptions {
  program: string
  account: SystemAccount
  data: string
  settings: Record<string, string>
  logFile: string
  /** Removed once the server has stopped for any reason. */
  removeAfterwards?: string
}

export interface PostgresServer {
  stop(): Promise<void>
  /** Resolves when the server has exited for any reason. */
  ended: Promise<void>
}

/** Starts PostgreSQL and waits until it takes connections. Throws a `LocalPostgresError` with PostgreSQL's own words. */
export async function launch(options: ServerOptions): Promise<PostgresServer> {
  const { program, account, data, settings, logFile, removeAfterwards = '' } = options
  rotate(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // Its own session: Ctrl-C in the terminal reaches only us, and we decide when the database stops.
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, removeAfterwards, program, '-D', data, ...flags], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(log)
  child.stdin?.on('error', () => undefined)
  child.unref()
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  let running = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })

  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (!running) throw failure(logFile, from, 'it ended at once')
    const pid = serverPid(data)
    if (pid !== undefined && isReady(data, pid) && isOurs(child, pid)) break
    if (Date.now() > deadline) {
      child.stdin?.end()
      throw failure(logFile, from, `it was not ready after ${START_TIMEOUT_MS / 1000} s`)
    }
    await wait(5)
  }
  return { ended, stop: () => (running ? stop(child, data, ended) : Promise.resolve()) }
}

/** The lock file may still be the previous server's. */
function isOurs(child: ChildProcess, pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === child.pid
  } catch {
    // Without /proc: the previous server was awaited, so a live server with this lock is ours.
    return process.platform !== 'linux'
  }
}

async function stop(child: ChildProcess, data: string, ended: Promise<void>): Promise<void> {
  child.ref()
  child.stdin?.end('quit\n')
  const limit = new AbortController()
  const stuck = wait(STOP_TIMEOUT_MS, 'stuck' as const, { signal: limit.signal }).catch(() => undefined)
  if ((await Promise.race([ended, stuck])) === 'stuck') {
    // Recovery at the next start completes an immediate shutdown.
    const pid = serverPid(data)
    if (pid !== undefined) signal(pid, 'SIGQUIT')
    await ended
  }
  limit.abort()
}

function failure(logFile: string, from: number, otherwise: string): LocalPostgresError {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const fatal = lines.find((line) => /(FATAL|PANIC):/.test(line)) ?? lines.find((line) => line.trim() !== '')
  const reason = fatal?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '') ?? otherwise
  return new LocalPostgresError(`The embedded database did not start: ${reason}. See its log: ${logFile}.`)
}

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`)
}
