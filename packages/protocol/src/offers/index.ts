import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { Attribution } from '../bookings/cancellations.ts'
import { operation } from '../core/operation.ts'
import {
  BookingId,
  commaList,
  CustomerId,
  FileId,
  idOf,
  Instant,
  MAX_INTEGER,
  Money,
  pageQuery,
  type FoundMeta,
  UserId,
} from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { OfferContent, OfferDraft, Selections } from './content.ts'
import { OfferDiff } from './diff.ts'
import { OfferAction, OfferStatus } from './flow.ts'
import { OfferTotals } from './totals.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { ProposedSlot } from '../bookings/reschedules.ts'

export * from './flow.ts'

/** Offers: requests to quote and the quotes that answer them, in one list. */

export const OfferId = idOf('off')
export const OfferRequestId = idOf('ofr')
export const RevisionNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_INTEGER))

/** How often the same price may be kept open for longer, and a customer be reminded. */
export const EXTENSION_LIMIT = 3
export const OFFER_REMINDER_LIMIT = 3
export const OFFER_REMINDER_HOURS = 48
/** An offer holds for 1 to 90 days after it is sent; for how many unless it says otherwise is a setting. */
export const MAX_VALID_DAYS = 90
/** How long after the answer an expired or declined offer may be sent again. */
export const REVIVE_DAYS = 30

export const offerOrigins = ['CUSTOMER_REQUEST', 'PROVIDER_INITIATED', 'REBOOK'] as const
export const OfferOrigin = z.enum(offerOrigins)
export type OfferOrigin = z.infer<typeof OfferOrigin>

export const urgencies = ['EMERGENCY', 'THIS_WEEK', 'FLEXIBLE'] as const
export const Urgency = z.enum(urgencies, 'Choose how urgent it is.')
export type Urgency = z.infer<typeof Urgency>

const moment = z.nullable(Instant)
const text = z.nullable(z.string())

/** A file that an offer names, to be shown. */
export const OfferFile = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Signed, good for five minutes. */
  url: z.string(),
})
export type OfferFile = z.infer<typeof OfferFile>

