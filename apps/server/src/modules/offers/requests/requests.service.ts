import type { Received } from '@fettle/protocol'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { MarketplaceOfferRequest, requestOffers } from '@fettle/protocol/marketplace/offers'
import type { OfferSummary, Urgency } from '@fettle/protocol/offers'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { releaseSlots } from '../../availability/index.ts'
import { lockCustomerAgainstRemoval, lockParties } from '../../customers/index.ts'
import { deleteFile, storeFile, receiveFile } from '../../uploads/index.ts'
import { blank } from '../drafts/creation.service.ts'
import { offerWorkflow, type OfferDeps } from '../offer.workflow.ts'
import { isInTable, markLost } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import * as offers from '../offers.store.ts'
import { describeOffer, toNotification } from '../offer.effects.ts'
import * as store from './requests.store.ts'
import type { RequestRow } from './requests.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Requests for quotes: created and closed by customers. */

const MAX_PHOTOS = 10

const RESPONSE_TIME_MS: Record<Urgency, number> = { EMERGENCY: 2 * HOUR_MS, THIS_WEEK: DAY_MS, FLEXIBLE: 3 * DAY_MS }

/** The requesting customer, with the fields an offer needs. */
export interface RequestingCustomer extends ActingPerson {
  avatar: string | null
  phone: string | null
  timeZone: string
}

type OfferRequestInput = Omit<Received<typeof requestOffers>['body'], 'customerId'>

/** Creates a request. The caller has checked that the providers exist and may be asked. */
export function createRequest(
  deps: OfferDeps,
  customer: RequestingCustomer,
  input: OfferRequestInput,
): Promise<MarketplaceOfferRequest> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const request = draftOf(deps, customer.id, input, now)
    await store.insert(tx, request)
    for (const providerId of input.providerIds) await requestFromProvider(deps, tx, customer, request, providerId)
    return toView(tx, request)
  })
}

function draftOf({ ids }: Pick<Deps, 'ids'>, customerId: string, input: OfferRequestInput, now: Date): RequestRow {
  const respondBy = input.respondBy ? new Date(input.respondBy) : new Date(+now + RESPONSE_TIME_MS[input.urgency])
  if (respondBy <= now) throw fieldError(['respondBy'], 'TOO_SMALL', issueText('TIME_IN_PAST'))
  const { budgetMin, budgetMax } = input
  return {
    id: ids.next('ofr'),
    customerId,
    title: input.title,
    description: input.description,
    serviceCategory: input.serviceCategory ?? null,
    location: input.location,
    budgetMin: budgetMin?.amount ?? null,
    budgetMax: budgetMax?.amount ?? null,
    budgetCurrency: (budgetMin ?? budgetMax)?.currency ?? null,
    preferredSlots: input.preferredSlots,
    urgency: input.urgency,
    respondBy,
    answers: input.answers,
    photos: [],
    providers: input.providerIds.length,
    closedAt: null,
    createdAt: now,
  }
}

/** Creates the offer that one provider is asked for, and notifies them. Throws NOT_FOUND once either side has left. */
async function requestFromProvider(
  deps: OfferDeps,
  tx: Tx,
  customer: RequestingCustomer,
  request: RequestRow,
  providerId: string,
): Promise<void> {
  const { id, name, avatar, phone, timeZone } = customer
  const offer: Offer = {
    ...(await blank(deps, tx, { providerId, customer: { id, name, avatar, phone }, timeZone })),
    requestId: request.id,
    title: request.title,
    serviceCategory: request.serviceCategory as OfferSummary['serviceCategory'],
    location: request.location,
    respondBy: request.respondBy,
  }
  await lockParties(tx, { providerId, customerId: id })
  await offers.insert(tx, offer)
  const params = {
    city: request.location.city,
    urgency: request.urgency,
    respondBy: request.respondBy.toISOString(),
    timeZone,
  }
  await offerWorkflow.begin(deps, tx, customer, offer, {
    event: 'offer.requested',
    data: { requestId: request.id, urgency: request.urgency },
    notification: toNotification(offer, 'offer-requested', params),
    systemMessage: { code: 'offer-requested', params: { offer: describeOffer(offer) } },
  })
}

