import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, LocalPostgresError } from './error.ts'

/** How long an abandoned server gets to shut down before we give up. */
const STOP_TIMEOUT_MS = 30_000
/** The same where we cannot tell whether it is abandoned. */
const SHORT_STOP_TIMEOUT_MS = 3_000
/** How long a server has to take a connection on its socket before its silence proves nothing. */
const SOCKET_TIMEOUT_MS = 2_000
/** Above every process number there can be. */
const NO_PROCESS = 2_147_483_646

/**
 * Makes sure that nobody else works on the data: refuses when another app is running on it, waits for the server of
 * an app that was killed, and clears away locks whose owner is long gone but whose number somebody else has now.
 */
export async function takeOverLock(data: string, ownerFile: string): Promise<void> {
  const started = Date.now()
  let asked = false
  for (;;) {
    const pid = serverPid(data)
    const held = pid !== undefined && exists(pid) ? pid : undefined
    if (held !== undefined && ownerIsAlive(ownerFile)) throw inUse(data)
    if (await clearStaleLocks(data)) return
    const state = held === undefined ? 'stranger' : relation(held, data)
    if (state === 'unknown' && Date.now() - started > SHORT_STOP_TIMEOUT_MS) throw inUse(data)
    if (state === 'server' && held !== undefined && !asked) {
      // Its app is gone; usually it was told so by then.
      asked = true
      signal(held, 'SIGINT')
    }
    if (Date.now() - started > STOP_TIMEOUT_MS) throw inUse(data)
    await wait(20)
  }
}

/**
 * Clears away lock files whose number belongs to another program by now: PostgreSQL only sees that the number is taken,
 * and would never start again. Answers whether PostgreSQL may be started: false while anything may be at work on the
 * data, which is a process in its folder or whatever takes connections on its socket.
 */
export async function clearStaleLocks(data: string): Promise<boolean> {
  const socket = join(dirname(data), '.s.PGSQL.5432')
  const socketLock = `${socket}.lock`
  const [pid, socketPid] = [serverPid(data), numberIn(socketLock)].map((number) =>
    number !== undefined && exists(number) ? number : undefined,
  )
  // Locks of numbers that nobody has are cleared by PostgreSQL itself.
  if (pid === undefined && socketPid === undefined) return true
  if (pid !== undefined && (relation(pid, data) !== 'stranger' || anyProcessIn(data))) return false
  if (await answers(socket)) return false
  if (socketPid !== undefined) {
    rmSync(socket, { force: true })
    rmSync(socketLock, { force: true })
  }
  if (pid !== undefined) {
    // Not removed: PostgreSQL also reads there which shared memory must not be in use any more, and checks that.
    const [, ...rest] = lockLines(data)
    writeFileSync(join(data, 'postmaster.pid'), [NO_PROCESS, ...rest].join('\n'))
  }
  return true
}

/** Whether somebody takes connections on a socket. Only a refusal proves that nobody does. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const end = (answer: boolean) => {
      connection.destroy()
      resolve(answer)
    }
    connection.setTimeout(SOCKET_TIMEOUT_MS, () => end(true))
    connection.once('connect', () => end(true))
    connection.once('error', (error) => end(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')))
  })
}

/** Notes that this process runs the server, so that another one can tell a live owner from a dead one. */
export function claim(ownerFile: string): void {
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, born: birth(process.pid) }), { mode: 0o600 })
}

export function release(ownerFile: string): void {
  rmSync(ownerFile, { force: true })
}

/** The pid in the server's lock file, if there is one. */
export const serverPid = (data: string): number | undefined => numberIn(join(data, 'postmaster.pid'))

function numberIn(lockFile: string): number | undefined {
  const pid = Number(linesOf(lockFile)[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** Whether the server with this pid takes connections: the lock file's eighth line says so. */
export function isReady(data: string, pid: number): boolean {
  const lines = lockLines(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** The lines of the server's lock file: pid, folder, start, port, socket's folder, address, memory, state. */
export const lockLines = (data: string): string[] => linesOf(join(data, 'postmaster.pid'))

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** What a process is to the data: its server works in that folder. `unknown` where we cannot see. */
function relation(pid: number, data: string): 'server' | 'stranger' | 'unknown' {
  if (stat(pid)?.state === 'Z') return 'stranger'
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? 'server' : 'stranger'
  } catch (error) {
    // Gone between two looks: the next one will not find it.
    return codeOf(error) === 'ENOENT' && stat(process.pid) ? 'stranger' : 'unknown'
  }
}

/** Whether any process is at work in the folder: a server whose head was killed leaves its hands behind for a moment. */
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

/** Whether the app that runs the server is there. */
export function ownerIsAlive(ownerFile: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(ownerFile, 'utf8')) as { pid: number; born: string | null }
    return exists(owner.pid) && stat(owner.pid)?.state !== 'Z' && birth(owner.pid) === owner.born
  } catch {
    return false
  }
}

/** State and start time of a process, on Linux. */
function stat(pid: number): { state: string; born: string } | undefined {
  try {
    // The name in parentheses may hold anything, so fields are counted from its end.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', born: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

const birth = (pid: number) => stat(pid)?.born ?? null

const inUse = (data: string) =>
  new LocalPostgresError(
    `The database in ${data} is in use by another Fettle. Stop that one, or choose another data folder with FETTLE_DATA_DIR.`,
  )
