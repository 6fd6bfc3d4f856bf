// Chat against its baseline: `npm run bench -- chat [lists|sends|memory]`. Both use one database in alternating rounds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDb } from '../apps/server/src/platform/db/db.ts'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { startPostgres } from '@fettle/local-postgres'
import {
  closedLoop,
  closePairs,
  deliveries,
  latencyOf,
  pairsOf,
  type DeliveryResult,
  type Pair,
  type Round,
} from './chat-load/chat.measure.ts'
import { seed } from './chat-load/chat.seed.ts'
import { connectMany, startChat, startFloor, stop, tokenOf, usage, type Server } from './chat-load/chat.servers.ts'
import { atLeast, atMost, median, report, type Figure } from './lib/figures.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const DURATION_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const IDLE_CONNECTIONS = 2_000
/** Tolerated ratio for operations that should not depend on the amount of data. */
const MAX_SIZE_RATIO = 1.5

/** Messages from `count` people concurrently, each sending the next one when the last is durable. */
async function sends(floor: Server, chat: Server, count: number, must: number, aim: number): Promise<Figure[]> {
  const [floorPairs, chatPairs] = [await pairsOf(floor, count), await pairsOf(chat, count)]
  const turns = [
    { server: floor, pairs: floorPairs, rounds: [] as Round[] },
    { server: chat, pairs: chatPairs, rounds: [] as Round[] },
  ]
  for (const { server, pairs } of turns) await closedLoop(server, pairs, 1)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      turn.rounds.push(await closedLoop(turn.server, turn.pairs, DURATION_SECONDS))
    }
  }
  const [bare = [], ours = []] = turns.map(({ rounds }) => rounds)
  const of = (rounds: readonly Round[], key: keyof Round) => median(rounds.map((round) => round[key]))
  const show = (name: string, key: keyof Round, unit: string) =>
    console.log(
      `   ${name}, ${count} pairs: floor ${of(bare, key).toFixed(1)}, chat ${of(ours, key).toFixed(1)} ${unit}`,
    )
  show('durable sends', 'sends', '/s')
  show('ack p50', 'p50', 'ms')
  show('ack p99', 'p99', 'ms')
  show('server CPU per message', 'cpu', 'µs')
  const figures = [atLeast(`durable sends/s, ${count} pairs`, of(ours, 'sends') / of(bare, 'sends'), must, aim)]
  if (count === 50) {
    figures.push(atMost('server CPU per message, 50 pairs', of(ours, 'cpu') / of(bare, 'cpu'), 1.2, 0.8))
    figures.push(...(await delivered(floorPairs, chatPairs)))
  }
  closePairs(floorPairs)
  closePairs(chatPairs)
  return figures
}

