import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf, LocalPostgresError } from './error.ts'

/** How long an abandoned server gets to shut down. */
const STOP_TIMEOUT_MS = 30_000
/** How long a server gets that may not be abandoned. */
const SHORT_STOP_TIMEOUT_MS = 3_000
/** After this time without an answer on its socket, nothing is known about a server. */
const SOCKET_TIMEOUT_MS = 2_000
/** Larger than any process id. */
const NO_PROCESS = 2_147_483_646

/**
 * Ensures exclusive use of the data: throws when another app runs on it, waits for the server of a killed app, and
 * removes stale locks whose pid now belongs to another process.
 */
export async function takeOverLock(data: string, ownerFile: string): Promise<void> {
  const started = Date.now()
  let hasSignalled = false
  for (;;) {
    const pid = serverPid(data)
    const runningPid = pid !== undefined && exists(pid) ? pid : undefined
    if (runningPid !== undefined && ownerIsAlive(ownerFile)) throw inUse(data)
    if (await clearStaleLocks(data)) return
    const state = runningPid === undefined ? 'stranger' : relationOf(runningPid, data)
    if (state === 'unknown' && Date.now() - started > SHORT_STOP_TIMEOUT_MS) throw inUse(data)
    if (state === 'server' && runningPid !== undefined && !hasSignalled) {
      // Its app is gone; usually the server has been signalled already.
      hasSignalled = true
      signal(runningPid, 'SIGINT')
    }
    if (Date.now() - started > STOP_TIMEOUT_MS) throw inUse(data)
    await wait(20)
  }
}

/**
 * Removes lock files whose pid now belongs to another program, because PostgreSQL only sees that the pid exists and
 * would never start. Returns whether PostgreSQL may be started: false while a process in the folder or a server on the
 * socket may use the data.
 */
export async function clearStaleLocks(data: string): Promise<boolean> {
  const socket = join(dirname(data), '.s.PGSQL.5432')
  const socketLock = `${socket}.lock`
  const [pid, socketPid] = [serverPid(data), numberIn(socketLock)].map((number) =>
    number !== undefined && exists(number) ? number : undefined,
  )
  // PostgreSQL itself clears locks of pids that do not exist.
  if (pid === undefined && socketPid === undefined) return true
  if (pid !== undefined && (relationOf(pid, data) !== 'stranger' || anyProcessIn(data))) return false
  if (await answers(socket)) return false
  if (socketPid !== undefined) {
    rmSync(socket, { force: true })
    rmSync(socketLock, { force: true })
  }
  if (pid !== undefined) {
    // Not deleted: PostgreSQL also reads from it which shared memory must be unused.
    const [, ...rest] = lockLines(data)
    writeFileSync(join(data, 'postmaster.pid'), [NO_PROCESS, ...rest].join('\n'))
  }
  return true
}

/** Whether a server accepts connections on a socket. Only a refusal proves the opposite. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const end = (answer: boolean) => {
      connection.destroy()
      resolve(answer)
    }
    connection.setTimeout(SOCKET_TIMEOUT_MS, () => end(true))
    connection.once('connect', () => end(true))
    connection.once('error', (error) => end(!['ECONNREFUSED', 'ENOENT'].includes(errorCodeOf(error) ?? '')))
  })
}

/** Records that this process runs the server, so that others can tell a live owner from a dead one. */
export function claim(ownerFile: string): void {
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, born: startOf(process.pid) }), { mode: 0o600 })
}

export function release(ownerFile: string): void {
  rmSync(ownerFile, { force: true })
}

/** The pid in the server's lock file. */
export const serverPid = (data: string): number | undefined => numberIn(join(data, 'postmaster.pid'))

function numberIn(lockFile: string): number | undefined {
  const pid = Number(linesOf(lockFile)[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** Whether the server with this pid accepts connections, from the lock file's eighth line. */
export function isReady(data: string, pid: number): boolean {
  const lines = lockLines(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited meanwhile.
  }
}

/** Lines of the server's lock file: pid, folder, start, port, socket folder, address, memory, state. */
export const lockLines = (data: string): string[] => linesOf(join(data, 'postmaster.pid'))

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

/** Relation of a process to the data: its server works in that folder. `unknown` where that cannot be determined. */
function relationOf(pid: number, data: string): 'server' | 'stranger' | 'unknown' {
  if (stat(pid)?.state === 'Z') return 'stranger'
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? 'server' : 'stranger'
  } catch (error) {
    // It exited between two checks; the next one will not find it.
    return errorCodeOf(error) === 'ENOENT' && stat(process.pid) ? 'stranger' : 'unknown'
  }
}

/** Whether any process works in the folder: workers briefly survive a killed postmaster. */
function anyProcessIn(data: string): boolean {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false
      }
    })
}

/** Whether the app that runs the server is alive. */
export function ownerIsAlive(ownerFile: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(ownerFile, 'utf8')) as { pid: number; born: string | null }
    return exists(owner.pid) && stat(owner.pid)?.state !== 'Z' && startOf(owner.pid) === owner.born
  } catch {
    return false
  }
}

/** State and start time of a process, on Linux. */
function stat(pid: number): { state: string; born: string } | undefined {
  try {
    // The name in parentheses may contain anything, so fields are counted after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', born: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

const startOf = (pid: number) => stat(pid)?.born ?? null

const inUse = (data: string) =>
  new LocalPostgresError(
    `The database in ${data} is in use by another Fettle. Stop that one, or choose another data folder with FETTLE_DATA_DIR.`,
  )
