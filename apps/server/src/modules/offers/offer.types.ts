import type { Location } from '@fettle/protocol/bookings'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import type {
  Acceptance,
  LostReason,
  OfferTransitionName,
  OfferOrigin,
  OfferStatus,
  OfferSummary,
  RevisionSummary,
} from '@fettle/protocol/offers'
import type { RequestRow } from './requests/requests.store.ts'
import type { Revision } from './revisions/revisions.rules.ts'
import type { SettingValues } from '@fettle/protocol/accounts/settings'

/** Fields of an offer that its list needs. */
export interface ListedOffer {
  id: string
  reference: string
  status: OfferStatus
  origin: OfferOrigin
  title: string
  serviceCategory: OfferSummary['serviceCategory']
  customer: OfferSummary['customer']
  city: string | null
  currency: string
  total: number | null
  /** The revision the customer sees. */
  liveRevision: number | null
  hasDraft: boolean
  viewCount: number
  lastViewedAt: Date | null
  sentAt: Date | null
  validUntil: Date | null
  respondBy: Date | null
  timeZone: string
  remindersSent: number
  remindedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** An offer as stored. */
export interface Offer extends Omit<ListedOffer, 'city' | 'hasDraft'> {
  providerId: string
  channelId: string | null
  requestId: string | null
  bookingId: string | null
  location: Location | null
  requiresContract: boolean
  draft: OfferDraft | null
  /** Not reset when the draft is sent or discarded. */
  draftVersion: number
  draftUpdatedAt: Date | null
  firstViewedAt: Date | null
  changes: { note: string; lineIds: string[]; at: string } | null
  acceptance: Acceptance | null
  convertedTo: { type: 'BOOKING' | 'CONTRACT'; id: string } | null
  /** Its contract was deleted or ended before both had signed, so it may be converted again. */
  isContractGone: boolean
  /** Its contract was completed or terminated, so nothing more is charged for it. */
  isContractOver: boolean
  lost: LostReason | null
  /** When automatic reminders were turned on. Null: off. */
  autoRemindSince: Date | null
  extensions: number
  endedAt: Date | null
  lastAction: OfferTransitionName | null
  lastActionBy: OfferActorRole | null
  /** Timers that fired: `kind@due`. */
  firedTimers: readonly string[]
}

/** Details that only an offer's provider sees. */
export interface OfferParts {
  /** The customer's request it answers. */
  request: RequestRow | null
  /** All revisions, newest first. */
  summaries: RevisionSummary[]
  /** The revision the customer sees and the one before it, newest first. */
  live: Revision[]
}

export interface OfferWithParts extends Offer {
  parts: OfferParts
}

export type OfferActorRole = Side | 'SYSTEM'

/** Everything a decision depends on besides the offer. */
export interface OfferDecisionContext {
  role: OfferActorRole
  now: Date
  settings: SettingValues
}
