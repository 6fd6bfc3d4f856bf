import type { Operation } from '@fettle/protocol'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { rootDir } from '../../src/platform/config.ts'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { createProvider, marketplace } from '../fixtures/providers.ts'
import { agreementReplayCases } from '../suites/replay/marketplace/agreements.ts'
import { bookingReplayCases } from '../suites/replay/marketplace/bookings.ts'
import { customerReplayCases } from '../suites/replay/marketplace/customers.ts'
import { operatorReplayCases } from '../suites/replay/marketplace/operator.ts'
import { paymentReplayCases } from '../suites/replay/marketplace/payments.ts'
import { webhookReplayCases } from '../suites/replay/marketplace/webhooks.ts'
import { providerAccountReplayCases } from '../suites/replay/provider/account.ts'
import { providerAgreementReplayCases } from '../suites/replay/provider/agreements.ts'
import { providerBookingReplayCases } from '../suites/replay/provider/bookings.ts'
import { templateReplayCases } from '../suites/replay/provider/templates.ts'
import { recordAccountCalls, recordSecondFactorCalls } from './account-calls.ts'
import { keepCredentials } from './credentials.ts'
import { recordOtherCalls } from './other-calls.ts'
import { recordRequests, sendRecorded, type RecordedRequest } from './recorder.ts'
import type { RandomChoices } from './random.ts'

/** Successful calls of the whole product, from the states that the replay suites prepare. */

type Prepare = (testApp: TestApp) => Promise<{ operation: Operation; input: object; caller: object }>

const marketplaceCases: Prepare[] = [
  ...customerReplayCases,
  ...bookingReplayCases,
  ...agreementReplayCases,
  ...paymentReplayCases,
  ...operatorReplayCases,
  ...webhookReplayCases,
].map(({ operation, prepare }) => async (testApp) => {
  const { input, customerId } = await prepare(testApp)
  const headers = customerId === undefined ? {} : { 'x-customer-id': customerId }
  return {
    operation,
    input,
    caller: { ...marketplace, headers: { 'idempotency-key': testApp.deps.ids.token(), ...headers } },
  }
})
const providerCases: Prepare[] = [
  ...providerBookingReplayCases,
  ...providerAgreementReplayCases,
  ...templateReplayCases,
  ...providerAccountReplayCases,
].map(({ operation, prepare }) => async (testApp) => {
  const { input, provider } = await prepare(testApp)
  return { operation, input, caller: provider }
})

export interface RecordedProduct {
  testApp: TestApp
  requests: RecordedRequest[]
  /** Operations of which no call succeeded. */
  missing: Operation[]
  /** Makes the credentials of all requests valid again. */
  restoreCredentials(): Promise<void>
}

/** Starts the product and records calls of all operations, or of those that `limit` cases reach. */
export async function recordProduct(random: RandomChoices, limit = Number.POSITIVE_INFINITY): Promise<RecordedProduct> {
  const recorder = recordRequests()
  try {
    // With the web app, whose pages changed addresses may lead to.
    const testApp = await startTestApp({ config: { poolSize: 20, webDist: join(rootDir, 'apps/web/dist') } })
    const credentials = await keepCredentials(testApp.db)
    const restoreCredentials = () => credentials.restore(testApp.clock.now())
    const waiting = [...marketplaceCases, ...providerCases]
    await createProvider(testApp)
    if (limit === Number.POSITIVE_INFINITY) {
      await recordOtherCalls(testApp)
      await recordAccountCalls(testApp)
      await recordSecondFactorCalls(testApp)
    }
    for (let count = 0; count < limit && waiting.length > 0; count += 1) {
      const [prepare] = waiting.splice(random.below(waiting.length), 1)
      if (!prepare) break
      const { operation, input, caller } = await prepare(testApp)
      // Files are not in the test app's envelope.
      await credentials.keep()
      await testApp.send(operation, input as never, caller).catch(() => undefined)
    }
    // Cases move the clock by weeks, which ends the sessions of earlier ones.
    await credentials.keep()
    await restoreCredentials()
    if (limit === Number.POSITIVE_INFINITY) await reachReads(testApp, recorder.requests)
    const { requests } = recorder
    const missing = testApp.app.operations.filter((operation) => !requests.some((sent) => isCallOf(operation, sent)))
    return { testApp, requests, missing, restoreCredentials }
  } finally {
    recorder.stop()
  }
}

