import type { Result } from '@fettle/protocol'
import { approveDocument, listDocumentsForReview, rejectDocument } from '@fettle/protocol/accounts/documents'
import { failPayout, listOperatorPayouts, payPayout, processPayout } from '@fettle/protocol/earnings/payouts'
import { decide } from '../office.ts'
import type { Scene } from '../scene.ts'
import type { Steps } from '../stage.ts'
import { patience, type Scenario } from './scenario.ts'

const OFTEN = 30_000

export const docsAndPayout: Scenario = {
  name: 'DOCS_AND_PAYOUT',
  about: 'The office rejects a document and approves the next; a payout fails and the next arrives.',
  async *play(scene) {
    const documents = yield* reviewDocuments(scene)
    const payouts = yield* payOut(scene)
    return `${documents}, ${payouts}`
  },
}

async function* reviewDocuments(scene: Scene): Steps<string> {
  const first = yield* waitFor(() => documentOf(scene), patience.answer)
  if (!first) return 'no document'
  yield scene.random.whole(20, 60) * 1000
  const note = 'The name cannot be read. Please take it again in daylight, with all four corners in the picture.'
  await decide(scene, rejectDocument, { params: { id: first.id }, body: { code: 'BLURRY', note } }, first.type)
  const second = yield* waitFor(() => documentOf(scene), patience.paper)
  if (!second) return 'document rejected'
  yield scene.random.whole(20, 60) * 1000
  await decide(scene, approveDocument, { params: { id: second.id }, body: {} }, second.type)
  return 'document approved'
}

async function* payOut(scene: Scene): Steps<string> {
  const first = yield* waitFor(() => payoutOf(scene), patience.answer)
  if (!first) return 'no payout'
  const process = (id: string) => decide(scene, processPayout, { params: { id }, body: {} })
  await process(first.id)
  yield scene.random.whole(30, 90) * 1000
  const failure = { code: 'INVALID_ACCOUNT' as const, message: 'The bank knows no such account.' }
  await decide(scene, failPayout, { params: { id: first.id }, body: failure }, 'INVALID_ACCOUNT')
  const second = yield* waitFor(() => payoutOf(scene), patience.paper)
  if (!second) return 'payout failed'
  await process(second.id)
  yield scene.random.whole(30, 90) * 1000
  const externalReference = `NIP-${scene.random.whole(100_000, 999_999)}`
  await decide(scene, payPayout, { params: { id: second.id }, body: { externalReference } }, externalReference)
  return 'payout paid'
}

/** The office looks every half minute. */
async function* waitFor<T>(look: () => Promise<T | undefined>, patience: number): Steps<T | undefined> {
  for (let waited = 0; ; waited += OFTEN) {
    const found = await look()
    if (found !== undefined || waited >= patience) return found
    yield OFTEN
  }
}

async function documentOf({
  marketplace,
  provider,
}: Scene): Promise<Result<typeof listDocumentsForReview>[number] | undefined> {
  const waiting = await marketplace.call(listDocumentsForReview, { query: { limit: 100 } })
  return waiting.find((document) => document.provider.id === provider.id)
}

async function payoutOf({
  marketplace,
  provider,
}: Scene): Promise<Result<typeof listOperatorPayouts>[number] | undefined> {
  const asked = await marketplace.call(listOperatorPayouts, { query: { limit: 100 } })
  return asked.find(({ providerId }) => providerId === provider.id)
}
