import * as z from 'zod/mini'
import { timelineOf } from '../bookings/index.ts'
import { Attribution } from '../bookings/cancellations.ts'
import { cardsOf, documentQuery } from '../common/document-lists.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { BookingId, FileId, idOf, Instant, MAX_INTEGER, Money, type FoundMeta, UserId } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { OfferContent, OfferDraft, Selections } from './content.ts'
import { OfferDiff } from './diff.ts'
import { OfferAction, OfferStatus } from './states.ts'
import { OfferTotals } from './totals-view.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { ProposedSlot } from '../bookings/reschedules.ts'
import { issueText } from '../core/issue-text.ts'
import { offerCardsMax } from './constants.ts'

export * from './flow.ts'
export * from './states.ts'

/** Offers: requests for quotes and the quotes that answer them, in one list. */

export const OfferId = idOf('off')
export const OfferRequestId = idOf('ofr')
export const RevisionNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_INTEGER))

/** How often the validity may be extended, and a customer reminded. */
export const EXTENSION_LIMIT = 3
export const OFFER_REMINDER_LIMIT = 3
export const OFFER_REMINDER_HOURS = 48
/** Days after the answer in which an expired or declined offer may be sent again. */
export const RESEND_DAYS = 30

export const offerOrigins = ['CUSTOMER_REQUEST', 'PROVIDER_INITIATED', 'REBOOK'] as const
export const OfferOrigin = z.enum(offerOrigins)
export type OfferOrigin = z.infer<typeof OfferOrigin>

export const urgencies = ['EMERGENCY', 'THIS_WEEK', 'FLEXIBLE'] as const
export const Urgency = z.enum(urgencies, issueText('URGENCY_REQUIRED'))
export type Urgency = z.infer<typeof Urgency>

/** A file of an offer, for display. */
export const OfferFile = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Signed, valid for five minutes. */
  url: z.string(),
})
export type OfferFile = z.infer<typeof OfferFile>

/** A customer's request for a quote. */
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
  /** Number of other providers asked, without names. */
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
  city: z.nullable(z.string()),
  /** Total of the accepted revision, otherwise of the last sent, otherwise of the draft. Null without lines. */
  total: z.nullable(Money),
  /** The revision the customer sees. Null while nothing was sent. */
  revisionNumber: z.nullable(z.int()),
  hasDraft: z.boolean(),
  viewCount: z.int(),
  lastViewedAt: z.nullable(Instant),
  sentAt: z.nullable(Instant),
  /** Deadline for accepting. */
  validUntil: z.nullable(Instant),
  /** Deadline for answering a request. */
  respondBy: z.nullable(Instant),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Those allowed now. Rows of a list name only `remind` and `remove`. */
  allowedActions: z.array(OfferAction),
})
export type OfferSummary = z.infer<typeof OfferSummary>

export const RevisionSummary = z.object({
  number: z.int(),
  title: z.string(),
  total: Money,
  contentHash: z.string(),
  sentAt: Instant,
  supersededAt: z.nullable(Instant),
})
export type RevisionSummary = z.infer<typeof RevisionSummary>

/** A sent revision, immutable. Customers see it without costs and margin. */
export const OfferRevision = z.extend(RevisionSummary, {
  currency: z.string(),
  content: OfferContent,
  totals: OfferTotals,
  /** As sent; the offer's own deadline may have been extended since. */
  validUntil: Instant,
  /** Compared with the previous revision. Null for the first. */
  changeSummary: z.nullable(OfferDiff),
  files: z.array(OfferFile),
})
export type OfferRevision = z.infer<typeof OfferRevision>

/** The draft. Its version is separate, so that a customer's view causes no conflict. */
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
  /** The chosen time. Without proposed times: that of the request the offer answers, if it is free. */
  slot: z.nullable(ProposedSlot),
  contentHash: z.string(),
  total: Money,
  /** With the customer's choices. */
  totals: OfferTotals,
  deposit: z.nullable(
    z.object({ amount: Money, dueOn: z.enum(['ACCEPTANCE', 'BEFORE_START']), status: z.enum(['DUE', 'PAID', 'VOID']) }),
  ),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  /** Deadline for undoing the acceptance. */
  undoUntil: Instant,
})
export type Acceptance = z.infer<typeof Acceptance>

/** Why an offer ended without success. */
export const LostReason = z.object({
  by: z.enum(['PROVIDER', 'CUSTOMER', 'SYSTEM']),
  reasonCode: z.nullable(z.string()),
  note: z.nullable(z.string()),
  at: Instant,
  /** Responsibility for cancelling an accepted offer. */
  attributedTo: z.nullable(Attribution),
})
export type LostReason = z.infer<typeof LostReason>

