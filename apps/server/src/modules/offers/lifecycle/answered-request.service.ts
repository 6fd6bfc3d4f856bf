import type { OfferContent } from '@fettle/protocol/offers/content'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import type { OfferStatus } from '@fettle/protocol/offers'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  findRequestedTime,
  recordOfferEnded,
  recordOfferSent,
  replaceRequestByContract,
  type BookingDeps,
} from '../../bookings/index.ts'
import { answeringStatuses, resendableStatuses } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import * as store from '../offers.store.ts'

/** The booking request that an offer answers (decision 429). */

const includes = (statuses: readonly OfferStatus[], { status }: Offer): boolean => statuses.includes(status)

/** Tells the request when an offer that answers it is sent, and when one ends. */
export async function updateAnsweredRequest(
  deps: BookingDeps,
  tx: Tx,
  party: ActingParty,
  before: Offer,
  after: Offer,
): Promise<void> {
  const { id, bookingId, status, convertedTo } = after
  if (bookingId === null || before.status === status) return
  if (status === 'CONVERTED' && convertedTo?.type === 'CONTRACT') {
    return replaceRequestByContract(deps, tx, party, bookingId)
  }
  const [wasOpen, isOpen] = [includes(answeringStatuses, before), includes(answeringStatuses, after)]
  if (wasOpen === isOpen) return
  if (isOpen) return recordOfferSent(deps, tx, party, bookingId, id)
  const other = await store.findAnswering(tx, bookingId)
  const remaining = other ?? (includes(resendableStatuses, after) ? id : null)
  await recordOfferEnded(deps, tx, party, bookingId, {
    offerId: id,
    remaining: { offerId: remaining, isOpen: other !== undefined },
  })
}

/** The time that acceptance agrees on if the offer proposes none and answers a request. Null: none. */
export async function requestedSlotOf(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { id, bookingId }: Offer,
  { proposedSlots }: OfferContent,
): Promise<ProposedSlot | null> {
  if (bookingId === null || proposedSlots.length > 0) return null
  const time = await findRequestedTime(deps, tx, { bookingId, offerId: id })
  return time ? { startAt: time.startAt.toISOString(), endAt: time.endAt.toISOString() } : null
}
