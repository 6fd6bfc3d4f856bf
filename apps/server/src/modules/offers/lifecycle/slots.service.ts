import type { SlotConsent } from '@fettle/protocol/availability/availability'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fieldError } from '../../../platform/errors.ts'
import {
  checkSlot,
  claimSlot,
  holdSlots,
  lockSchedule,
  releaseSlots,
  type SlotClaim,
} from '../../availability/index.ts'
import type { Offer, OfferActorRole } from '../offer.types.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** The slots of an offer as schedule times. */

const timesOf = ({ startAt, endAt }: ProposedSlot) => ({ startAt: new Date(startAt), endAt: new Date(endAt) })

function claimOf({ id, providerId, location }: Offer, slot: ProposedSlot): SlotClaim {
  const { lat, lng } = location ?? {}
  const geoPoint = lat === undefined || lng === undefined ? null : { lat, lng }
  return { providerId, subjectId: id, ...timesOf(slot), location: geoPoint }
}

/** A slot with its overlap reason, if the provider gave one. */
export type HeldSlot = ProposedSlot & { overlapReason?: string | null }

/**
 * Throws unless every slot is in the future and free, or the provider accepted the conflicts when sending, which also
 * applies when the customer chooses. Returns the slots with their overlap reasons.
 */
export async function claimAll(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  offer: Offer,
  slots: readonly ProposedSlot[],
  consent: SlotConsent & { role: OfferActorRole },
): Promise<HeldSlot[]> {
  const claimed: HeldSlot[] = []
  for (const [index, slot] of slots.entries()) {
    if (new Date(slot.startAt) <= deps.clock.now()) {
      throw fieldError(['proposedSlots', index, 'startAt'], 'TOO_SMALL', issueText('START_IN_PAST'))
    }
    const { overlapReason } = await claimSlot(deps, tx, claimOf(offer, slot), consent)
    claimed.push({ ...slot, overlapReason })
  }
  return claimed
}

/** The slots without those that others took since they were released. Locks the schedule. */
export async function listFree(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  offer: Offer,
  slots: readonly ProposedSlot[],
): Promise<ProposedSlot[]> {
  await lockSchedule(tx, offer.providerId)
  const free: ProposedSlot[] = []
  for (const slot of slots) {
    const { conflicts } = await checkSlot(deps, tx, claimOf(offer, slot))
    if (conflicts.length === 0) free.push(slot)
  }
  return free
}

/** Holds these slots for the customer and releases earlier ones. Overlap reasons are kept. */
export async function hold(tx: Tx, offer: Offer, slots: readonly HeldSlot[], expiresAt: Date): Promise<void> {
  const before = await releaseSlots(tx, offer.id)
  if (slots.length === 0) return
  const reasonOf = ({ startAt, endAt, overlapReason }: HeldSlot) =>
    overlapReason ??
    before.find((slot) => +slot.startAt === Date.parse(startAt) && +slot.endAt === Date.parse(endAt))?.overlapReason
  await holdSlots(tx, {
    providerId: offer.providerId,
    kind: 'OFFER',
    subjectId: offer.id,
    reference: offer.reference,
    title: offer.title,
    timeZone: offer.timeZone,
    expiresAt,
    slots: slots.map((slot) => ({ ...timesOf(slot), overlapReason: reasonOf(slot) ?? null })),
  })
}
