import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestInbox, type TestInbox } from '../app/test-inbox.ts'
import { memberIds } from '../suites/chat-invariants/harness.ts'
import { sendChatFrames } from './chat-frames.ts'
import { sendInboxPackets } from './inbox-frames.ts'
import { mutate } from './mutate.ts'
import { createRandomChoices } from './random.ts'
import { recordChat, type RecordedChat } from './recorded-chat.ts'
import { recordInbox } from './recorded-inbox.ts'
import { recordProduct, type RecordedProduct } from './recorded-product.ts'
import { sendRecorded, type RecordedRequest } from './recorder.ts'

/**
 * Sends valid requests with one to three parts changed, and expects no server error, no stack and no slow answer. Nearly
 * all are authenticated. A short run with the states of some operations; `npm run fuzz` prepares all and sends as many
 * requests as it is told.
 */

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 0)
const isLong = REQUESTS > 0
const SHORT_REQUESTS = 400
const SHORT_CASES = 12
const CONCURRENCY = 8
const MAX_ANSWER_MS = 5_000
const LONG_TIMEOUT_MS = 24 * 3_600_000
/** Requests after which ended sessions and revoked keys are made valid again. */
const RESTORE_EVERY = 250
/** Share of requests that may be answered with 401. */
const MAX_UNAUTHENTICATED_SHARE = 0.12
/** Memory at the end compared with that after the first third. */
const MAX_GROWTH = 1.5
/** Server errors that are meant: the demo's simulator is not running, or an image search has none to ask. */
const EXPECTED = /SIMULATOR_AWAY|"code":45/

const random = createRandomChoices(SEED)

interface Problem {
  request: RecordedRequest
  problem: string
}

interface Verdict {
  status: number
  tookMs: number
  problem: Problem | undefined
}

async function evaluate(request: RecordedRequest): Promise<Verdict> {
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  try {
    const response = await sendRecorded(request, AbortSignal.timeout(MAX_ANSWER_MS * (isLong ? 1 : 6)))
    const text = await response.text()
    const took = tookMs()
    const isError = response.status >= 500 && !EXPECTED.test(text)
    const problem = isError
      ? `answered ${response.status}: ${text.slice(0, 300)}`
      : /node_modules|\bat .+\.[jt]s:\d+/.test(text) && !response.ok
        ? `shows a stack: ${text.slice(0, 300)}`
        : isLong && took > MAX_ANSWER_MS
          ? `took ${took} ms`
          : undefined
    return { status: response.status, tookMs: took, problem: problem === undefined ? undefined : { request, problem } }
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    // Node answers 431 and 413 by closing the connection, and refuses to send some headers at all.
    if (/invalid|Invalid|other side closed|ECONNRESET|EPIPE|socket/.test(String(reason)))
      return { status: 0, tookMs: 0, problem: undefined }
    return { status: 0, tookMs: tookMs(), problem: { request, problem: String(reason) } }
  }
}

async function fuzz(requests: readonly RecordedRequest[], count: number, restore?: () => Promise<void>) {
  const statuses = new Map<number, number>()
  const problems: Problem[] = []
  const memory: number[] = []
  let slowestMs = 0
  let sent = 0
  const worker = async () => {
    while (sent < count && problems.length < 20) {
      sent += 1
      if (sent % Math.ceil(count / 12) === 0) memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
      if (restore && sent % RESTORE_EVERY === 0) await restore()
      const { status, tookMs, problem } = await evaluate(mutate(random.pick(requests), random, requests))
      slowestMs = Math.max(slowestMs, tookMs)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (problem) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (isLong) console.log({ sent, statuses: Object.fromEntries(statuses), slowestMs, memory })
  return { problems, statuses, memory }
}

function expectLevel(memory: readonly number[]): void {
  const [early, late] = [memory.slice(0, 4), memory.slice(-4)]
  if (isLong) expect(Math.max(...late)).toBeLessThan(Math.max(...early) * MAX_GROWTH)
}

/** Everything needed to send it again. */
const describeProblem = ({ request: { method, path, query, headers, body }, problem }: Problem) =>
  `${method} ${path}${query && `?${query}`} ${problem}\n  ${JSON.stringify(headers)}\n  ${typeof body === 'string' ? body.slice(0, 500) : ''}`

describe('hostile requests', () => {
  describe('to the API', () => {
    let product: RecordedProduct
    beforeAll(async () => {
      product = await recordProduct(random, isLong ? undefined : SHORT_CASES)
    }, LONG_TIMEOUT_MS)
    afterAll(() => product.testApp.close())

    it.runIf(isLong)('begin with a successful call of every operation', () => {
      expect(product.missing.map(({ name }) => name)).toEqual([])
    })

    it('are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
      const count = isLong ? REQUESTS : SHORT_REQUESTS
      const { problems, statuses, memory } = await fuzz(product.requests, count, product.restoreCredentials)
      expect(problems.map(describeProblem)).toEqual([])
      expect(statuses.get(422)).toBeGreaterThan(0)
      expect(statuses.get(401) ?? 0).toBeLessThan(count * MAX_UNAUTHENTICATED_SHARE)
      expectLevel(memory)
    })
  })

  describe('to the chat', () => {
    let recorded: RecordedChat
    beforeAll(async () => {
      recorded = await recordChat(random)
    }, LONG_TIMEOUT_MS)
    afterAll(() => recorded.close())

    it('begin with a successful call of every operation', () => {
      expect(recorded.missing).toEqual([])
    })

    it('are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
      const count = isLong ? Math.ceil(REQUESTS / 4) : SHORT_REQUESTS
      const { problems, statuses, memory } = await fuzz(recorded.requests, count, recorded.restoreAccess)
      expect(problems.map(describeProblem)).toEqual([])
      expect(statuses.get(401) ?? 0).toBeLessThan(count * MAX_UNAUTHENTICATED_SHARE)
      expectLevel(memory)
    })

    it('over its socket are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
      const { testChat, requests } = recorded
      await recorded.restoreAccess()
      const count = isLong ? Math.ceil(REQUESTS / 20) : SHORT_REQUESTS
      const report = await sendChatFrames(testChat, { memberIds, requests, random, count })
      if (isLong) console.log(report)
      expect(report.problems).toEqual([])
      expect(report.answered).toBeGreaterThan(0)
      expect(report.refused).toBeGreaterThan(0)
      await recorded.restoreAccess()
      const well = await testChat.connect('ada')
      expect((await well.call('channels.query', { limit: 1 })).channels).toBeDefined()
      well.close()
    })
  })

  describe('to the inbox', () => {
    let inbox: TestInbox
    beforeAll(async () => {
      inbox = await startTestInbox()
    })
    afterAll(() => inbox.close())

    it('are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
      const requests = await recordInbox(inbox)
      const { problems } = await fuzz(requests, isLong ? Math.ceil(REQUESTS / 20) : SHORT_REQUESTS / 4)
      expect(problems.map(describeProblem)).toEqual([])
    })

    it('over its socket change nothing and stop nobody', { timeout: LONG_TIMEOUT_MS }, async () => {
      const received: string[] = []
      const novu = inbox.client('well')
      const connected = new Promise((resolve) => novu.on('socket.connect.resolved', resolve))
      novu.on('notifications.notification_received', ({ result }) => received.push(result.body))
      await connected
      await sendInboxPackets(inbox, random, isLong ? Math.ceil(REQUESTS / 20) : SHORT_REQUESTS / 4)
      await inbox.notify('well', 'Hello')
      await expect.poll(() => received).toEqual(['Hello'])
    })
  })
})
