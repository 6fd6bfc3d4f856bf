import type { Result } from '@fettle/protocol'
import { approveDocument, listDocumentsForReview, rejectDocument } from '@fettle/protocol/accounts/documents'
import { failPayout, listOperatorPayouts, payPayout, processPayout } from '@fettle/protocol/earnings/payouts'
import { actAsOperator } from '../operator.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { StorySteps } from '../runner.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

const POLL_INTERVAL_MS = 30_000

/** An operator rejects a document and approves the next; a payout fails and the next arrives. */
export const docsAndPayout: Scenario = {
  name: 'DOCS_AND_PAYOUT',
  async *play(context) {
    const documents = yield* reviewDocuments(context)
    const payouts = yield* payOut(context)
    return `${documents}, ${payouts}`
  },
}

async function* reviewDocuments(context: ScenarioContext): StorySteps<string> {
  const first = yield* waitFor(() => documentOf(context), WAIT_LIMITS_MS.answer)
  if (!first) return 'no document'
  yield context.random.integer(20, 60) * 1000
  const note = 'The name cannot be read. Please take it again in daylight, with all four corners in the picture.'
  await actAsOperator(context, rejectDocument, { params: { id: first.id }, body: { code: 'BLURRY', note } }, first.type)
  const second = yield* waitFor(() => documentOf(context), WAIT_LIMITS_MS.document)
  if (!second) return 'document rejected'
  yield context.random.integer(20, 60) * 1000
  await actAsOperator(context, approveDocument, { params: { id: second.id }, body: {} }, second.type)
  return 'document approved'
}

async function* payOut(context: ScenarioContext): StorySteps<string> {
  const first = yield* waitFor(() => payoutOf(context), WAIT_LIMITS_MS.answer)
  if (!first) return 'no payout'
  const process = (id: string) => actAsOperator(context, processPayout, { params: { id }, body: {} })
  await process(first.id)
  yield context.random.integer(30, 90) * 1000
  const failure = { code: 'INVALID_ACCOUNT' as const, message: 'The bank knows no such account.' }
  await actAsOperator(context, failPayout, { params: { id: first.id }, body: failure }, 'INVALID_ACCOUNT')
  const second = yield* waitFor(() => payoutOf(context), WAIT_LIMITS_MS.document)
  if (!second) return 'payout failed'
  await process(second.id)
  yield context.random.integer(30, 90) * 1000
  const externalReference = `NIP-${context.random.integer(100_000, 999_999)}`
  await actAsOperator(context, payPayout, { params: { id: second.id }, body: { externalReference } }, externalReference)
  return 'payout paid'
}

/** The operator checks every half minute. */
async function* waitFor<T>(look: () => Promise<T | undefined>, timeoutMs: number): StorySteps<T | undefined> {
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    const found = await look()
    if (found !== undefined || waited >= timeoutMs) return found
    yield POLL_INTERVAL_MS
  }
}

async function documentOf({
  marketplace,
  provider,
}: ScenarioContext): Promise<Result<typeof listDocumentsForReview>[number] | undefined> {
  const waiting = await marketplace.call(listDocumentsForReview, { query: { limit: 100 } })
  return waiting.find((document) => document.provider.id === provider.id)
}

async function payoutOf({
  marketplace,
  provider,
}: ScenarioContext): Promise<Result<typeof listOperatorPayouts>[number] | undefined> {
  const payouts = await marketplace.call(listOperatorPayouts, { query: { limit: 100 } })
  return payouts.find(({ providerId }) => providerId === provider.id)
}