const patternOf = ({ path }: Operation) => new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`)
const isCallOf = (operation: Operation, { method, path }: RecordedRequest) =>
  method === operation.method && patternOf(operation).test(path)

/** Sends the reads that no case sends, with the ids and callers of calls to longer or similar paths. */
async function reachReads(testApp: TestApp, requests: readonly RecordedRequest[]): Promise<void> {
  for (const operation of testApp.app.operations) {
    if (operation.method !== 'GET' || requests.some((sent) => isCallOf(operation, sent))) continue
    for (const candidate of candidatesFor(operation, requests).slice(0, 200)) {
      const response = await sendRecorded(
        { ...candidate, query: queryFor(testApp, operation, requests) },
        AbortSignal.timeout(30_000),
      )
      await response.arrayBuffer()
      if (response.ok) break
    }
  }
}

/** Calls of an operation with the ids at the same places of recorded paths, and the callers who sent those. */
function candidatesFor(operation: Operation, requests: readonly RecordedRequest[]): RecordedRequest[] {
  const isPartner = operation.audience === 'marketplace'
  const own = requests.filter(
    ({ headers, path }) =>
      operation.audience === 'public' ||
      (headers['authorization'] !== undefined && path.startsWith('/v2/marketplace') === isPartner),
  )
  const pattern = operation.path.split('/')
  const guesses = guessParams(operation)
  return own.toReversed().flatMap((sent) => {
    const segments = [...sent.path.split('/'), ...(sent.createdId === undefined ? [] : [sent.createdId])]
    const path = pattern.map((part, at) => (part.startsWith(':') ? (guesses.get(part.slice(1)) ?? segments[at]) : part))
    // An id belongs to the words before it.
    const lastId = pattern.findLastIndex((part) => part.startsWith(':') && !guesses.has(part.slice(1)))
    const fits = path.every((part, at) => part !== undefined && (at > lastId || part === segments[at]))
    return fits ? [{ ...sent, path: path.join('/'), method: 'GET', body: undefined }] : []
  })
}

/** Values of path parameters that are numbers or from a list. */
function guessParams({ params }: Operation): Map<string, string> {
  if (!params) return new Map()
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  return new Map(
    Object.entries(properties).flatMap(([name, field]): [string, string][] => {
      if (typeof field !== 'object') return []
      const value = field.enum?.[0] ?? (field.type === 'integer' ? 1 : undefined)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

/** The fields a query needs: times around now, the first value of a list, and ids of the same noun. */
function queryFor({ clock }: TestApp, { path, query }: Operation, requests: readonly RecordedRequest[]): string {
  if (!query) return ''
  const noun = path.split('/').slice(0, 3)
  const ids = requests.map((sent) => sent.path.split('/')).filter((sent) => noun.every((part, at) => part === sent[at]))
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const values = new URLSearchParams()
  for (const name of required) {
    const field = properties[name]
    if (typeof field !== 'object') continue
    const days = name === 'to' ? 7 : 0
    const time = new Date(clock.now().getTime() + days * 86_400_000).toISOString()
    const special = {
      ids: ids.map((sent) => sent[noun.length]).find((part) => part?.includes('_')),
      month: time.slice(0, 7),
    }[name]
    if (special !== undefined) {
      values.set(name, special)
      continue
    }
    values.set(
      name,
      String(field.enum?.[0] ?? (field.type === 'integer' ? 60 : field.format === 'date' ? time.slice(0, 10) : time)),
    )
  }
  return values.toString()
}
