import { listCustomers, type KnownCustomer } from '@fettle/protocol/workspace/customers'
import { emptyDraft, type OfferDraft } from '@fettle/protocol/offers/content'
import { createOffer } from '@fettle/protocol/offers/actions'
import { emptyTotals, type OfferTotals } from '@fettle/protocol/offers/totals'
import { getOffer, type OfferDetails } from '@fettle/protocol/offers/index'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { isApiError } from '../../lib/api-error.ts'
import { onDeed, outbox } from '../../lib/device-outbox.ts'
import { isPassing, isSignedOut, type Deed, type Outcome } from '../../lib/outbox.ts'
import { keyOf } from '../../lib/query.ts'
import { showOffer } from './api.ts'
import { DRAFT_DEED, isSameDraft, sendDraft } from './deeds.ts'

/** Offers that were begun on this device and have no name at the server yet (decision 170). */

/** Begins an offer of one's own (O1). */
export const BEGIN_DEED = 'offer-begin'

type Customer = Pick<KnownCustomer, 'id' | 'name' | 'avatar' | 'timeZone'>

/** What such a deed carries: all there is of the offer. */
export interface BegunPayload extends Record<string, unknown> {
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
export type Written = Required<Pick<BegunPayload, 'content' | 'totals'>>

const MARK = 'new-'
/** Whether an id is this device's own, which no server knows. */
export const isBegun = (id: string): boolean => id.startsWith(MARK)

const newKey = (): string =>
  MARK + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const begunIn = (deeds: readonly Deed[]): Deed[] => deeds.filter(({ kind }) => kind === BEGIN_DEED)
export const payloadOf = (deed: Deed): BegunPayload => deed.payload as BegunPayload

/** Begins an offer. With a connection it is created at once, and a refusal is thrown; without, it waits on the device. */
export async function begin(
  given: Pick<BegunPayload, 'customer' | 'currency'>,
  written: Written | undefined,
  now: Date,
): Promise<{ id: string; outcome: Outcome }> {
  const id = newKey()
  const payload: BegunPayload = { ...given, ...written, key: id, beganAt: now.toISOString() }
  return { id, outcome: await outbox.add({ subject: id, kind: BEGIN_DEED, payload }) }
}

/** Which offer of the server's came of which of this device's, and the way back, for as long as the page lives. */
const born = new Map<string, string>()
const origins = new Map<string, string>()

/** Under which key it is kept what became of one that was begun here: its address may still be open somewhere. */
export const bornKey = (id: string) => ['offers', 'begun', id]

/** The name an offer is known by at the server, once it has one. */
export const serverIdOf = (id: string): string => born.get(id) ?? id
/** The name it was written under here before it had that one. */
export const originOf = (id: string): string => origins.get(id) ?? id

function noteBirth(client: QueryClient, id: string, offer: OfferDetails): void {
  born.set(id, offer.id)
  origins.set(offer.id, id)
  showOffer(client, offer)
  client.setQueryData(bornKey(id), offer.id)
}

/** The draft an offer begins with. What is written here replaces that one, and no later one unasked. */
const FIRST_DRAFT = 1

const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/**
 * Creates the offer, once, and keeps what is written in it. What was begun here and has changed at the server meanwhile
 * lies on the real one for review, side by side; whatever else is refused stays here as it is.
 */
async function sendBegun(client: QueryClient, deed: Deed): Promise<OfferDetails> {
  const { key, customer, content } = payloadOf(deed)
  const created = await call(createOffer, { body: { customerId: customer.id } }, { idempotencyKey: key })
  let offer = created
  const draft = created.draftRevision
  if (content && !(draft && isSameDraft(draft.content, content))) {
    const payload = { version: FIRST_DRAFT, content }
    try {
      offer = await sendDraft(client, { id: deed.id, subject: created.id, payload })
    } catch (error) {
      if (isPassing(error) || isSignedOut(error) || isGone(error) || !isApiError(error)) throw error
      offer = await call(getOffer, { params: { id: created.id } })
      await outbox.shelve({ subject: created.id, kind: DRAFT_DEED, payload }, error)
    }
  }
  noteBirth(client, deed.subject, offer)
  return offer
}

/** From here on what was begun on this device can be created. */
export const sendBegunOn = (client: QueryClient): void => onDeed([BEGIN_DEED], (deed) => sendBegun(client, deed))

const waitingAs = (id: string) => begunIn(outbox.get()).filter(({ subject }) => subject === id)

/** What was still to be kept of these is not. */
const thrownAway = new Set<string>()

/** An offer that is only here goes as if it had not been. */
export async function throwAwayBegun(id: string): Promise<void> {
  thrownAway.add(id)
  for (const deed of waitingAs(id)) await outbox.discard(deed.id)
}

/** Keeps what is written in an offer that is only here. Until its refusal was looked at it is not sent again. */
export async function keepBegun(id: string, written: Written): Promise<Outcome> {
  const waiting = waitingAs(id)
  const last = waiting.at(-1)
  if (!last || thrownAway.has(id)) return { sent: false }
  const payload: BegunPayload = { ...payloadOf(last), ...written }
  if (last.state === 'review') {
    await outbox.amend(last.id, payload)
    return { sent: false }
  }
  const before = waiting.map((deed) => deed.id)
  return outbox.add({ subject: id, kind: BEGIN_DEED, payload, stays: true }, before)
}

/** Tries once more what was refused. One whose offer was deleted meanwhile begins as another one. */
export async function retryBegun(deed: Deed): Promise<void> {
  if (deed.refusal?.code === 'NOT_FOUND') await outbox.amend(deed.id, { ...payloadOf(deed), key: newKey() })
  await outbox.retry(deed.id)
}

/** An offer as its editor wants it, made of what the device knows. Only writing and throwing away are possible. */
export function detailsOf(deed: Deed, { usualValidDays = 14 }: { usualValidDays?: number } = {}): OfferDetails {
  const { customer, currency, beganAt, content: draft = emptyDraft, totals = emptyTotals } = payloadOf(deed)
  const { timeZone, ...card } = customer
  return {
    id: deed.subject,
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
    updatedAt: deed.occurredAt,
    providerId: deed.user,
    channelId: null,
    bookingId: null,
    currency,
    timeZone,
    site: null,
    request: null,
    draftRevision: { version: 0, content: draft, totals, updatedAt: deed.occurredAt },
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
