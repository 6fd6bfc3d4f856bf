import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createMessageId } from '../../packages/chat-client/src/ids.ts'
import type { Child } from '../lib/child.ts'
import { median } from '../lib/figures.ts'
import { cpuOf } from '../lib/usage.ts'
import type { Client, Connect } from './clients.ts'
import { cidOf, customerOf, providerOf, TEXT } from './seed.ts'

/** A running server and how to connect to it. */
export interface Server extends Child {
  connect: Connect
  /** Process id of its database. */
  databasePid: number
}

/** Result of one round against one server. Latencies in milliseconds, CPU in microseconds per message or page. */
export interface Round {
  perSecond: number
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number
}

/** A provider who writes to a customer. */
export interface Pair {
  provider: Client
  customer: Client
  cid: string
  customerId: string
}

export async function connectPairs({ connect, port }: Server, from: number, count: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let index = from; index < from + count; index += 25) {
    const group = Array.from({ length: Math.min(25, from + count - index) }, async (_, offset) => {
      const [cid, customerId] = [cidOf(index + offset), customerOf(index + offset)]
      const [provider, customer] = await Promise.all([
        connect(port, providerOf(index + offset)),
        connect(port, customerId),
      ])
      await Promise.all([provider.open(cid), customer.open(cid)])
      return { provider, customer, cid, customerId }
    })
    pairs.push(...(await Promise.all(group)))
  }
  return pairs
}

export function closePairs(pairs: readonly Pair[]): void {
  for (const { provider, customer } of pairs) {
    provider.close()
    customer.close()
  }
}

/** Every provider sends one message after the other, each as soon as the one before is durable. */
export async function sendClosedLoop(server: Server, pairs: readonly Pair[], seconds: number): Promise<Round> {
  const { latencies, note } = awaitDeliveries(pairs)
  return measureRound(server, latencies, async () => {
    const until = performance.now() + seconds * 1_000
    await Promise.all(pairs.map((pair) => repeat(until, () => sendOne(pair, note))))
  })
}

/** 200 messages a second, whether or not the ones before have arrived. */
export async function sendOpenLoop(server: Server, pairs: readonly Pair[], seconds: number): Promise<Round> {
  const { latencies, note } = awaitDeliveries(pairs)
  return measureRound(server, latencies, async () => {
    const started = performance.now()
    const total = 200 * seconds
    for (let sent = 0; sent < total; sent += 1) {
      const due = started + sent * 5
      if (due > performance.now()) await wait(due - performance.now())
      const pair = pairs[sent % pairs.length]
      if (pair) void sendOne(pair, note)
    }
    for (let tries = 0; latencies.length < total && tries < 100; tries += 1) await wait(20)
    if (latencies.length < total) throw new Error(`${total - latencies.length} messages were not delivered`)
  })
}

/** Reads pages over these connections, one at a time on each. */
export async function readClosedLoop(
  server: Server,
  readers: readonly (() => Promise<void>)[],
  seconds: number,
): Promise<Round> {
  const latencies: number[] = []
  return measureRound(server, latencies, async () => {
    const until = performance.now() + seconds * 1_000
    await Promise.all(
      readers.map((read) =>
        repeat(until, async () => {
          const at = performance.now()
          await read()
          latencies.push(performance.now() - at)
        }),
      ),
    )
  })
}

async function repeat(until: number, work: () => Promise<void>): Promise<void> {
  while (performance.now() < until) await work()
}

function sendOne({ provider, cid, customerId }: Pair, note: (id: string) => void): Promise<void> {
  const id = createMessageId()
  note(id)
  return provider.send({ id, cid, to: customerId, text: TEXT })
}

/** Collects the time from sending a message until the customer has it. */
function awaitDeliveries(pairs: readonly Pair[]): { latencies: number[]; note: (id: string) => void } {
  const latencies: number[] = []
  const sentAt = new Map<string, number>()
  for (const { customer } of pairs)
    customer.delivered = (id) => {
      const at = sentAt.get(id)
      sentAt.delete(id)
      if (at !== undefined) latencies.push(performance.now() - at)
    }
  return { latencies, note: (id) => sentAt.set(id, performance.now()) }
}

async function measureRound(server: Server, latencies: number[], work: () => Promise<void>): Promise<Round> {
  const [serverCpu, databaseCpu, started] = [cpuOf(server.pid), cpuOf(server.databasePid), performance.now()]
  await work()
  const elapsed = (performance.now() - started) / 1_000
  // Partners are told in the background; the next round must not pay for it.
  await settle(server)
  const { length } = latencies
  latencies.sort((one, other) => one - other)
  const quantile = (share: number) => latencies[Math.min(length - 1, Math.floor(length * share))] ?? Number.NaN
  return {
    perSecond: length / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    serverCpu: (cpuOf(server.pid) - serverCpu) / length,
    databaseCpu: (cpuOf(server.databasePid) - databaseCpu) / length,
  }
}

/** Waits until a server and its database have nothing left to do, at most 20 s. */
async function settle({ pid, databasePid }: Server): Promise<void> {
  const used = () => cpuOf(pid) + cpuOf(databasePid)
  for (let tries = 0, before = used(); tries < 100; tries += 1) {
    await wait(200)
    const now = used()
    if (now - before <= IDLE_CPU_US) return
    before = now
  }
}
/** CPU time in 200 ms of a server that does nothing. */
const IDLE_CPU_US = 20_000

/** Measures two things in turns, so that a slow moment affects both. The first turn of each warms up. */
export async function inTurns<Side extends string, Result>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Result>>>,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Side, Result[]>
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await sides[name]()
      if (round > 0) results[name].push(result)
    }
  return results
}

/** Median of the ratios of neighbouring rounds. */
export const ratioOf = (numerators: readonly Round[], denominators: readonly Round[], key: keyof Round): number =>
  median(numerators.map((round, index) => round[key] / (denominators[index]?.[key] ?? Number.NaN)))
