import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createMessageId } from '../../packages/chat-client/src/ids.ts'
import type { Client } from './chat.load.ts'
import { TEXT } from './chat.seed.ts'
import { usage, type Server } from './chat.servers.ts'
import { median } from '../lib/figures.ts'

/** Result of one round against one server. */
export interface Round {
  sends: number
  cpu: number
  p50: number
  p99: number
}

/** Milliseconds until the other person has the message. */
export interface DeliveryResult {
  p50: number
  p99: number
}

export interface Pair {
  client: Client
  mate: Client
  cid: string
  mateId: string
}

export async function pairsOf({ port, connect }: Server, count: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let index = 0; index < count; index += 1) {
    const [client, mate] = await Promise.all([connect(port, `a-${index}`), connect(port, `b-${index}`)])
    pairs.push({ client, mate, cid: `messaging:pair-${index}`, mateId: `b-${index}` })
  }
  return pairs
}

export function closePairs(pairs: readonly Pair[]): void {
  for (const { client, mate } of pairs) {
    client.close()
    mate.close()
  }
}

/** Every pair sends messages in sequence for a while, each as soon as the previous one is durable. */
export async function closedLoop(server: Server, pairs: readonly Pair[], seconds: number): Promise<Round> {
  const before = await usage(server)
  const started = performance.now()
  const until = started + seconds * 1_000
  const latencies: number[] = []
  await Promise.all(
    pairs.map(async ({ client, cid, mateId }) => {
      for (let at = performance.now(); at < until;) {
        await client.send({ id: createMessageId(), cid, to: mateId, text: TEXT })
        const now = performance.now()
        latencies.push(now - at)
        at = now
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1_000
  const after = await usage(server)
  latencies.sort((one, other) => one - other)
  return {
    sends: latencies.length / elapsed,
    cpu: (after.cpu - before.cpu) / latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

/** Open loop of 200 messages per second: measures the delivery time of each. */
export async function deliveries(pairs: readonly Pair[], seconds: number): Promise<DeliveryResult> {
  const latencies: number[] = []
  const sentAt = new Map<string, number>()
  for (const { mate } of pairs) {
    mate.delivered = (text) => {
      const at = sentAt.get(text)
      if (at !== undefined) latencies.push(performance.now() - at)
    }
  }
  const started = performance.now()
  const total = 200 * seconds
  for (let sent = 0; sent < total; sent += 1) {
    const due = started + sent * 5
    if (due > performance.now()) await wait(due - performance.now())
    const pair = pairs[sent % pairs.length]
    if (!pair) break
    const text = `${sent} ${TEXT}`
    sentAt.set(text, performance.now())
    void pair.client.send({ id: createMessageId(), cid: pair.cid, to: pair.mateId, text })
  }
  for (let tries = 0; latencies.length < total && tries < 100; tries += 1) await wait(20)
  for (const { mate } of pairs) mate.delivered = () => undefined
  if (latencies.length < total) throw new Error(`${total - latencies.length} messages were not delivered`)
  latencies.sort((one, other) => one - other)
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

/** Median latency of sequential calls in milliseconds. */
export async function latencyOf(url: string, init: RequestInit, times = 60): Promise<number> {
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

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
