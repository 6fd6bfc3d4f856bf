// Inbox against its floor: `npm run bench -- inbox [bell|lists]`. Both use one database in alternating rounds.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { io, type Socket } from 'socket.io-client'
import { signAccess } from '../apps/server/src/inbox/identity.ts'
import { sql, type Db } from '../apps/server/src/platform/db/db.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { startPostgres } from '@fettle/local-postgres'
import { atMost, median, report, isSelected, type Figure } from './lib/figures.ts'

const SUBSCRIBERS = 1_000
const NOTIFICATIONS_PER_SECOND = 200
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4)
const DURATION_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const secret = 'a fixed secret of the inbox, for benchmarks only'

interface Side {
  child: ChildProcess
  port: number
  sockets: Socket[]
  /** Delivery times in milliseconds, one list per round. */
  rounds: number[][]
}

async function start(file: string, databaseUrl: string): Promise<Side> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, INBOX_SECRET: secret, NODE_ENV: 'production' },
  })
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }))
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}`)))
  })
  return { child, port, sockets: [], rounds: [] }
}

function stop({ child, sockets }: Side): void {
  for (const socket of sockets) socket.disconnect()
  child.removeAllListeners('exit')
  child.kill('SIGKILL')
}

async function tokenFor({ port }: Side, subscriberId: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/inbox/v1/inbox/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      applicationIdentifier: 'bench',
      subscriber: { subscriberId },
      subscriberHash: signAccess(secret, subscriberId, { sessionId: 'ses_1', issuedAt: Date.now() }),
    }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

const nameOf = (index: number) => `usr_${index}`

/** Connects a thousand people like the official client. */
async function connectAll(side: Side, open: (index: number) => Promise<Socket>): Promise<void> {
  for (let index = 0; index < SUBSCRIBERS; index += 25) {
    const group = Array.from({ length: 25 }, async (_, place) => {
      const socket = await open(index + place)
      if (!socket.connected)
        await new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve)
          socket.once('connect_error', reject)
        })
      return socket
    })
    side.sockets.push(...(await Promise.all(group)))
  }
}

/** 200 triggers per second, round robin over all connections: measures the time until the bell's update. */
async function sendNotification(side: Side, seconds: number): Promise<number[]> {
  const latencies: number[] = []
  const sentAt = new Map<number, number>()
  side.sockets.forEach((socket, index) => {
    socket.removeAllListeners('unread_count_changed')
    socket.on('unread_count_changed', () => {
      const at = sentAt.get(index)
      if (at === undefined) return
      sentAt.delete(index)
      latencies.push(performance.now() - at)
    })
  })
  const total = NOTIFICATIONS_PER_SECOND * seconds
  const started = performance.now()
  for (let sent = 0; sent < total; sent += 1) {
    const due = started + (sent * 1_000) / NOTIFICATIONS_PER_SECOND
    if (due > performance.now()) await wait(due - performance.now())
    const index = (sent + next) % SUBSCRIBERS
    sentAt.set(index, performance.now())
    side.child.send({ trigger: nameOf(index), number: next + sent })
  }
  next += total
  for (let tries = 0; latencies.length < total && tries < 250; tries += 1) await wait(20)
  if (latencies.length < total) throw new Error(`${total - latencies.length} notifications were not delivered`)
  return latencies.toSorted((one, other) => one - other)
}
let next = 0

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

async function bell(databaseUrl: string): Promise<Figure[]> {
  const [floor, inbox] = [
    await start('./floors/inbox.floor.ts', databaseUrl),
    await start('./inbox.server.ts', databaseUrl),
  ]
  const plain = { transports: ['websocket'], reconnection: false, forceNew: true }
  await connectAll(floor, async (index) =>
    io(`http://127.0.0.1:${floor.port}`, { ...plain, query: { subscriber: nameOf(index) } }),
  )
  await connectAll(inbox, async (index) =>
    io(`http://127.0.0.1:${inbox.port}`, {
      ...plain,
      path: '/inbox/socket.io',
      query: { token: await tokenFor(inbox, nameOf(index)) },
    }),
  )
  for (const side of [floor, inbox]) await sendNotification(side, 2)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? [floor, inbox] : [inbox, floor])
      side.rounds.push(await sendNotification(side, DURATION_SECONDS))
  stop(floor)
  stop(inbox)
  const of = ({ rounds }: Side, share: number) => median(rounds.map((round) => quantile(round, share)))
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const)
    console.log(
      `   trigger to bell, ${name}: floor ${of(floor, share).toFixed(2)}, inbox ${of(inbox, share).toFixed(2)} ms`,
    )
  return [
    atMost(
      `trigger to bell p99, ${SUBSCRIBERS} online, ${NOTIFICATIONS_PER_SECOND}/s`,
      of(inbox, 0.99) / of(floor, 0.99),
      3,
      2,
    ),
  ]
}

