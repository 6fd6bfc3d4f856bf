// Chat against its floor: `npm run bench -- chat [sends|reads|memory]`. The product is the built server with every
// role, as in production; both use one database, in alternating rounds. This process generates the load.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '@fettle/local-postgres'
import { sql } from '../apps/server/src/platform/db/db.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { APP_KEY, CHAT_SECRET, connectToChat, connectToFloor, type Client } from './chat-load/clients.ts'
import {
  closePairs,
  connectPairs,
  inTurns,
  ratioOf,
  readClosedLoop,
  sendClosedLoop,
  sendOpenLoop,
  type Pair,
  type Round,
  type Server,
} from './chat-load/rounds.ts'
import { seed } from './chat-load/seed.ts'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, median, record, report, isSelected, type Figure } from './lib/figures.ts'
import { buildServer, startProduction } from './lib/production-server.ts'
import { parentOf, residentKiB } from './lib/usage.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
/** Two connections each, with their channel open. */
const IDLE_PAIRS = 1_000
const WARM_UP_PAIRS = 100
/** Tolerated ratio for pages that should not depend on the amount of data. */
const MAX_SIZE_RATIO = 1.5

type Sides = Record<'floor' | 'chat', Round[]>

/** Records the medians of both sides and returns the ratios of neighbouring rounds. */
function compare(name: string, { floor, chat }: Sides): Round {
  const units = { perSecond: '/s', p50: 'ms', p99: 'ms', serverCpu: 'µs', databaseCpu: 'µs' } as const
  const entries = Object.entries(units) as [keyof Round, string][]
  const of = (rounds: readonly Round[], key: keyof Round) => median(rounds.map((round) => round[key]))
  for (const [key, unit] of entries)
    record(`${name}, ${key}`, unit, { floor: of(floor, key), chat: of(chat, key), ratio: ratioOf(chat, floor, key) })
  return Object.fromEntries(entries.map(([key]) => [key, ratioOf(chat, floor, key)])) as unknown as Round
}

async function withPairs<T>(
  servers: Record<'floor' | 'chat', Server>,
  count: number,
  measure: (pairs: Record<'floor' | 'chat', Pair[]>) => Promise<T>,
): Promise<T> {
  const pairs = {
    floor: await connectPairs(servers.floor, 0, count),
    chat: await connectPairs(servers.chat, 0, count),
  }
  try {
    return await measure(pairs)
  } finally {
    closePairs([...pairs.floor, ...pairs.chat])
  }
}

async function sends(servers: Record<'floor' | 'chat', Server>): Promise<Figure[]> {
  const closedLoop = (count: number) =>
    withPairs(servers, count, (pairs) =>
      inTurns(ROUNDS, {
        floor: () => sendClosedLoop(servers.floor, pairs.floor, SECONDS),
        chat: () => sendClosedLoop(servers.chat, pairs.chat, SECONDS),
      }),
    )
  // First, because PostgreSQL cleans up after the many messages of the others.
  const lightLoad = compare(
    '200 messages a second',
    await withPairs(servers, 50, (pairs) =>
      inTurns(ROUNDS, {
        floor: () => sendOpenLoop(servers.floor, pairs.floor, SECONDS),
        chat: () => sendOpenLoop(servers.chat, pairs.chat, SECONDS),
      }),
    ),
  )
  const fifty = compare('50 pairs', await closedLoop(50))
  const fiveHundred = compare('500 pairs', await closedLoop(500))
  return [
    atLeast('durable sends/s, 50 pairs', fifty.perSecond, 1.2, 1.4),
    atLeast('durable sends/s, 500 pairs', fiveHundred.perSecond, 1.5, 1.9),
    atMost('deliver p99, 50 pairs', fifty.p99, 0.85, 0.75),
    atMost('deliver p50 at 200/s', lightLoad.p50, 1.3, 1.1),
    atMost('deliver p99 at 200/s', lightLoad.p99, 1.15, 1),
    atMost('server CPU per message, 50 pairs', fifty.serverCpu, 0.9, 0.7),
  ]
}

