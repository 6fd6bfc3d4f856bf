import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { Location } from '../bookings/index.ts'
import { CancelReason } from '../bookings/cancellations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import {
  commaList,
  CustomerId,
  FileId,
  Instant,
  line,
  MAX_INTEGER,
  Money,
  pageQuery,
  prose,
  UserId,
} from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { Selections } from '../offers/content.ts'
import { OfferTotals } from '../offers/totals.ts'
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
import { customerFields, OnBehalf } from './acting.ts'

/** A customer's side of offers, made by the marketplace for them. */

const marketplace = { audience: 'marketplace', scope: 'offers' } as const
const params = z.object({ id: OfferId })
const requestParams = z.object({ id: OfferRequestId })
const note = z.optional(prose(0, 1000, 'Use at most 1,000 characters.'))

const positive = z.optional(z.extend(Money, { amount: z.int().check(z.gte(0, 'Use an amount of 0 or more.')) }))

/** A request to quote and the offers it led to. */
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
  summary: 'A customer asks one to five providers for a quote.',
  body: z
    .object({
      customerId: CustomerId,
      providerIds: z.array(UserId).check(
        z.minLength(1, 'Name a provider.'),
        z.maxLength(5, 'Ask at most 5 providers.'),
        z.refine((ids) => new Set(ids).size === ids.length, 'Name each provider once.'),
      ),
      title: line(3, 120, 'Use 3 to 120 characters for the title.'),
      description: prose(3, 5000, 'Describe the work, in 3 to 5,000 characters.'),
      serviceCategory: z.optional(ServiceType),
      location: Location,
      budgetMin: positive,
      budgetMax: positive,
      preferredSlots: z._default(z.array(ProposedSlot).check(z.maxLength(5, 'Name at most 5 times.')), []),
      urgency: z._default(Urgency, 'FLEXIBLE'),
      /** One day by default, in an emergency two hours, without haste three days. */
      respondBy: z.optional(Instant),
      answers: z._default(
        z
          .array(
            z.object({
              question: line(1, 200, 'Use at most 200 characters.'),
              answer: prose(0, 1000, 'Use at most 1,000 characters.'),
            }),
          )
          .check(z.maxLength(20, 'Use at most 20 answers.')),
        [],
      ),
    })
    .check(
      z.refine(
        ({ budgetMin, budgetMax }) =>
          !budgetMin ||
          !budgetMax ||
          (budgetMin.currency === budgetMax.currency && budgetMin.amount <= budgetMax.amount),
        { error: 'Choose a budget from less to more.', path: ['budgetMax'] },
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
  summary: 'A request to quote and how its offers stand.',
  params: requestParams,
  query: z.object(customerFields),
  returns: MarketplaceOfferRequest,
  errors: ['NOT_FOUND'],
})

export const closeOfferRequest = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.close',
  method: 'POST',
  path: '/v2/marketplace/offer-requests/:id/close',
  summary: 'The customer needs no more quotes: every offer that is not accepted ends.',
  params: requestParams,
  body: z.object({ ...customerFields, note }),
  returns: MarketplaceOfferRequest,
  errors: ['NOT_FOUND'],
})

export const addOfferRequestPhoto = operation({
  ...marketplace,
  name: 'marketplace.offerRequests.addPhoto',
  method: 'POST',
  path: '/v2/marketplace/offer-requests/:id/photos',
  summary: "Send a customer's photo of what is to be done; at most ten.",
  params: requestParams,
  file: 'file',
  body: z.object(customerFields),
  status: 201,
  returns: z.object({ fileId: FileId }),
  errors: ['NOT_FOUND', 'PHOTO_LIMIT', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE', 'FILE_INFECTED'],
})

/** An offer as its customer has it: what was sent, without costs and drafts. */
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
  summary: 'Offers by creation, newest first: of a customer, of a provider or of all; meta carries nextCursor.',
  query: z.object({
    ...pageQuery,
    ...customerFields,
    providerId: z.optional(UserId),
    status: z.optional(commaList(OfferStatus)),
  }),
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
  errors: [],
})