async function toView(db: Queryable, request: RequestRow): Promise<MarketplaceOfferRequest> {
  const requestedOffers = await offers.listOfRequest(db, request.id)
  return {
    id: request.id,
    customerId: request.customerId,
    title: request.title,
    status: request.closedAt ? 'CLOSED' : 'OPEN',
    createdAt: request.createdAt.toISOString(),
    respondBy: request.respondBy.toISOString(),
    offers: requestedOffers.map(({ id, reference, providerId, status }) => ({ id, reference, providerId, status })),
  }
}

/** Loads a request of the customer. Throws NOT_FOUND. */
async function getOwnRequest(db: Queryable, { id: customerId }: ActingPerson, id: string): Promise<RequestRow> {
  const request = await store.find(db, id)
  if (request?.customerId !== customerId) throw new AppError('NOT_FOUND', { thing: 'request' })
  return request
}

export const getRequest = async (
  { db }: Pick<Deps, 'db'>,
  party: ActingPerson,
  id: string,
): Promise<MarketplaceOfferRequest> => toView(db, await getOwnRequest(db, party, id))

/** Closes a request: every offer that can still end does. Idempotent. */
export function closeRequest(
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  note: string | undefined,
): Promise<MarketplaceOfferRequest> {
  return deps.db.transaction(async (tx) => {
    await getOwnRequest(tx, party, id)
    await store.lock(tx, id)
    const requestedOffers = await offers.listOfRequest(tx, id)
    // Locked in the order of provider ids, so that concurrent closings do not deadlock.
    for (const { id: offerId, status } of requestedOffers.toSorted((a, b) => (a.providerId < b.providerId ? -1 : 1))) {
      if (!isInTable(status, 'close', 'CUSTOMER')) continue
      await offerWorkflow.runIn(deps, tx, party, offerId, {
        action: 'close',
        isDone: (offer) => !isInTable(offer.status, 'close', 'CUSTOMER'),
        async decide(offer, context) {
          const after = markLost(offer, 'close', context, { reasonCode: 'NO_LONGER_NEEDED', note })
          await releaseSlots(tx, offerId)
          return after
        },
        describeEffects: (after) => ({
          event: 'offer.cancelled',
          data: { by: 'CUSTOMER', requestId: id, ...(note && { note }) },
          systemMessage: { code: 'offer-request-closed', params: { offer: describeOffer(after) } },
          notification: toNotification(after, 'offer-closed', { note: note || null }),
        }),
      })
    }
    await store.close(tx, id, deps.clock.now())
    return toView(tx, await getOwnRequest(tx, party, id))
  })
}

/** Deletes the photos of a deleted customer. */
export async function deleteRequestPhotosOf(deps: Pick<Deps, 'jobs'>, tx: Tx, customerId: string): Promise<void> {
  for (const id of await store.detachPhotosOf(tx, customerId)) await deleteFile(deps, tx, id)
}

/** Adds a photo of the work wanted, from the request itself. */
export async function addRequestPhoto(
  deps: Deps,
  party: ActingPerson,
  id: string,
  sent: { bytes: Buffer; name: string },
): Promise<{ fileId: string }> {
  const assertRoomForPhoto = ({ photos }: RequestRow) => {
    if (photos.length < MAX_PHOTOS) return
    throw new AppError('PHOTO_LIMIT', { limit: MAX_PHOTOS }, { message: 'REQUEST_PHOTO_LIMIT' })
  }
  assertRoomForPhoto(await getOwnRequest(deps.db, party, id))
  const file = await receiveFile(deps, 'OFFER_PHOTO', sent)
  const upload = { ownerId: party.id, purpose: 'OFFER_PHOTO', attachedTo: id, file } as const
  return storeFile(deps, upload, async (tx, { id: fileId }) => {
    await lockCustomerAgainstRemoval(tx, party.id)
    const request = await store.lock(tx, id)
    if (!request) throw new AppError('NOT_FOUND', { thing: 'request' })
    assertRoomForPhoto(request)
    await store.addPhoto(tx, id, fileId)
    return { fileId }
  })
}