/** Median latency of sequential calls in milliseconds. */
async function latencyOf(url: string, init: RequestInit, times = 60): Promise<number> {
  const latencies: number[] = []
  for (let count = 0; count < times; count += 1) {
    const at = performance.now()
    const response = await fetch(url, init)
    await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    latencies.push(performance.now() - at)
  }
  return median(latencies)
}

/** Seeds a short and a long inbox. */
async function seed(db: Db): Promise<void> {
  for (const [subscriber, count] of [
    ['usr_short', 1_000],
    ['usr_long', 100_000],
  ] as const) {
    await db.execute(sql`
      insert into inbox.notifications (subscriber_id, id, context, transaction_id, workflow, subject, body, tags, data, severity, created_at)
      select ${subscriber}, 'ntf_01J' || lpad(n::text, 23, '0'), '', ${subscriber} || n, 'booking-requested',
        'New booking request', 'Leaking tap in Lekki', array['bookings'], '{"type":"booking"}', 'high',
        now() - n * interval '1 minute'
      from generate_series(1, ${count}::int) n`)
  }
  await db.execute(sql`analyze inbox.notifications`)
}

async function lists(databaseUrl: string, db: Db): Promise<Figure[]> {
  await seed(db)
  const inbox = await start('./inbox.server.ts', databaseUrl)
  const measure = async (subscriber: string, path: string) => {
    const headers = { authorization: `Bearer ${await tokenFor(inbox, subscriber)}` }
    return () => latencyOf(`http://127.0.0.1:${inbox.port}/inbox/v1/inbox/notifications${path}`, { headers })
  }
  const page = '?limit=30&archived=false&snoozed=false'
  const filters = `/count?filters=${encodeURIComponent(JSON.stringify([{ read: false, archived: false, snoozed: false }]))}`
  const requests = [
    await measure('usr_long', page),
    await measure('usr_short', page),
    await measure('usr_long', filters),
    await measure('usr_short', filters),
  ]
  const latencies = requests.map((): number[] => [])
  for (let turn = 0; turn < 6; turn += 1)
    for (const [index, request] of requests.entries()) {
      const value = await request()
      // The first round warms up.
      if (turn > 0) latencies[index]?.push(value)
    }
  stop(inbox)
  const [long = 0, short = 0, longCount = 0, shortCount = 0] = latencies.map((values) => median(values))
  console.log(`   a page of 30: ${short.toFixed(2)} ms of 1,000, ${long.toFixed(2)} ms of 100,000`)
  return [
    atMost('a page of 30, 1,000 → 100,000 notifications', long / short, 1.5, 1.1),
    atMost('the unread count, the same', longCount / shortCount, 1.5, 1.1),
  ]
}

const log = createLog({ logLevel: 'warn' })
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-'))
const postgres = await startPostgres({ dataDir, log })
try {
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await migrate(db.pool, log)
  const figures: Figure[] = []
  if (isSelected('lists')) figures.push(...(await lists(postgres.url, db)))
  if (isSelected('bell')) figures.push(...(await bell(postgres.url)))
  await db.close()
  report(figures)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
