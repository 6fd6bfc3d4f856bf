import type { SlotConsent, SlotWarning } from '@fettle/protocol/availability/availability'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadHolidays } from './holidays.ts'
import * as rules from './schedule.rules.ts'
import type { SlotCandidate, ProviderSchedule, SlotVerdict } from './schedule.rules.ts'
import * as store from './schedule.store.ts'
import { spanOf, type TimeSlot } from './hours.rules.ts'
import { findSettings } from './settings.store.ts'

/** A claim on a provider's time by a booking, proposal or offer. */
export interface SlotClaim extends SlotCandidate {
  providerId: string
  /** The claiming booking. Itself and its holds do not conflict. */
  bookingId?: string | null | undefined
  /** The claiming proposal, offer or series. Its holds do not conflict. */
  subjectId?: string | null | undefined
  /**
   * Whether holds for other customers' requests conflict, where the provider uses them. True for instant booking and
   * new times; false for accepting a request, because its rivals remain requests.
   */
  requestsBlock?: boolean | undefined
  /** Only a proposal: the booking keeps its slot and overlap reason until the new one is agreed. */
  isProposal?: boolean | undefined
}

/** A provider's schedule around a slot, wide enough to evaluate it and, if asked, to suggest alternatives. */
export async function readSchedule(
  db: Queryable,
  { providerId, startAt, endAt, bookingId, subjectId, requestsBlock = false }: SlotClaim,
  now: Date,
  margin: number,
): Promise<ProviderSchedule> {
  const { settings, country, state } = await findSettings(db, providerId)
  const range = { providerId, from: new Date(+startAt - margin), to: new Date(+endAt + margin), bookingId, subjectId }
  const entries = await store.listEntries(db, {
    ...range,
    now,
    withRequests: requestsBlock && settings.holdRequests,
  })
  const otherJobs = settings.maxBookingsPerDay === null ? [] : await store.listStartsOfOtherJobs(db, range)
  const holidayOn = settings.isSet && country ? await loadHolidays(country, state ?? '') : () => undefined
  return { settings, entries, otherJobs, holidayOn }
}

/** A local day plus the longest buffers on either side. */
const CHECK_MARGIN_MS = 2 * DAY_MS
const SUGGEST_MARGIN_MS = (rules.SUGGEST_DAYS + 2) * DAY_MS

/** Conflicts and warnings of a slot, for display. Changes nothing. */
export async function checkSlot({ clock }: Pick<Deps, 'clock'>, db: Queryable, claim: SlotClaim): Promise<SlotVerdict> {
  const schedule = await readSchedule(db, claim, clock.now(), CHECK_MARGIN_MS)
  return evaluateSlot(claim, schedule, clock.now())
}

/**
 * Which of these bookings of one provider want a slot that is taken. Three statements for any number. For display;
 * changes nothing.
 */
export async function findTakenSlots(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  claims: readonly (SlotClaim & { bookingId: string })[],
): Promise<Set<string>> {
  const [first] = claims
  if (!first) return new Set()
  const [schedule, ownClaims] = await Promise.all([
    readSchedule(db, { providerId: first.providerId, ...spanOf(claims) }, clock.now(), CHECK_MARGIN_MS),
    store.listHoldsOfBookings(
      db,
      first.providerId,
      claims.map(({ bookingId }) => bookingId),
    ),
  ])
  const isOwn = (claim: SlotClaim, id: string) =>
    id === claim.bookingId ||
    ownClaims.some(({ bookingId, subjectId }) => bookingId === claim.bookingId && subjectId === id)
  const takenClaims = claims.filter((claim) => rules.findConflicts(claim, schedule).some(({ id }) => !isOwn(claim, id)))
  return new Set(takenClaims.map(({ bookingId }) => bookingId))
}

const evaluateSlot = (slot: SlotCandidate, schedule: ProviderSchedule, now: Date): SlotVerdict => ({
  conflicts: rules.findConflicts(slot, schedule),
  warnings: rules.warningsOf(slot, schedule, now),
})

/** Up to three free slots nearest to a taken one. */
export async function suggestSlots(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  claim: SlotClaim,
): Promise<TimeSlot[]> {
  const schedule = await readSchedule(db, { ...claim, requestsBlock: true }, clock.now(), SUGGEST_MARGIN_MS)
  return rules.suggestSlots(schedule, claim, clock.now())
}

/**
 * Takes a slot for a booking within the caller's transaction and locks the schedule until it ends. Throws SLOT_CONFLICT
 * with the conflicts and up to three free slots, or ACKNOWLEDGE_REQUIRED with the unconfirmed warnings. With
 * `bookingId`, the overlap reason is stored on the booking, which exempts it from the database's exclusion constraint:
 * save the booking's new status or time afterwards. `verdict` is the result of `checkSlot` for the same claim since the
 * lock was taken, if any.
 */
export async function claimSlot(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  claim: SlotClaim,
  {
    role,
    verdict: seen,
    ...consent
  }: SlotConsent & { role: 'PROVIDER' | 'CUSTOMER' | 'SYSTEM'; verdict?: SlotVerdict },
): Promise<{ overlapReason: string | null; warnings: SlotWarning[] }> {
  const now = clock.now()
  const { bookingId } = claim
  if (!seen) await store.lockSchedule(tx, claim.providerId)
  const verdict = seen ?? evaluateSlot(claim, await readSchedule(tx, claim, now, CHECK_MARGIN_MS), now)
  const hasConflict = verdict.conflicts.length > 0
  const isAgreed = hasConflict && !claim.isProposal && Boolean(bookingId ?? claim.subjectId)
  const agreed = isAgreed ? await store.findOverlapReason(tx, claim) : null
  const suggestions = hasConflict ? await suggestSlots({ clock }, tx, claim) : []
  const overlapReason = rules.assertBookable(verdict, { role, consent, agreedReason: agreed, suggestions })
  if (bookingId && !claim.isProposal) await store.saveOverlapReason(tx, bookingId, overlapReason)
  return { overlapReason, warnings: verdict.warnings }
}

/** Holds slots until they expire or are released. */
export async function holdSlots(tx: Tx, hold: store.SlotHold): Promise<void> {
  await store.lockSchedule(tx, hold.providerId)
  await store.insertHolds(tx, hold)
}
