import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureTools } from '../../../../scripts/tools.mjs'
import { rootDir } from '../../src/platform/config.ts'
import { findFreePort } from '../app/free-port.ts'

const NOBODY = 65_534
const START_TIMEOUT_MS = 10_000

export interface TestPgBouncer {
  /** Address of the database through it. */
  url: string
  stop(): Promise<void>
}

const shipped = readFileSync(join(rootDir, 'deploy/pgbouncer.ini'), 'utf8')

/** The statement that the shipped configuration runs on each new connection to the server. */
export const [sessionSettings = ''] = /connect_query=.*/.exec(shipped) ?? []

/** Runs PgBouncer with the shipped configuration before a database. `setsSession: false`: without the session's settings. */
export async function startPgBouncer(target: string, { setsSession = true } = {}): Promise<TestPgBouncer> {
  const [program = ''] = ensureTools(['pgbouncer'])
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'fettle-pgbouncer-'))
  const { hostname, port: targetPort, username, password, pathname, searchParams } = new URL(target)
  const name = pathname.slice(1)
  const host = searchParams.get('host') ?? hostname
  const settings = shipped
    .replace('fettle = host=postgres port=5432', `${name} = host=${host} port=${targetPort || 5432}`)
    .replace(sessionSettings, setsSession ? sessionSettings : '')
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/tmp/users', join(folder, 'users'))
    // Debian 12 has an older one.
    .replace(/^max_prepared_statements.*\n/m, '')
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root, and must reach the socket of an embedded database.
  const owner = host.startsWith('/') ? statSync(host) : { uid: NOBODY, gid: NOBODY }
  const user = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = new URL(target)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const until = Date.now() + START_TIMEOUT_MS
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`pgbouncer did not start:\n${output}`)
    await wait(20)
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })
