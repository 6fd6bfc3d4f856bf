import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { listCustomers } from '@fettle/protocol/workspace/calls'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import { emptyDraft } from '@fettle/protocol/offers/empty-draft'
import { createOffer, getOffer } from '@fettle/protocol/offers/calls'
import { emptyTotals } from '@fettle/protocol/offers/totals'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import type { OfferDetails } from '@fettle/protocol/offers'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { isApiError } from '../../../lib/http/api-error.ts'
import { registerSender, offlineQueue } from '../../../lib/offline/device-queue.ts'
import {
  isRetryable,
  isSessionEnded,
  type QueuedMutation,
  type MutationOutcome,
} from '../../../lib/offline/mutation-queue.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { keyOf } from '../../../lib/http/query.ts'
import { cacheOffer } from '../api.ts'
import { SAVE_DRAFT_MUTATION, isSameDraft, sendDraft } from './draft-mutation.ts'

/** Offers created offline that have no server id yet. */

/** Kind of the queued mutation that creates an offer. */
export const CREATE_OFFER_MUTATION = 'offer-begin'

type Customer = Pick<KnownCustomer, 'id' | 'name' | 'avatar' | 'timeZone'>

/** Payload of that mutation: the whole offer. */
export interface LocalOfferPayload extends Record<string, unknown> {
  /** Idempotency-Key of the creation; the same for every attempt. */
  key: string
  customer: Customer
  currency: string
  beganAt: string
  /** Content; absent while empty. */
  content?: OfferDraft
  /** Totals for lists, which have no calculator. */
  totals?: OfferTotals
}

/** Content with totals; the editor has the calculator loaded. */
export type LocalOfferContent = Required<Pick<LocalOfferPayload, 'content' | 'totals'>>

const LOCAL_ID_PREFIX = 'new-'
/** Whether an id was generated on this device and is unknown to the server. */
export const isLocalId = (id: string): boolean => id.startsWith(LOCAL_ID_PREFIX)

const newKey = (): string => LOCAL_ID_PREFIX + randomId()

export const localOffersIn = (mutations: readonly QueuedMutation[]): QueuedMutation[] =>
  mutations.filter(({ kind }) => kind === CREATE_OFFER_MUTATION)
const payloadOf = (mutation: QueuedMutation): LocalOfferPayload => mutation.payload as LocalOfferPayload

/** Creates an offer: at once when online, throwing a refusal; offline it is queued. */
export async function createLocalOffer(
  basics: Pick<LocalOfferPayload, 'customer' | 'currency'>,
  content: LocalOfferContent | undefined,
  now: Date,
): Promise<{ id: string; outcome: MutationOutcome }> {
  const id = newKey()
  const payload: LocalOfferPayload = { ...basics, ...content, key: id, beganAt: now.toISOString() }
  return { id, outcome: await offlineQueue.add({ subject: id, kind: CREATE_OFFER_MUTATION, payload }) }
}

/** Mapping between local and server ids, in memory. */
const serverIds = new Map<string, string>()
const localIds = new Map<string, string>()

/** Query key of the mapping from a local id, whose address may still be open. */
export const serverIdKey = (id: string) => ['offers', 'begun', id]

/** Server id of an offer, once it has one. */
export const serverIdOf = (id: string): string => serverIds.get(id) ?? id
/** Local id an offer had before. */
export const localIdOf = (id: string): string => localIds.get(id) ?? id

function linkServerId(client: QueryClient, id: string, offer: OfferDetails): void {
  serverIds.set(id, offer.id)
  localIds.set(offer.id, id)
  cacheOffer(client, offer)
  client.setQueryData(serverIdKey(id), offer.id)
}

/** Version of an offer's first draft. Local content replaces only this version without asking. */
const FIRST_DRAFT_VERSION = 1

const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/**
 * Creates the offer once and saves its content. If it has changed on the server meanwhile, the local content becomes a
 * conflict on the created offer; other refusals leave the local offer as it is.
 */
async function sendLocalOffer(client: QueryClient, mutation: QueuedMutation): Promise<OfferDetails> {
  const { key, customer, content } = payloadOf(mutation)
  const created = await call(createOffer, { body: { customerId: customer.id } }, { idempotencyKey: key })
  let offer = created
  const draft = created.draftRevision
  if (content && !(draft && isSameDraft(draft.content, content))) {
    const payload = { version: FIRST_DRAFT_VERSION, content }
    try {
      offer = await sendDraft(client, { id: mutation.id, subject: created.id, payload })
    } catch (error) {
      if (isRetryable(error) || isSessionEnded(error) || isGone(error) || !isApiError(error)) throw error
      offer = await call(getOffer, { params: { id: created.id } })
      await offlineQueue.shelve({ subject: created.id, kind: SAVE_DRAFT_MUTATION, payload }, error)
    }
  }
  linkServerId(client, mutation.subject, offer)
  return offer
}

/** Registers the sender that creates offers. */
export const registerLocalOfferSender = (client: QueryClient): void =>
  registerSender([CREATE_OFFER_MUTATION], (mutation) => sendLocalOffer(client, mutation))

const waitingOfferAs = (id: string) => localOffersIn(offlineQueue.get()).filter(({ subject }) => subject === id)

/** Ids of discarded offers, whose pending saves are dropped. */
const discardedIds = new Set<string>()

/** Discards an offer that exists only on this device. */
export async function discardLocalOffer(id: string): Promise<void> {
  discardedIds.add(id)
  for (const mutation of waitingOfferAs(id)) await offlineQueue.discard(mutation.id)
}

/** Saves the content of a local offer. A refused offer is not sent again until the user retries. */
export async function saveLocalOffer(id: string, content: LocalOfferContent): Promise<MutationOutcome> {
  const waiting = waitingOfferAs(id)
  const last = waiting.at(-1)
  if (!last || discardedIds.has(id)) return { sent: false }
  const payload: LocalOfferPayload = { ...payloadOf(last), ...content }
  if (last.state === 'review') {
    await offlineQueue.amend(last.id, payload)
    return { sent: false }
  }
  const before = waiting.map((mutation) => mutation.id)
  return offlineQueue.add({ subject: id, kind: CREATE_OFFER_MUTATION, payload, stays: true }, before)
}

/** Retries a refused offer. If it was deleted on the server meanwhile, it is created as a new one. */
export async function retryLocalOffer(mutation: QueuedMutation): Promise<void> {
  if (mutation.refusal?.code === 'NOT_FOUND')
    await offlineQueue.amend(mutation.id, { ...payloadOf(mutation), key: newKey() })
  await offlineQueue.retry(mutation.id)
}

/** Builds offer details for the editor from local data. Only editing and discarding are possible. */
export function localOfferDetails(
  mutation: QueuedMutation,
  { usualValidDays = 14 }: { usualValidDays?: number } = {},
): OfferDetails {
  const { customer, currency, beganAt, content: draft = emptyDraft, totals = emptyTotals } = payloadOf(mutation)
  const { timeZone, ...card } = customer
  return {
    id: mutation.subject,
    reference: '',
    status: 'DRAFT',
    origin: 'PROVIDER_INITIATED',
    title: draft.title,
    serviceCategory: null,
    customer: { ...card, phone: null },
    city: null,
    total: draft.lineItems.length > 0 ? { amount: totals.total, currency } : null,
    revisionNumber: null,
    hasDraft: true,
    viewCount: 0,
    lastViewedAt: null,
    sentAt: null,
    validUntil: null,
    respondBy: null,
    version: 0,
    createdAt: beganAt,
    updatedAt: mutation.occurredAt,
    providerId: mutation.user,
    channelId: null,
    bookingId: null,
    currency,
    timeZone,
    site: null,
    request: null,
    draftRevision: { version: 0, content: draft, totals, updatedAt: mutation.occurredAt },
    currentRevision: null,
    revisions: [],
    acceptedRevision: null,
    acceptance: null,
    firstViewedAt: null,
    changesRequested: null,
    convertedTo: null,
    needsContract: false,
    usualValidDays,
    lostReason: null,
    reminders: { sent: 0, limit: 0, nextAt: null, automatic: false, nextAutomaticAt: null },
    extensions: { used: 0, limit: 0 },
    files: [],
    allowedActions: ['draft', 'remove'],
  }
}

/** The customers' screen, as its query stores it. Stored by an older version of the app, a page has no rows. */
type CustomerPages = InfiniteData<{ rows?: KnownCustomer[] }>

/** Finds a customer's details in the data stored on this device. */
export function knownCustomer(client: QueryClient, id: string, nameless: string): Customer {
  const timeZone = ownTimeZone()
  const [noun, verb] = keyOf(listCustomers)
  for (const [, found] of client.getQueriesData<KnownCustomer[] | CustomerPages>({ queryKey: [noun, verb] })) {
    const known = found && 'pages' in found ? found.pages.flatMap(({ rows = [] }) => rows) : found
    const one = known?.find((customer) => customer.id === id)
    if (one) return { id, name: one.name, avatar: one.avatar, timeZone: one.timeZone }
  }
  for (const [, offer] of client.getQueriesData<OfferDetails>({ queryKey: ['offers', 'get'] })) {
    if (offer?.customer.id === id) {
      return { id, name: offer.customer.name, avatar: offer.customer.avatar, timeZone: offer.timeZone }
    }
  }
  return { id, name: nameless, avatar: null, timeZone }
}

/** Default validity in days, taken from any other offer on this device. */
export const usualDaysIn = (client: QueryClient): { usualValidDays?: number } => {
  const [, offer] = client.getQueriesData<OfferDetails>({ queryKey: ['offers', 'get'] }).find(([, data]) => data) ?? []
  return offer ? { usualValidDays: offer.usualValidDays } : {}
}
