import * as z from 'zod/mini'
import { TimelineEntry, Location } from '../bookings/index.ts'
import { CancelReason } from '../bookings/cancellations.ts'
import { fileErrors } from '../common/uploads.ts'
import { operation, recordAction } from '../core/operation.ts'
import { CustomerId, FileId, Instant, line, MAX_INTEGER, Money, prose, UserId } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { Selections } from '../offers/content.ts'
import { OfferTotals } from '../offers/totals-view.ts'
import {
  Acceptance,
  LostReason,
  OfferAction,
  OfferDocument,
  OfferFile,
  OfferId,
  OfferOrigin,
  OfferRequest,
  OfferRequestId,
  OfferStatus,
  RevisionNumber,
  RevisionSummary,
  Urgency,
} from '../offers/index.ts'
import { PublicProvider } from '../accounts/profile.ts'
import { ProposedSlot } from '../bookings/reschedules.ts'
import { actingCustomer, marketplaceListQuery, OnBehalf } from './acting-customer.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' side of offers, called by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'offers' } as const
const params = z.object({ id: OfferId })
const requestParams = z.object({ id: OfferRequestId })
const note = z.optional(prose(0, 1000, issueText('MAX_CHARACTERS')))

const positive = z.optional(z.extend(Money, { amount: z.int().check(z.gte(0, issueText('MIN_AMOUNT'))) }))

/** A request for quotes and its offers. */
export const MarketplaceOfferRequest = z.object({
  id: OfferRequestId,
  customerId: CustomerId,
  title: z.string(),
  status: z.enum(['OPEN', 'CLOSED']),
  createdAt: Instant,
  respondBy: Instant,
  offers: z.array(z.object({ id: OfferId, reference: z.string(), providerId: UserId, status: OfferStatus })),
})
export type MarketplaceOfferRequest = z.infer<typeof MarketplaceOfferRequest>

export const requestOffers = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.create',
  method: 'POST',
  path: '/v2/marketplace/offer-requests',
  summary: 'Request a quote from one to five providers for a customer.',
  body: z
    .object({
      customerId: CustomerId,
      providerIds: z.array(UserId).check(
        z.minLength(1, issueText('PROVIDER_REQUIRED')),
        z.maxLength(5, issueText('MAX_PROVIDERS')),
        z.refine((ids) => new Set(ids).size === ids.length, issueText('PROVIDERS_REPEATED')),
      ),
      title: line(3, 120, issueText('TITLE_LENGTH')),
      description: prose(3, 5000, issueText('WORK_DESCRIPTION_LENGTH')),
      serviceCategory: z.optional(ServiceType),
      location: Location,
      budgetMin: positive,
      budgetMax: positive,
      preferredSlots: z._default(z.array(ProposedSlot).check(z.maxLength(5, issueText('MAX_PREFERRED_TIMES'))), []),
      urgency: z._default(Urgency, 'FLEXIBLE'),
      /** Defaults to one day, to two hours in an emergency, to three days if flexible. */
      respondBy: z.optional(Instant),
      answers: z._default(
        z
          .array(
            z.object({
              question: line(1, 200, issueText('MAX_CHARACTERS')),
              answer: prose(0, 1000, issueText('MAX_CHARACTERS')),
            }),
          )
          .check(z.maxLength(20, issueText('MAX_ANSWERS'))),
        [],
      ),
    })
    .check(
      z.refine(
        ({ budgetMin, budgetMax }) =>
          !budgetMin ||
          !budgetMax ||
          (budgetMin.currency === budgetMax.currency && budgetMin.amount <= budgetMax.amount),
        { error: issueText('BUDGET_REVERSED'), path: ['budgetMax'] },
      ),
    ),
  status: 201,
  returns: MarketplaceOfferRequest,
  errors: ['NOT_FOUND'],
})

export const getOfferRequest = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.get',
  method: 'GET',
  path: '/v2/marketplace/offer-requests/:id',
  summary: 'Get a request for quotes and the state of its offers.',
  params: requestParams,
  query: z.object(actingCustomer),
  returns: MarketplaceOfferRequest,
  errors: ['NOT_FOUND'],
})

export const closeOfferRequest = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.close',
  method: 'POST',
  path: '/v2/marketplace/offer-requests/:id/close',
  summary: 'Close a request for quotes. Every offer that is not accepted ends.',
  params: requestParams,
  body: z.object({ ...actingCustomer, note }),
  returns: MarketplaceOfferRequest,
  errors: ['NOT_FOUND'],
})

export const addOfferRequestPhoto = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.addPhoto',
  method: 'POST',
  path: '/v2/marketplace/offer-requests/:id/photos',
  summary: "Upload a customer's photo of the work wanted, at most ten.",
  params: requestParams,
  file: 'file',
  body: z.object(actingCustomer),
  status: 201,
  returns: z.object({ fileId: FileId }),
  errors: ['NOT_FOUND', 'PHOTO_LIMIT', ...fileErrors],
})

