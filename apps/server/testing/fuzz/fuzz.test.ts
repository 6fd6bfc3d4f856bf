import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestInbox, type TestInbox } from '../app/test-inbox.ts'
import { mutate } from './mutate.ts'
import { createRandomChoices } from './random.ts'
import { recordChat } from './recorded-chat.ts'
import { recordProduct, type RecordedProduct } from './recorded-product.ts'
import { recordRequests, sendRequest, type RecordedRequest } from './recorder.ts'

/**
 * Sends valid requests with one to three parts changed, and expects no server error, no stack and no slow answer. A
 * short run with the states of some operations; `npm run fuzz` prepares all and sends as many requests as it is told.
 */

const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 0)
const isLong = REQUESTS > 0
const SHORT_REQUESTS = 400
const SHORT_CASES = 12
const CONCURRENCY = 8
const MAX_ANSWER_MS = 5_000
const LONG_TIMEOUT_MS = 24 * 3_600_000
/** Server errors that are meant: the demo's simulator is not running. */
const EXPECTED = /\/simulator\//

/** Operations without a prepared successful call: they need another system, or a value from another response. */
const UNREACHED = new Set([
  'auth.googleCallback',
  'auth.resendVerification',
  'calendar.feed.read',
  'calendars.refresh',
  'contracts.verifyPublic',
  'dashboard.kpiItems',
  'dev.notify',
  'disputes.terms',
  'faqs.get',
  'notifications.subscribe',
  'notifications.unsubscribe',
  'reviews.get',
  'series.previewAnswer',
])

const random = createRandomChoices(SEED)

interface Problem {
  request: RecordedRequest
  problem: string
}

async function judge(request: RecordedRequest): Promise<{ status: number; problem: Problem | undefined }> {
  const began = performance.now()
  try {
    const response = await sendRequest(request, AbortSignal.timeout(MAX_ANSWER_MS * (isLong ? 1 : 6)))
    const text = await response.text()
    const took = performance.now() - began
    const isError = response.status >= 500 && !EXPECTED.test(request.path)
    const problem = isError
      ? `answered ${response.status}: ${text.slice(0, 300)}`
      : /node_modules|\bat .+\.[jt]s:\d+/.test(text) && !response.ok
        ? `shows a stack: ${text.slice(0, 300)}`
        : isLong && took > MAX_ANSWER_MS
          ? `took ${Math.round(took)} ms`
          : undefined
    return { status: response.status, problem: problem === undefined ? undefined : { request, problem } }
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    // Node answers 431 and 413 by closing the connection, and refuses to send some headers at all.
    if (/invalid|Invalid|other side closed|ECONNRESET|EPIPE|socket/.test(String(reason)))
      return { status: 0, problem: undefined }
    return { status: 0, problem: { request, problem: String(reason) } }
  }
}

async function fuzz(requests: readonly RecordedRequest[], count: number) {
  const statuses = new Map<number, number>()
  const problems: Problem[] = []
  const memory: number[] = []
  let sent = 0
  const worker = async () => {
    while (sent < count && problems.length < 20) {
      sent += 1
      if (sent % Math.ceil(count / 10) === 0) memory.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
      const { status, problem } = await judge(mutate(random.pick(requests), random, requests))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (problem) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (isLong) console.log({ sent, statuses: Object.fromEntries(statuses), memory })
  return { problems, statuses }
}

/** What is needed to send it again. */
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
      const missing = product.missing.map(({ name }) => name).filter((name) => !name.startsWith('simulator.'))
      expect(missing.filter((name) => !UNREACHED.has(name))).toEqual([])
    })

    it('are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
      const { problems, statuses } = await fuzz(product.requests, isLong ? REQUESTS : SHORT_REQUESTS)
      expect(problems.map(describeProblem)).toEqual([])
      expect(statuses.get(422)).toBeGreaterThan(0)
    })
  })

  it('to the chat are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
    const { testChat, requests } = await recordChat(random)
    const { problems } = await fuzz(requests, isLong ? Math.ceil(REQUESTS / 4) : SHORT_REQUESTS)
    expect(problems.map(describeProblem)).toEqual([])
    await testChat.close()
  })

  it('to the inbox are answered without a server error', { timeout: LONG_TIMEOUT_MS }, async () => {
    const inbox: TestInbox = await startTestInbox()
    const recorder = recordRequests()
    await inbox.tell('ada', 'Hello', 'Again')
    const token = await inbox.token('ada')
    for (const path of [
      '/inbox/notifications?limit=5',
      '/inbox/notifications/count?filters=[{}]',
      '/inbox/preferences',
    ])
      await inbox.request('GET', path, { token })
    for (const path of ['/inbox/notifications/read', '/inbox/notifications/seen'])
      await inbox.request('POST', path, { token, body: {} })
    const { requests } = recorder
    recorder.stop()
    const { problems } = await fuzz(requests, isLong ? Math.ceil(REQUESTS / 20) : SHORT_REQUESTS / 4)
    expect(problems.map(describeProblem)).toEqual([])
    await inbox.close()
  })
})