export const getMarketplaceOffer = operation({
  ...marketplace,
  name: 'marketplace.offers.get',
  method: 'GET',
  path: '/v2/marketplace/offers/:id',
  summary: 'One offer as its customer has it. Reading it is not viewing it: say so with view.',
  params,
  query: z.object(customerFields),
  returns: MarketplaceOffer,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceOfferPdf = operation({
  ...marketplace,
  name: 'marketplace.offers.pdf',
  method: 'GET',
  path: '/v2/marketplace/offers/:id/revisions/:number/pdf',
  summary: 'A revision on paper.',
  params: z.object({ id: OfferId, number: RevisionNumber }),
  query: z.object(customerFields),
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
    'What the offer comes to with the choices of the customer. Keeps nothing; refuses choices it does not allow.',
  params,
  body: z.object({ ...customerFields, selections: Selections }),
  returns: OfferTotals,
  errors: ['NOT_FOUND'],
})

export const viewMarketplaceOffer = operation({
  ...marketplace,
  name: 'marketplace.offers.view',
  method: 'POST',
  path: '/v2/marketplace/offers/:id/view',
  summary: 'The customer looks at it.',
  params,
  body: z.object(customerFields),
  returns: MarketplaceOffer,
  errors: ['NOT_FOUND', 'OFFER_EXPIRED'],
})

const decision = <Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.offers.${name}`,
    method: 'POST',
    path: `/v2/marketplace/offers/:id/${segment}`,
    summary,
    params,
    body,
    returns: MarketplaceOffer,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', ...errors],
  })

export const askAboutOffer = decision(
  'ask',
  'ask',
  'The customer asks something about it: a message in the chat of the two.',
  z.object({ ...customerFields, text: prose(1, 2000, 'Use 1 to 2,000 characters.') }),
)

export const requestOfferChanges = decision(
  'requestChanges',
  'request-changes',
  'The customer wants it changed.',
  z.object({
    ...customerFields,
    note: prose(1, 2000, 'Say what should change, in 1 to 2,000 characters.'),
    lineIds: z._default(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(100)), []),
  }),
  ['OFFER_EXPIRED'],
)

export const acceptOffer = decision(
  'accept',
  'accept',
  'The customer accepts the revision they read, with their choices. Its hash says that it is this one and no other.',
  z.object({
    ...customerFields,
    revisionNumber: z.int().check(z.gte(1), z.lte(MAX_INTEGER)),
    contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send the hash of the revision.')),
    /** As the provider set them where nothing was chosen. */
    selections: z.optional(Selections),
    slotIndex: z.optional(z.int().check(z.gte(0), z.lte(2))),
    signerName: line(1, 100, 'Enter your name.'),
    onBehalf: OnBehalf,
  }),
  ['REVISION_SUPERSEDED', 'OFFER_EXPIRED', 'SLOT_CONFLICT'],
)

export const offerDeclineReasons = [
  'PRICE_TOO_HIGH',
  'CHOSE_OTHER',
  'TIMING',
  'SCOPE',
  'NO_LONGER_NEEDED',
  'NO_TRUST',
  'OTHER',
] as const
export const OfferDeclineReason = z.enum(offerDeclineReasons, 'Choose a reason.')
export type OfferDeclineReason = z.infer<typeof OfferDeclineReason>

export const declineOffer = decision(
  'decline',
  'decline',
  'The customer does not want it, and says why.',
  z.object({ ...customerFields, reasonCode: OfferDeclineReason, note }),
  ['OFFER_EXPIRED'],
)

export const undoAcceptance = decision(
  'undoAcceptance',
  'undo-acceptance',
  'The customer takes the acceptance back within 15 minutes, while no booking and no contract came of it.',
  z.object(customerFields),
  ['UNDO_CLOSED', 'DEPOSIT_PAID'],
)

export const cancelMarketplaceOffer = decision(
  'cancel',
  'cancel',
  'The customer calls off what they accepted, with a reason.',
  z.object({ ...customerFields, reasonCode: CancelReason, note }),
)