/** An offer as its provider sees it. */
export const OfferDetails = z.extend(OfferSummary, {
  providerId: UserId,
  /** Chat channel with the customer, if any. */
  channelId: z.nullable(z.string()),
  /** The booking it was created for. While that is a request, the offer answers it, and acceptance confirms it. */
  bookingId: z.nullable(BookingId),
  currency: z.string(),
  /** The customer's. Deadlines given as days end in it. */
  timeZone: z.string(),
  /** Location of the work. Includes the street only once there is a booking. */
  site: z.nullable(z.object({ city: z.string(), state: z.nullable(z.string()), country: z.string() })),
  request: z.nullable(OfferRequest),
  draftRevision: z.nullable(DraftRevision),
  currentRevision: z.nullable(OfferRevision),
  /** Newest first. */
  revisions: z.array(RevisionSummary),
  acceptedRevision: z.nullable(z.int()),
  acceptance: z.nullable(Acceptance),
  firstViewedAt: z.nullable(Instant),
  /** Changes the customer requested, with the lines concerned. */
  changesRequested: z.nullable(z.object({ note: z.string(), lineIds: z.array(z.string()), at: Instant })),
  convertedTo: z.nullable(z.object({ type: z.enum(['BOOKING', 'CONTRACT']), id: z.string() })),
  /** The work requires a contract before it is booked. */
  needsContract: z.boolean(),
  /** Default validity in days, from the settings. */
  usualValidDays: z.int(),
  lostReason: z.nullable(LostReason),
  reminders: z.object({
    sent: z.int(),
    limit: z.int(),
    /** Earliest next reminder by the provider. */
    nextAt: z.nullable(Instant),
    /** Whether reminders are sent automatically, and when the next one is due. */
    automatic: z.boolean(),
    nextAutomaticAt: z.nullable(Instant),
  }),
  extensions: z.object({ used: z.int(), limit: z.int() }),
  /** Files of the request and the draft. A revision has its own. */
  files: z.array(OfferFile),
})
export type OfferDetails = z.infer<typeof OfferDetails>

export const listOffers = operation({
  name: 'offers.list',
  method: 'GET',
  path: '/v2/offers',
  audience: 'provider',
  summary:
    'List requests for quotes and offers, latest change first unless sorted, with those of remind and remove that are allowed. meta carries nextCursor, total, countsByStatus and valueByStatus.',
  query: documentQuery(OfferStatus),
  returns: z.array(OfferSummary),
})

/** An offer as a card, for example in a chat: state, deadlines and allowed actions. */
export const OfferCard = z.extend(OfferSummary, {
  currency: z.string(),
  timeZone: z.string(),
  convertedTo: z.nullable(z.object({ type: z.enum(['BOOKING', 'CONTRACT']), id: z.string() })),
})
export type OfferCard = z.infer<typeof OfferCard>

export const listOfferCards = cardsOf('offers', OfferCard, offerCardsMax, 'MAX_OFFERS_PER_QUERY')

/** `meta` of the list: adds the total value by status. */
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
  summary: 'Get an offer: request, draft, revisions, acceptance and allowedActions.',
  params,
  returns: OfferDetails,
  errors: ['NOT_FOUND'],
})

export const getOfferTimeline = timelineOf('offers', '/v2/offers', 'an offer', params)

export const getOfferRevision = operation({
  name: 'offers.revision',
  method: 'GET',
  path: '/v2/offers/:id/revisions/:number',
  audience: 'provider',
  summary: 'Get a revision as it was sent.',
  params: revisionParams,
  returns: OfferRevision,
  errors: ['NOT_FOUND'],
})

export const diffOfferRevision = operation({
  name: 'offers.diff',
  method: 'GET',
  path: '/v2/offers/:id/revisions/:number/diff',
  audience: 'provider',
  summary: 'Compare a revision with another one, by default the one before it.',
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
  summary: "Get a revision as the customer's PDF. Tagged, A4 or Letter.",
  params: revisionParams,
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})

/** An offer as its customer reads it: a sent revision, or the preview of a draft. */
export const OfferDocument = z.object({
  id: OfferId,
  reference: z.string(),
  status: OfferStatus,
  /** Null for a draft. */
  revisionNumber: z.nullable(z.int()),
  contentHash: z.nullable(z.string()),
  currency: z.string(),
  timeZone: z.string(),
  provider: z.object({
    id: UserId,
    name: z.string(),
    avatar: z.nullable(z.string()),
    serviceType: z.nullable(ServiceType),
    city: z.nullable(z.string()),
  }),
  customerName: LocalizedText,
  content: OfferDraft,
  totals: OfferTotals,
  sentAt: z.nullable(Instant),
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
  summary:
    'Preview the offer as the customer would see it: the draft if there is one, otherwise the sent revision. Without costs.',
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
  summary: 'Calculate the totals of an offer with the library the editor uses. Stores nothing.',
  body: z.object({ content: OfferDraft, selections: z.optional(Selections) }),
  returns: OfferTotals,
})