/** What a customer asked for. */
export const OfferRequest = z.object({
  id: OfferRequestId,
  title: z.string(),
  description: z.string(),
  photos: z.array(FileId),
  budgetMin: z.nullable(Money),
  budgetMax: z.nullable(Money),
  preferredSlots: z.array(ProposedSlot),
  urgency: Urgency,
  respondBy: Instant,
  /** How many others were asked, as a number only. */
  competingProviders: z.int(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export type OfferRequest = z.infer<typeof OfferRequest>

/** A row of the list. */
export const OfferSummary = z.object({
  id: OfferId,
  reference: z.string(),
  status: OfferStatus,
  origin: OfferOrigin,
  title: z.string(),
  serviceCategory: z.nullable(ServiceType),
  customer: CustomerCard,
  city: text,
  /** Of what was accepted, otherwise of what was sent last, otherwise of the draft. Null while there are no lines. */
  total: z.nullable(Money),
  /** The revision the customer sees; null while nothing was sent. */
  revisionNumber: z.nullable(z.int()),
  hasDraft: z.boolean(),
  viewCount: z.int(),
  lastViewedAt: moment,
  sentAt: moment,
  /** Until when the customer may accept what was sent. */
  validUntil: moment,
  /** Until when a request may be answered. */
  respondBy: moment,
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type OfferSummary = z.infer<typeof OfferSummary>

export const RevisionSummary = z.object({
  number: z.int(),
  title: z.string(),
  total: Money,
  contentHash: z.string(),
  sentAt: Instant,
  supersededAt: moment,
})
export type RevisionSummary = z.infer<typeof RevisionSummary>

/** What was sent, never to be changed again. Customers see it without costs and margin. */
export const OfferRevision = z.extend(RevisionSummary, {
  currency: z.string(),
  content: OfferContent,
  totals: OfferTotals,
  /** As it was when it was sent; the offer's own may have been extended since. */
  validUntil: Instant,
  /** Against the revision before it; null for the first. */
  changeSummary: z.nullable(OfferDiff),
  files: z.array(OfferFile),
})
export type OfferRevision = z.infer<typeof OfferRevision>

/** What the provider is writing. Its version is its own: that the customer looked is no conflict. */
export const DraftRevision = z.object({
  version: z.int(),
  content: OfferDraft,
  totals: OfferTotals,
  updatedAt: Instant,
})
export type DraftRevision = z.infer<typeof DraftRevision>

export const Acceptance = z.object({
  at: Instant,
  revisionNumber: z.int(),
  signerName: z.string(),
  selections: Selections,
  slotIndex: z.nullable(z.int()),
  slot: z.nullable(ProposedSlot),
  contentHash: z.string(),
  total: Money,
  /** With the choices the customer made. */
  totals: OfferTotals,
  deposit: z.nullable(
    z.object({ amount: Money, dueOn: z.enum(['ACCEPTANCE', 'BEFORE_START']), status: z.enum(['DUE', 'PAID', 'VOID']) }),
  ),
  ip: text,
  userAgent: text,
  timeZone: text,
  /** Until when the customer may take it back. */
  undoUntil: Instant,
})
export type Acceptance = z.infer<typeof Acceptance>

/** Why an offer came to nothing. */
export const LostReason = z.object({
  by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM']),
  reasonCode: text,
  note: text,
  at: Instant,
  /** Whose doing it was, where something accepted was called off. */
  attributedTo: z.nullable(Attribution),
})
export type LostReason = z.infer<typeof LostReason>

/** An offer for its provider. */
export const OfferDetails = z.extend(OfferSummary, {
  providerId: UserId,
  /** The chat with the customer, once there is one. */
  channelId: text,
  /** The booking it was written for. */
  bookingId: z.nullable(BookingId),
  currency: z.string(),
  /** Of the customer: days end in it. */
  timeZone: z.string(),
  /** Where the work is; the street only once there is a booking. */
  site: z.nullable(z.object({ city: z.string(), state: text, country: z.string() })),
  request: z.nullable(OfferRequest),
  draftRevision: z.nullable(DraftRevision),
  currentRevision: z.nullable(OfferRevision),
  /** Newest first. */
  revisions: z.array(RevisionSummary),
  acceptedRevision: z.nullable(z.int()),
  acceptance: z.nullable(Acceptance),
  firstViewedAt: moment,
  /** What the customer asked to have changed, and at which lines. */
  changesRequested: z.nullable(z.object({ note: z.string(), lineIds: z.array(z.string()), at: Instant })),
  convertedTo: z.nullable(z.object({ type: z.enum(['BOOKING', 'CONTRACT']), id: z.string() })),
  /** The work needs a contract before it is booked. */
  needsContract: z.boolean(),
  /** How many days it holds where it does not say how many: an operator's to set. */
  usualValidDays: z.int(),
  lostReason: z.nullable(LostReason),
  reminders: z.object({ sent: z.int(), limit: z.int(), nextAt: moment }),
  extensions: z.object({ used: z.int(), limit: z.int() }),
  /** Those the request and the draft name; a revision brings its own. */
  files: z.array(OfferFile),
  allowedActions: z.array(OfferAction),
})
export type OfferDetails = z.infer<typeof OfferDetails>

export const listOffers = operation({
  name: 'offers.list',
  method: 'GET',
  path: '/v2/offers',
  audience: 'provider',
  summary:
    'Requests to quote and offers, latest change first unless sorted; meta carries nextCursor, total, countsByStatus and valueByStatus.',
  query: z.object({
    ...pageQuery,
    /** A cursor holds for the order it was handed out in. */
    sort: z._default(z.enum(['updatedAt', '-updatedAt']), '-updatedAt'),
    status: z.optional(commaList(OfferStatus)),
    /** Those with one customer; counts likewise. */
    customerId: z.optional(CustomerId),
    /** Those that began at `from` or later and before `to`; counts likewise. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    /** Words in reference, title and the customer's name, accents or not; counts likewise, of a thousand at most. */
    q: z.optional(z.string().check(z.minLength(2, 'Type at least 2 characters.'), z.maxLength(100))),
  }),
  returns: z.array(OfferSummary),
  errors: [],
})

/** An offer as it is shown beside words about it: how it stands, until when, and what may be done about it. */
export const OfferCard = z.extend(OfferSummary, {
  currency: z.string(),
  timeZone: z.string(),
  convertedTo: z.nullable(z.object({ type: z.enum(['BOOKING', 'CONTRACT']), id: z.string() })),
  allowedActions: z.array(OfferAction),
})
export type OfferCard = z.infer<typeof OfferCard>

/** How many cards one call answers. */
export const offerCardsMax = 50

export const listOfferCards = operation({
  name: 'offers.cards',
  method: 'GET',
  path: '/v2/offers/cards',
  audience: 'provider',
  summary: 'Offers by their ids, with what the caller may do. What is not there, or not theirs, is left out.',
  query: z.object({
    ids: commaList(z.string().check(z.maxLength(64))).check(
      z.refine((ids) => ids.length <= offerCardsMax, `Ask for at most ${offerCardsMax} offers at a time.`),
    ),
  }),
  returns: z.array(OfferCard),
  errors: [],
})

/** `meta` of the list beside that of every list: what the offers of each state come to. */
export interface OfferListMeta extends FoundMeta {
  valueByStatus: Record<string, Money[]>
}

const params = z.object({ id: OfferId })
const revisionParams = z.object({ id: OfferId, number: RevisionNumber })

export const getOffer = operation({
  name: 'offers.get',
  method: 'GET',
  path: '/v2/offers/:id',
  audience: 'provider',
  summary: 'One offer: request, draft, revisions, acceptance and what the caller may do.',
  params,
  returns: OfferDetails,
  errors: ['NOT_FOUND'],
})

export const getOfferTimeline = operation({
  name: 'offers.timeline',
  method: 'GET',
  path: '/v2/offers/:id/timeline',
  audience: 'provider',
  summary: 'What happened to an offer, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

export const getOfferRevision = operation({
  name: 'offers.revision',
  method: 'GET',
  path: '/v2/offers/:id/revisions/:number',
  audience: 'provider',
  summary: 'A revision as it was sent.',
  params: revisionParams,
  returns: OfferRevision,
  errors: ['NOT_FOUND'],
})

export const diffOfferRevision = operation({
  name: 'offers.diff',
  method: 'GET',
  path: '/v2/offers/:id/revisions/:number/diff',
  audience: 'provider',
  summary: 'What a revision changed against another one, the one before it unless named.',
  params: revisionParams,
  query: z.object({ against: z.optional(RevisionNumber) }),
  returns: z.object({ number: z.int(), against: z.int(), diff: OfferDiff }),
  errors: ['NOT_FOUND'],
})

export const getOfferPdf = operation({
  name: 'offers.pdf',
  method: 'GET',
  path: '/v2/offers/:id/revisions/:number/pdf',
  audience: 'provider',
  summary: 'A revision on paper, as the customer gets it. Tagged PDF, A4 or Letter.',
  params: revisionParams,
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

/** An offer as its customer reads it: of what was sent, or of a draft before it is. */
export const OfferDocument = z.object({
  id: OfferId,
  reference: z.string(),
  status: OfferStatus,
  /** Null for a draft. */
  revisionNumber: z.nullable(z.int()),
  contentHash: text,
  currency: z.string(),
  timeZone: z.string(),
  provider: z.object({ id: UserId, name: z.string(), avatar: text, serviceType: z.nullable(ServiceType), city: text }),
  customerName: z.string(),
  content: OfferDraft,
  totals: OfferTotals,
  sentAt: moment,
  validUntil: Instant,
  changeSummary: z.nullable(OfferDiff),
  files: z.array(OfferFile),
})
export type OfferDocument = z.infer<typeof OfferDocument>

export const previewOffer = operation({
  name: 'offers.preview',
  method: 'GET',
  path: '/v2/offers/:id/preview',
  audience: 'provider',
  summary: 'What the customer would see: the draft if there is one, otherwise what was sent. Without costs.',
  params,
  returns: OfferDocument,
  errors: ['NOT_FOUND'],
})

export const calculateTotals = operation({
  name: 'offers.calculate',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/offers/calculate',
  audience: 'provider',
  summary: 'What an offer comes to, by the same library the editor uses. Keeps nothing.',
  body: z.object({ content: OfferDraft, selections: z.optional(Selections) }),
  returns: OfferTotals,
  errors: [],
})
