import { listCustomers, type KnownCustomer } from '@fettle/protocol/workspace/customers'
import { emptyDraft, type OfferDraft } from '@fettle/protocol/offers/content'
import { createOffer } from '@fettle/protocol/offers/actions'
import { emptyTotals, type OfferTotals } from '@fettle/protocol/offers/totals'
import { getOffer, type OfferDetails } from '@fettle/protocol/offers'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { registerSender, offlineQueue } from '../../lib/offline/device-queue.ts'
import {
  isRetryable,
  isSessionEnded,
  type QueuedMutation,
  type MutationOutcome,
} from '../../lib/offline/offline-queue.ts'
import { keyOf } from '../../lib/http/query.ts'
import { showOffer } from './api.ts'
import { SAVE_DRAFT_MUTATION, isSameDraft, sendDraft } from './draft-mutation.ts'

/** Offers that were begun on this device and have no name at the server yet (decision 170). */

/** Begins an offer of one's own. */
export const CREATE_OFFER_MUTATION = 'offer-begin'

type Customer = Pick<KnownCustomer, 'id' | 'name' | 'avatar' | 'timeZone'>

/** What such a deed carries: all there is of the offer. */
export interface LocalOfferPayload extends Record<string, unknown> {
  /** The Idempotency-Key it is created under: the same for every try, so that it is created once. */
  key: string
  customer: Customer
  currency: string
  beganAt: string
  /** What is written in it; absent while nothing is. */
  content?: OfferDraft
  /** What that comes to: lists show it, and have no calculator of their own. */
  totals?: OfferTotals
}

/** What is written, and what it comes to: whoever writes has the calculator already. */
export type LocalOfferContent = Required<Pick<LocalOfferPayload, 'content' | 'totals'>>

const LOCAL_ID_PREFIX = 'new-'
/** Whether an id is this device's own, which no server knows. */
export const isLocalId = (id: string): boolean => id.startsWith(LOCAL_ID_PREFIX)

const newKey = (): string =>
  LOCAL_ID_PREFIX +
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const localOffersIn = (mutations: readonly QueuedMutation[]): QueuedMutation[] =>
  mutations.filter(({ kind }) => kind === CREATE_OFFER_MUTATION)
export const payloadOf = (mutation: QueuedMutation): LocalOfferPayload => mutation.payload as LocalOfferPayload

/** Begins an offer. With a connection it is created at once, and a refusal is thrown; without, it waits on the device. */
export async function createLocalOffer(
  given: Pick<LocalOfferPayload, 'customer' | 'currency'>,
  written: LocalOfferContent | undefined,
  now: Date,
): Promise<{ id: string; outcome: MutationOutcome }> {
  const id = newKey()
  const payload: LocalOfferPayload = { ...given, ...written, key: id, beganAt: now.toISOString() }
  return { id, outcome: await offlineQueue.add({ subject: id, kind: CREATE_OFFER_MUTATION, payload }) }
}

/** Which offer of the server's came of which of this device's, and the way back, for as long as the page lives. */
const serverIds = new Map<string, string>()
const localIds = new Map<string, string>()

/** Under which key it is kept what became of one that was begun here: its address may still be open somewhere. */
export const serverIdKey = (id: string) => ['offers', 'begun', id]

/** The name an offer is known by at the server, once it has one. */
export const serverIdOf = (id: string): string => serverIds.get(id) ?? id
/** The name it was written under here before it had that one. */
export const localIdOf = (id: string): string => localIds.get(id) ?? id

function linkServerId(client: QueryClient, id: string, offer: OfferDetails): void {
  serverIds.set(id, offer.id)
  localIds.set(offer.id, id)
  showOffer(client, offer)
  client.setQueryData(serverIdKey(id), offer.id)
}

/** The draft an offer begins with. What is written here replaces that one, and no later one unasked. */
const FIRST_DRAFT_VERSION = 1

const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/**
 * Creates the offer, once, and keeps what is written in it. What was begun here and has changed at the server meanwhile
 * lies on the real one for review, side by side; whatever else is refused stays here as it is.
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

/** From here on what was begun on this device can be created. */
export const registerLocalOfferSender = (client: QueryClient): void =>
  registerSender([CREATE_OFFER_MUTATION], (mutation) => sendLocalOffer(client, mutation))

const waitingOfferAs = (id: string) => localOffersIn(offlineQueue.get()).filter(({ subject }) => subject === id)

/** What was still to be kept of these is not. */
const discardedIds = new Set<string>()

/** An offer that is only here goes as if it had not been. */
export async function discardLocalOffer(id: string): Promise<void> {
  discardedIds.add(id)
  for (const mutation of waitingOfferAs(id)) await offlineQueue.discard(mutation.id)
}

/** Keeps what is written in an offer that is only here. Until its refusal was looked at it is not sent again. */
export async function saveLocalOffer(id: string, written: LocalOfferContent): Promise<MutationOutcome> {
  const waiting = waitingOfferAs(id)
  const last = waiting.at(-1)
  if (!last || discardedIds.has(id)) return { sent: false }
  const payload: LocalOfferPayload = { ...payloadOf(last), ...written }
  if (last.state === 'review') {
    await offlineQueue.amend(last.id, payload)
    return { sent: false }
  }
  const before = waiting.map((mutation) => mutation.id)
  return offlineQueue.add({ subject: id, kind: CREATE_OFFER_MUTATION, payload, stays: true }, before)
}

/** Tries once more what was refused. One whose offer was deleted meanwhile begins as another one. */
export async function retryLocalOffer(mutation: QueuedMutation): Promise<void> {
  if (mutation.refusal?.code === 'NOT_FOUND')
    await offlineQueue.amend(mutation.id, { ...payloadOf(mutation), key: newKey() })
  await offlineQueue.retry(mutation.id)
}

/** An offer as its editor wants it, made of what the device knows. Only writing and throwing away are possible. */
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
    reminders: { sent: 0, limit: 0, nextAt: null },
    extensions: { used: 0, limit: 0 },
    files: [],
    allowedActions: ['draft', 'remove'],
  }
}

/** Whoever an id names, as far as anything that was read on this device tells. */
export function knownCustomer(client: QueryClient, id: string, nameless: string): Customer {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [noun, verb] = keyOf(listCustomers)
  for (const [, found] of client.getQueriesData<KnownCustomer[]>({ queryKey: [noun, verb] })) {
    const one = found?.find((customer) => customer.id === id)
    if (one) return { id, name: one.name, avatar: one.avatar, timeZone: one.timeZone }
  }
  for (const [, offer] of client.getQueriesData<OfferDetails>({ queryKey: ['offers', 'get'] })) {
    if (offer?.customer.id === id) {
      return { id, name: offer.customer.name, avatar: offer.customer.avatar, timeZone: offer.timeZone }
    }
  }
  return { id, name: nameless, avatar: null, timeZone }
}

/** How long an offer holds where it does not say: as any other offer on this device has it. */
export const usualDaysIn = (client: QueryClient): { usualValidDays?: number } => {
  const [, offer] = client.getQueriesData<OfferDetails>({ queryKey: ['offers', 'get'] }).find(([, data]) => data) ?? []
  return offer ? { usualValidDays: offer.usualValidDays } : {}
}
