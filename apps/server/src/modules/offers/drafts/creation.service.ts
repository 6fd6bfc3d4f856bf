import { currencyOf } from '@fettle/protocol/common/currencies'
import { shortened } from '@fettle/protocol/common/limits'
import type { Location } from '@fettle/protocol/bookings'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import { emptyDraft } from '@fettle/protocol/offers/empty-draft'
import { withoutAmounts } from '@fettle/protocol/offers/without-amounts'
import type { OfferDetails, OfferOrigin } from '@fettle/protocol/offers'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { newRecordFields } from '../../../platform/workflow/rules.ts'
import { lockSchedule } from '../../availability/index.ts'
import { findBookingOf, findCustomer, haveSharedBooking, mayAnswerWithOffer } from '../../bookings/index.ts'
import { lockParties } from '../../customers/index.ts'
import { findChannel } from '../../channels/index.ts'
import { findCountry } from '../../profile/index.ts'
import { offerWorkflow, type OfferDeps } from '../offer.workflow.ts'
import { getOwnOffer } from '../offer.access.ts'
import { toDecisionContext } from '../lifecycle/decision-context.ts'
import { assertAllowed } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import * as store from '../offers.store.ts'
import { toDetails } from '../offer.view.ts'
import { contentOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'
import { offerTemplates } from '../price-book/templates.service.ts'
import { reusable, totalOf } from './reusable.rules.ts'

const INTRO_LENGTH = 2000

/** The recipient of a new offer: exactly one of these. */
interface DraftSource {
  customerId?: string | undefined
  channelId?: string | undefined
  bookingId?: string | undefined
  templateId?: string | undefined
}

/**
 * Creates a provider's offer to somebody they deal with. If the same call already created one, even days ago, that one
 * is returned as it is now, because offline calls may arrive late and twice.
 */
export function createOffer(
  deps: OfferDeps,
  party: ActingPerson,
  source: DraftSource,
  requestKey: Buffer | null = null,
): Promise<OfferDetails> {
  return deps.db.transaction(async (tx) => {
    const existing = requestKey && (await store.findByRequestKey(tx, requestKey))
    if (existing) return toDetails(deps, tx, existing, toDecisionContext(deps, party.role))
    const { isRequest, intro, ...subject } = await subjectFor(deps, tx, party.id, source)
    // Serialized, so that two calls at the same time start one draft.
    if (isRequest) await lockSchedule(tx, party.id)
    const started =
      isRequest && subject.bookingId !== null
        ? await store.findDraftFor(tx, { providerId: party.id, bookingId: subject.bookingId })
        : undefined
    if (started) return toDetails(deps, tx, started, toDecisionContext(deps, party.role))
    const template = source.templateId ? await offerTemplates.lock(tx, party.id, source.templateId) : undefined
    const content = template?.content ?? emptyDraft
    const draft = { ...content, title: subject.title ?? content.title, intro: content.intro || intro }
    const amountsIn = template?.currency ?? undefined
    return insertDraft(deps, tx, party, { ...subject, draft, amountsIn, origin: 'PROVIDER_INITIATED' }, requestKey)
  })
}

/** Duplicates an offer as a draft, by default for the same customer. */
export function duplicateOffer(
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  customerId?: string,
): Promise<OfferDetails> {
  return deps.db.transaction(async (tx) => {
    const offer = await getOwnOffer(tx, party, id)
    assertAllowed(offer, 'duplicate', toDecisionContext(deps, party.role))
    const live = offer.liveRevision === null ? undefined : await revisions.find(tx, id, offer.liveRevision)
    const content = live ? contentOf(live, { withCosts: true }) : (offer.draft ?? emptyDraft)
    const isSame = customerId === undefined || customerId === offer.customer.id
    if (!isSame) await assertKnown(tx, party.id, customerId)
    return insertDraft(deps, tx, party, {
      customerId: customerId ?? offer.customer.id,
      location: isSame ? offer.location : null,
      serviceCategory: offer.serviceCategory,
      bookingId: null,
      draft: { ...reusable(content), ...(!isSame && { intro: await reusableIntro(tx, offer, content) }) },
      amountsIn: offer.currency,
      origin: isSame ? 'REBOOK' : 'PROVIDER_INITIATED',
    })
  })
}

/** The introduction for another customer: empty while it is the description of the request the offer answered. */
async function reusableIntro(tx: Tx, { providerId, bookingId }: Offer, { intro }: OfferDraft): Promise<string> {
  const booking = bookingId === null ? undefined : await findBookingOf(tx, providerId, bookingId)
  return booking && intro === shortened(booking.description, INTRO_LENGTH) ? '' : intro
}

async function assertKnown(db: Queryable, providerId: string, customerId: string): Promise<void> {
  const isKnown =
    (await haveSharedBooking(db, providerId, customerId)) ||
    (await store.haveSharedOffer(db, providerId, customerId)) ||
    Boolean(await findChannel(db, { providerId, customerId }))
  if (!isKnown) throw new AppError('NOT_FOUND', { thing: 'customer' })
}

/** Recipient and subject of a new offer. One that answers a request begins with the customer's description. */
async function subjectFor(
  deps: OfferDeps,
  tx: Tx,
  providerId: string,
  { customerId, channelId, bookingId }: DraftSource,
) {
  const nothing = {
    location: null,
    serviceCategory: null,
    bookingId: null,
    title: undefined,
    intro: '',
    isRequest: false,
  }
  if (bookingId !== undefined) {
    const booking = await findBookingOf(tx, providerId, bookingId)
    if (!booking) throw new AppError('NOT_FOUND', { thing: 'booking' })
    const { location, serviceCategory, title, customer } = booking
    const isRequest = mayAnswerWithOffer(deps, booking)
    const intro = isRequest ? shortened(booking.description, INTRO_LENGTH) : ''
    return { customerId: customer.id, location, serviceCategory, bookingId, title, intro, isRequest }
  }
  if (channelId !== undefined) {
    const channel = await findChannel(tx, { providerId, channelId })
    if (!channel) throw new AppError('NOT_FOUND', { thing: 'channel' })
    return { ...nothing, customerId: channel.customerId }
  }
  const id = customerId ?? ''
  await assertKnown(tx, providerId, id)
  return { ...nothing, customerId: id }
}

async function insertDraft(
  deps: OfferDeps,
  tx: Tx,
  party: ActingPerson,
  {
    customerId,
    draft: content,
    amountsIn,
    origin,
    ...subject
  }: {
    customerId: string
    location: Location | null
    serviceCategory: Offer['serviceCategory']
    bookingId: string | null
    draft: OfferDraft
    /** Currency of the amounts, which are left out where the offer has another. */
    amountsIn?: string | undefined
    origin: OfferOrigin
  },
  requestKey: Buffer | null = null,
): Promise<OfferDetails> {
  const now = deps.clock.now()
  const found = await findCustomer(tx, customerId)
  if (!found) throw new AppError('NOT_FOUND', { thing: 'customer' })
  const { timeZone, ...customer } = found
  const empty = await blank(deps, tx, { providerId: party.id, customer, timeZone })
  const draft = amountsIn === undefined || amountsIn === empty.currency ? content : withoutAmounts(content)
  const offer: Offer = {
    ...empty,
    serviceCategory: subject.serviceCategory,
    location: subject.location,
    bookingId: subject.bookingId,
    title: draft.title,
    origin,
    status: 'DRAFT',
    draft,
    draftVersion: 1,
    draftUpdatedAt: now,
    total: totalOf(draft),
  }
  await lockParties(tx, { providerId: party.id, customerId })
  await store.insert(tx, offer, requestKey)
  await offerWorkflow.begin(deps, tx, party, offer, {
    event: 'offer.drafted',
    data: { origin },
    visibility: 'PROVIDER',
  })
  const saved = await getOwnOffer(tx, party, offer.id)
  return toDetails(deps, tx, saved, toDecisionContext(deps, party.role))
}

/** A new offer. */
export async function blank(
  { ids, clock, settings }: Pick<Deps, 'ids' | 'clock' | 'settings'>,
  tx: Tx,
  { providerId, customer, timeZone }: Pick<Offer, 'providerId' | 'customer' | 'timeZone'>,
): Promise<Offer> {
  const now = clock.now()
  const country = (await findCountry(tx, providerId)) ?? settings().defaultCountry
  return {
    id: ids.next('off'),
    reference: await nextReference(tx, 'OF', now),
    providerId,
    customer,
    timeZone,
    currency: currencyOf(country),
    status: 'REQUESTED',
    origin: 'CUSTOMER_REQUEST',
    title: '',
    serviceCategory: null,
    channelId: null,
    requestId: null,
    bookingId: null,
    location: null,
    total: null,
    liveRevision: null,
    requiresContract: false,
    draft: null,
    draftVersion: 0,
    draftUpdatedAt: null,
    validUntil: null,
    respondBy: null,
    sentAt: null,
    viewCount: 0,
    firstViewedAt: null,
    lastViewedAt: null,
    changes: null,
    acceptance: null,
    convertedTo: null,
    isContractGone: false,
    isContractOver: false,
    lost: null,
    remindersSent: 0,
    remindedAt: null,
    autoRemindSince: null,
    extensions: 0,
    endedAt: null,
    ...newRecordFields(now),
  }
}