/** 200 messages per second, in alternating rounds, so that a slow moment affects both. */
async function delivered(floorPairs: readonly Pair[], chatPairs: readonly Pair[]): Promise<Figure[]> {
  const rounds = { floor: [] as DeliveryResult[], chat: [] as DeliveryResult[] }
  await deliveries(chatPairs, 1)
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const turns = [
      async () => void rounds.floor.push(await deliveries(floorPairs, DURATION_SECONDS)),
      async () => void rounds.chat.push(await deliveries(chatPairs, DURATION_SECONDS)),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const of = (side: keyof typeof rounds, key: keyof DeliveryResult) => median(rounds[side].map((round) => round[key]))
  for (const key of ['p50', 'p99'] as const)
    console.log(
      `   delivered at 200/s, ${key}: floor ${of('floor', key).toFixed(2)}, chat ${of('chat', key).toFixed(2)} ms`,
    )
  return [atMost('deliver p99 at 200 messages/s', of('chat', 'p99') / of('floor', 'p99'), 2, 1.2)]
}

/** Pages over HTTP, each against a bare server with the same token check and one indexed query. */
async function lists(floor: Server, chat: Server): Promise<Figure[]> {
  const headers = (user: string) => ({
    authorization: `Bearer ${tokenOf(user)}`,
    'x-app-key': 'bench',
    'content-type': 'application/json',
  })
  const ours = (path: string, user: string, body?: object) => () =>
    latencyOf(`http://127.0.0.1:${chat.port}/chat/v1/${path}`, {
      headers: headers(user),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
  const bare = (path: string, user: string) => () =>
    latencyOf(`http://127.0.0.1:${floor.port}/${path}`, { headers: headers(user) })
  const list = { state: true, messageLimit: 1 }
  const [history, shortHistory, bareHistory, channels, fewChannels, bareChannels, unread, bareUnread] = await alternate(
    [
      ours('channels/messaging:long/messages?limit=30', 'reader'),
      ours('channels/messaging:short/messages?limit=30', 'reader'),
      bare('history/messaging:long', 'reader'),
      ours('channels/query', 'many', list),
      ours('channels/query', 'few', list),
      bare('channels/many', 'many'),
      ours('unread', 'many'),
      bare('unread/many', 'many'),
    ],
  )
  return [
    atMost('30 newest of 100,000 messages, p50', ratio(history, bareHistory), 2, 1.3),
    atMost('the same, 1,000 → 100,000 messages', ratio(history, shortHistory), MAX_SIZE_RATIO, 1),
    atMost('first 10 of 1,000 channels with unread, p50', ratio(channels, bareChannels), 2, 1.3),
    atMost('the same, 10 → 1,000 channels', ratio(channels, fewChannels), MAX_SIZE_RATIO, 1),
    atMost('unread totals of 1,000 channels, p50', ratio(unread, bareUnread), 2, 1.3),
  ]
}

const ratio = (one = Number.NaN, other = Number.NaN) => one / other

/** Medians of alternating measurements, so that a slow moment affects all of them. */
async function alternate(measurements: readonly (() => Promise<number>)[]): Promise<number[]> {
  const taken: number[][] = measurements.map(() => [])
  for (let turn = 0; turn < 6; turn += 1) {
    for (const [index, measure] of measurements.entries()) {
      const value = await measure()
      // The first round warms up.
      if (turn > 0) taken[index]?.push(value)
    }
  }
  return taken.map((values) => median(values))
}

/** Memory of one more idle connection. */
async function memory(databaseUrl: string): Promise<Figure[]> {
  const server = await startChat(databaseUrl)
  try {
    await connectMany(server, 0, 200)
    await wait(500)
    const before = await usage(server)
    await connectMany(server, 200, IDLE_CONNECTIONS)
    await wait(1_500)
    const after = await usage(server)
    const kibibytes = (after.rss - before.rss) / IDLE_CONNECTIONS / 1024
    return [atMost(`memory per idle connection (${IDLE_CONNECTIONS}), KiB`, kibibytes, 24, 16)]
  } finally {
    stop(server)
  }
}

const wanted = process.argv.slice(2)
const wants = (part: string) => wanted.length === 0 || wanted.includes(part)
const log = createLog({ logLevel: 'warn' })
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-'))
const postgres = await startPostgres({ dataDir, log })
try {
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await migrate(db.pool, log)
  await db.close()
  await seed(postgres.url, 500)
  const floor = await startFloor(postgres.url)
  const chat = await startChat(postgres.url)
  const figures: Figure[] = []
  if (wants('lists')) figures.push(...(await lists(floor, chat)))
  if (wants('sends')) {
    figures.push(...(await sends(floor, chat, 50, 1, 1.25)))
    figures.push(...(await sends(floor, chat, 500, 1.3, 1.7)))
  }
  if (wants('deliveries') && !wants('sends')) {
    const pairs = [await pairsOf(floor, 50), await pairsOf(chat, 50)] as const
    figures.push(...(await delivered(...pairs)))
  }
  stop(floor)
  stop(chat)
  if (wants('memory')) figures.push(...(await memory(postgres.url)))
  report(figures)
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