/** An offer as its customer sees it: sent revisions, without costs and drafts. */
export const MarketplaceOffer = z.object({
  id: OfferId,
  reference: z.string(),
  status: OfferStatus,
  origin: OfferOrigin,
  customerId: CustomerId,
  providerId: UserId,
  provider: PublicProvider,
  channelId: z.nullable(z.string()),
  request: z.nullable(OfferRequest),
  requestFiles: z.array(OfferFile),
  /** Null until something was sent. */
  currentRevision: z.nullable(OfferDocument),
  revisions: z.array(RevisionSummary),
  validUntil: z.nullable(Instant),
  viewCount: z.int(),
  acceptance: z.nullable(Acceptance),
  convertedTo: z.nullable(z.object({ type: z.enum(['BOOKING', 'CONTRACT']), id: z.string() })),
  needsContract: z.boolean(),
  lostReason: z.nullable(LostReason),
  allowedActions: z.array(OfferAction),
  timeline: z.array(TimelineEntry),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type MarketplaceOffer = z.infer<typeof MarketplaceOffer>

export const listMarketplaceOffers = operation({
  ...marketplace,
  name: 'marketplace.offers.list',
  method: 'GET',
  path: '/v2/marketplace/offers',
  summary: 'List offers by creation, newest first: of a customer, of a provider or of all. meta carries nextCursor.',
  query: marketplaceListQuery(OfferStatus),
  returns: z.array(
    z.object({
      id: OfferId,
      reference: z.string(),
      status: OfferStatus,
      title: z.string(),
      customerId: CustomerId,
      providerId: UserId,
      total: z.nullable(Money),
      revisionNumber: z.nullable(z.int()),
      validUntil: z.nullable(Instant),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
})

export const getMarketplaceOffer = operation({
  ...marketplace,
  name: 'marketplace.offers.get',
  method: 'GET',
  path: '/v2/marketplace/offers/:id',
  summary: 'Get an offer as its customer sees it. This does not count as viewing it: call view for that.',
  params,
  query: z.object(actingCustomer),
  returns: MarketplaceOffer,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceOfferPdf = operation({
  ...marketplace,
  name: 'marketplace.offers.pdf',
  method: 'GET',
  path: '/v2/marketplace/offers/:id/revisions/:number/pdf',
  summary: 'Get a revision as PDF.',
  params: z.object({ id: OfferId, number: RevisionNumber }),
  query: z.object(actingCustomer),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

export const calculateMarketplaceOffer = operation({
  ...marketplace,
  name: 'marketplace.offers.calculate',
  method: 'POST',
  path: '/v2/marketplace/offers/:id/calculate',
  summary:
    "Calculate the total of an offer with the customer's choices. Stores nothing; refuses choices the offer does not allow.",
  params,
  body: z.object({ ...actingCustomer, selections: Selections }),
  returns: OfferTotals,
  errors: ['NOT_FOUND'],
})

export const viewMarketplaceOffer = operation({
  ...marketplace,
  name: 'marketplace.offers.view',
  method: 'POST',
  path: '/v2/marketplace/offers/:id/view',
  summary: 'Record that the customer viewed the offer.',
  params,
  body: z.object(actingCustomer),
  returns: MarketplaceOffer,
  errors: ['NOT_FOUND', 'OFFER_EXPIRED'],
})

const act = recordAction({
  ...marketplace,
  noun: 'marketplace.offers',
  path: '/v2/marketplace/offers',
  params,
  returns: MarketplaceOffer,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const askAboutOffer = act('ask', {
  summary: 'Ask the provider a question about the offer, as a message in their chat.',
  body: z.object({ ...actingCustomer, text: prose(1, 2000, issueText('TEXT_LENGTH')) }),
})

export const requestOfferChanges = act('requestChanges', {
  summary: 'Request changes to the offer as the customer.',
  body: z.object({
    ...actingCustomer,
    note: prose(1, 2000, issueText('CHANGE_REQUEST_LENGTH')),
    lineIds: z._default(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(100)), []),
  }),
  errors: ['OFFER_EXPIRED'],
})

export const acceptOffer = act('accept', {
  summary: 'Accept the revision the customer read, with their choices. Its hash proves which revision it is.',
  body: z.object({
    ...actingCustomer,
    revisionNumber: z.int().check(z.gte(1), z.lte(MAX_INTEGER)),
    contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, issueText('REVISION_HASH_REQUIRED'))),
    /** Defaults to the provider's selection. */
    selections: z.optional(Selections),
    slotIndex: z.optional(z.int().check(z.gte(0), z.lte(2))),
    signerName: line(1, 100, issueText('YOUR_NAME_REQUIRED')),
    onBehalf: OnBehalf,
  }),
  errors: ['REVISION_SUPERSEDED', 'OFFER_EXPIRED', 'SLOT_CONFLICT'],
})

export const offerDeclineReasons = [
  'PRICE_TOO_HIGH',
  'CHOSE_OTHER',
  'TIMING',
  'SCOPE',
  'NO_LONGER_NEEDED',
  'NO_TRUST',
  'OTHER',
] as const
export const OfferDeclineReason = z.enum(offerDeclineReasons, issueText('REASON_REQUIRED'))
export type OfferDeclineReason = z.infer<typeof OfferDeclineReason>

export const declineOffer = act('decline', {
  summary: 'Decline the offer as the customer, with a reason.',
  body: z.object({ ...actingCustomer, reasonCode: OfferDeclineReason, note }),
  errors: ['OFFER_EXPIRED'],
})

export const undoAcceptance = act('undoAcceptance', {
  summary: "Undo the customer's acceptance within 15 minutes, while it has led to no booking or contract.",
  body: z.object(actingCustomer),
  errors: ['UNDO_CLOSED', 'DEPOSIT_PAID'],
})

export const cancelMarketplaceOffer = act('cancel', {
  summary: 'Cancel an accepted offer as the customer, with a reason.',
  body: z.object({ ...actingCustomer, reasonCode: CancelReason, note }),
})