async function reads({ floor, chat }: Record<'floor' | 'chat', Server>): Promise<Figure[]> {
  const figures: Figure[] = []
  const pages = [
    {
      name: '30 newest of 100,000 messages',
      user: 'reader',
      read: (client: Client) => client.history('messaging:long'),
    },
    {
      name: '30 newest of 1,000 messages',
      user: 'reader',
      read: (client: Client) => client.history('messaging:short'),
    },
    { name: 'first 10 of 1,000 channels', user: 'many', read: (client: Client) => client.channels() },
    { name: 'first 10 of 10 channels', user: 'few', read: (client: Client) => client.channels() },
  ] as const
  const alone: Sides[] = []
  for (const { name, user, read } of pages) {
    const connect = ({ connect: open, port }: Server, count: number) =>
      Promise.all(Array.from({ length: count }, () => open(port, user)))
    for (const connections of [1, 16]) {
      const [floorClients, chatClients] = [await connect(floor, connections), await connect(chat, connections)]
      const sides = await inTurns(ROUNDS, {
        floor: () =>
          readClosedLoop(
            floor,
            floorClients.map((client) => () => read(client)),
            SECONDS,
          ),
        chat: () =>
          readClosedLoop(
            chat,
            chatClients.map((client) => () => read(client)),
            SECONDS,
          ),
      })
      for (const client of [...floorClients, ...chatClients]) client.close()
      const ratio = compare(`${name}, ${connections} at once`, sides)
      if (connections > 1) continue
      alone.push(sides)
      if (user !== 'few' && !name.includes(' 1,000 messages')) figures.push(atMost(`${name}, p50`, ratio.p50, 1.3, 1.1))
    }
  }
  const [long, short, many, few] = alone.map(({ chat: rounds }) => median(rounds.map(({ p50 }) => p50)))
  return [
    ...figures,
    atMost('history, p50 of 100,000 ÷ of 1,000', (long ?? 0) / (short ?? 0), MAX_SIZE_RATIO, 1),
    atMost('channel list, p50 of 1,000 ÷ of 10', (many ?? 0) / (few ?? 0), MAX_SIZE_RATIO, 1),
  ]
}

/** Memory of one more idle connection with an open channel. Both servers collect garbage before each look. */
async function memory(servers: Record<'floor' | 'chat', Server>): Promise<Figure[]> {
  const measure = async (server: Server) => {
    const collected = async () => {
      await wait(1_000)
      process.kill(server.pid, 'SIGUSR2')
      await wait(500)
      return residentKiB(server.pid)
    }
    const warm = await connectPairs(server, 0, WARM_UP_PAIRS)
    const before = await collected()
    const idle = await connectPairs(server, WARM_UP_PAIRS, IDLE_PAIRS)
    const after = await collected()
    closePairs([...warm, ...idle])
    return (after - before) / (2 * IDLE_PAIRS)
  }
  const [floor, chat] = [await measure(servers.floor), await measure(servers.chat)]
  record('idle connection with an open channel', 'KiB', { floor, chat, ratio: chat / floor })
  return [atMost('idle connection with an open channel, KiB', chat, 16, 13)]
}

await buildServer()
const log = createLog({ logLevel: 'warn' })
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-'))
const postgres = await startPostgres({ dataDir, log })
const closers = [() => postgres.stop()]
/** Lets this process ask a server to collect its garbage. */
const collectable = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())']

try {
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await migrate(db.pool, log)
  await seed(db, WARM_UP_PAIRS + IDLE_PAIRS)
  const backend = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const databasePid = parentOf(backend.pid)
  await db.close()
  const withServers = async (measure: (servers: Record<'floor' | 'chat', Server>) => Promise<Figure[]>) => {
    const floor = await startChild([...collectable, '--import', 'tsx', 'bench/floors/chat.floor.ts'], {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
    })
    closers.unshift(floor.stop)
    const chat = await startProduction(
      { databaseUrl: postgres.url, dataDir },
      {
        nodeOptions: collectable,
        env: { CHAT_APP_KEY: APP_KEY, CHAT_SECRET, CHAT_RATE_LIMIT_FACTOR: '1000000' },
      },
    )
    closers.unshift(chat.stop)
    return measure({
      floor: { ...floor, databasePid, connect: connectToFloor },
      chat: { ...chat, databasePid, connect: connectToChat },
    })
  }
  const figures: Figure[] = []
  // A process of its own: load leaves memory behind.
  if (isSelected('memory')) figures.push(...(await withServers(memory)))
  if (isSelected('sends') || isSelected('reads'))
    figures.push(
      ...(await withServers(async (servers) => [
        ...(isSelected('sends') ? await sends(servers) : []),
        ...(isSelected('reads') ? await reads(servers) : []),
      ])),
    )
  report(figures)
} finally {
  for (const close of closers) await close()
  rmSync(dataDir, { recursive: true, force: true })
}
