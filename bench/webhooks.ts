// Writes of one partner with and without webhooks, and the feed: `npm run bench -- webhooks`.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from './lib/child.ts'
import { atLeast, atMost, median, report, type Figure } from './lib/figures.ts'
import { buildServer, root } from './lib/production-server.ts'

/** Rate limit of one key: 600 writes per minute. */
const WRITES_PER_SECOND = 10
const SLICE_MS = 20_000
const ROUNDS = 3
const WARM_UP_MS = 5_000
const READ_DURATION_MS = 5_000
const READERS = 2
const PAGE_SIZE = 1_000
/** The public demo key; its limit leaves room for the benchmark's own reads. */
const KEY = 'mk_test_demo'

interface ReceivedWebhook {
  count: number
  /** Milliseconds from the event to its delivery. */
  delays: number[]
}

/** A partner's endpoint that accepts everything. */
async function startReceiver() {
  const received: ReceivedWebhook = { count: 0, delays: [] }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.writeHead(204).end()
      const { occurredAt } = JSON.parse(Buffer.concat(parts).toString()) as { occurredAt: string }
      received.count += 1
      received.delays.push(Date.now() - Date.parse(occurredAt))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

interface TimedResponse {
  data: unknown
  meta: Record<string, number>
}
type Call = (method: string, path: string, body?: object) => Promise<TimedResponse>

const idOf = (thing: unknown) => (thing as { id: string }).id

const caller =
  (origin: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${origin}/v2/marketplace${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as TimedResponse & { success: boolean }
    if (!answer.success) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`)
    return answer
  }

/**
 * Sends writes at the rate of one key, each when due whether or not the previous one has been answered; returns their
 * durations.
 */
async function write(call: Call, providerId: string, milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const started = performance.now()
  const ask = async (customerId: string) => {
    const from = performance.now()
    await call('POST', '/bookings', {
      customerId,
      providerId,
      title: 'Kitchen tap drips',
      startAt: new Date(Date.now() + 10 * 86_400_000).toISOString(),
      durationMinutes: 60,
      location: { line1: '12 Marina Road', city: 'Lagos', country: 'NG' },
    })
    times.push(performance.now() - from)
  }
  const put = async (name: string) => {
    const from = performance.now()
    const { data } = await call('PUT', `/customers/${name}`, { name: `Customer ${name}` })
    times.push(performance.now() - from)
    return idOf(data)
  }
  // A new customer and their request: two typical writes.
  for (let pair = 0; ; pair += 1) {
    const due = started + (pair * 2_000) / WRITES_PER_SECOND
    if (due - started >= milliseconds) break
    await wait(Math.max(0, due - performance.now()))
    running.push(put(randomUUID()).then(ask))
  }
  await Promise.all(running)
  return times
}

/** Reads the feed from its start repeatedly; returns events per second. */
async function readFeed(call: Call): Promise<number> {
  let count = 0
  const started = performance.now()
  const reader = async () => {
    while (performance.now() - started < READ_DURATION_MS) {
      for (let [after, more] = [0, 1]; more && performance.now() - started < READ_DURATION_MS;) {
        const { data, meta } = await call('GET', `/events?after=${after}&limit=${PAGE_SIZE}`)
        count += (data as unknown[]).length
        after = meta['next'] ?? 0
        more = Number(Boolean(meta['hasMore']))
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return count / ((performance.now() - started) / 1000)
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

async function measure(origin: string): Promise<Figure[]> {
  const call = caller(origin)
  const receiver = await startReceiver()
  const { data: found } = await call('GET', '/providers?limit=1')
  const providerId = idOf((found as unknown[])[0])
  const listen = async () => idOf((await call('POST', '/webhook-endpoints', { url: receiver.url })).data)
  const times = { without: [] as number[], with: [] as number[] }
  const p50 = { without: [] as number[], with: [] as number[] }
  await write(call, providerId, WARM_UP_MS)
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    // On, off, off, on: growth during the run affects both equally.
    const isOn = round % 4 === 0 || round % 4 === 3
    const endpoint = isOn ? await listen() : undefined
    const slice = await write(call, providerId, SLICE_MS)
    times[isOn ? 'with' : 'without'].push(...slice)
    p50[isOn ? 'with' : 'without'].push(median(slice))
    await wait(1_000)
    if (endpoint) await call('DELETE', `/webhook-endpoints/${endpoint}`)
  }
  for (const [name, of] of Object.entries(times)) {
    console.log(
      `   ${name.padEnd(8)} ${of.length} writes, p50 ${median(of).toFixed(1)} ms, p99 ${at(of, 0.99).toFixed(1)} ms`,
    )
  }
  const { count, delays } = receiver.received
  console.log(
    `   told of ${count} events, p50 ${at(delays, 0.5)} ms and p99 ${at(delays, 0.99)} ms after they happened`,
  )
  const perSecond = await readFeed(call)
  console.log(`   feed     ${perSecond.toFixed(0)} events/s to ${READERS} readers, ${PAGE_SIZE} a page`)
  receiver.close()
  return [
    atMost('a write with webhooks, p99 in ms', at(times.with, 0.99), 250, 100),
    atMost('p99 with webhooks ÷ without', at(times.with, 0.99) / at(times.without, 0.99), 2, 1.25),
    atMost('p50 with webhooks ÷ without', median(p50.with) / median(p50.without), 1.3, 1.1),
    atLeast('events that arrived ÷ writes with webhooks', count / times.with.length, 1, 1),
    atLeast('feed, events/s', perSecond, 5_000, 10_000),
  ]
}

/** A server of its own with demo data: only a demo delivers to this machine. */
async function bench(): Promise<Figure[]> {
  await buildServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-webhooks-'))
  // The embedded database may run as another user, who needs access.
  chmodSync(dataDir, 0o755)
  const server = await startChild([join(root, 'apps/server/dist/main.js')], {
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: 'on',
    LOG_LEVEL: 'warn',
  })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    while (!(await fetch(`${origin}/health/ready`)).ok) await wait(200)
    return await measure(origin)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

report(await bench())
