import type { SlotConsent, SlotWarning } from '@fettle/protocol/availability/availability'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as rules from './schedule.rules.ts'
import type { SlotCandidate, ProviderSchedule, SlotVerdict } from './schedule.rules.ts'
import * as store from './schedule.store.ts'
import type { TimeSlot } from './hours.rules.ts'
import { findSettings } from './settings.store.ts'

const DAY_MS = 86_400_000

/** Time in a provider's schedule that a booking, a proposal or an offer wants. */
export interface SlotClaim extends SlotCandidate {
  providerId: string
  /** The booking that wants it: neither it nor what is held for it is in its own way. */
  bookingId?: string | null | undefined
  /** The proposal, offer or series that wants it, likewise. */
  subjectId?: string | null | undefined
  /**
   * Whether time held for other customers' requests is in the way, where the provider holds it: for whoever books
   * without asking and for new times; not for accepting a request, since its rivals stay requests.
   */
  requestsBlock?: boolean | undefined
  /** Only proposed: the booking keeps the time it has, and why it may overlap there, until this one is agreed on. */
  isProposal?: boolean | undefined
}

/** A provider's schedule around a slot, wide enough to judge it and, if asked, to suggest others. */
export async function readSchedule(
  db: Queryable,
  { providerId, startAt, endAt, bookingId, subjectId, requestsBlock = false }: SlotClaim,
  now: Date,
  margin: number,
): Promise<ProviderSchedule> {
  const { settings, country, state } = await findSettings(db, providerId)
  const entries = await store.listEntries(db, {
    providerId,
    from: new Date(+startAt - margin),
    to: new Date(+endAt + margin),
    now,
    withRequests: requestsBlock && settings.holdRequests,
    bookingId,
    subjectId,
  })
  return { settings, entries, country, state }
}

/** A local day and the longest buffers on either side. */
const CHECK_MARGIN_MS = 2 * DAY_MS
const SUGGEST_MARGIN_MS = (rules.SUGGEST_DAYS + 2) * DAY_MS

/** What is in the way of a slot and what deserves a second look, to show beside it. Changes nothing. */
export async function checkSlot({ clock }: Pick<Deps, 'clock'>, db: Queryable, claim: SlotClaim): Promise<SlotVerdict> {
  const schedule = await readSchedule(db, claim, clock.now(), CHECK_MARGIN_MS)
  return judgeSlot(claim, schedule, clock.now())
}

/**
 * Which of these bookings of one provider want time that is taken: three statements, however many there are. To show
 * beside them; it changes nothing.
 */
export async function findTakenSlots(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  claims: readonly (SlotClaim & { bookingId: string })[],
): Promise<Set<string>> {
  const [first] = claims
  if (!first) return new Set()
  const range = {
    providerId: first.providerId,
    startAt: new Date(Math.min(...claims.map(({ startAt }) => +startAt))),
    endAt: new Date(Math.max(...claims.map(({ endAt }) => +endAt))),
  }
  const [schedule, own] = await Promise.all([
    readSchedule(db, range, clock.now(), CHECK_MARGIN_MS),
    store.listHoldsOfBookings(
      db,
      first.providerId,
      claims.map(({ bookingId }) => bookingId),
    ),
  ])
  const isOwn = (claim: SlotClaim, id: string) =>
    id === claim.bookingId || own.some(({ bookingId, subjectId }) => bookingId === claim.bookingId && subjectId === id)
  const taken = claims.filter((claim) => rules.findConflicts(claim, schedule).some(({ id }) => !isOwn(claim, id)))
  return new Set(taken.map(({ bookingId }) => bookingId))
}

const judgeSlot = (slot: SlotCandidate, schedule: ProviderSchedule, now: Date): SlotVerdict => ({
  conflicts: rules.findConflicts(slot, schedule),
  warnings: rules.warningsOf(slot, schedule, now),
})

/** The free slots nearest to one that is taken, at most three. */
export async function suggestSlots(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  claim: SlotClaim,
): Promise<TimeSlot[]> {
  const schedule = await readSchedule(db, { ...claim, requestsBlock: true }, clock.now(), SUGGEST_MARGIN_MS)
  return rules.suggestSlots(schedule, claim, clock.now())
}

/**
 * Takes a slot for a booking within the caller's transaction, or throws SLOT_CONFLICT with what is in the way and up to
 * three free slots, or ACKNOWLEDGE_REQUIRED with the warnings that were not confirmed. From here on nobody
 * else changes this diary until the transaction ends. Where `bookingId` is given, the reason for an overlap is kept on
 * the booking, which exempts it from the database's own rule: save the booking's new status or time after this.
 * `verdict` is what `checkSlot` said of the same claim since the caller took the lock, if it did.
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
  const verdict = seen ?? judgeSlot(claim, await readSchedule(tx, claim, now, CHECK_MARGIN_MS), now)
  const hasConflict = verdict.conflicts.length > 0
  const isAgreed = hasConflict && !claim.isProposal && Boolean(bookingId ?? claim.subjectId)
  const agreed = isAgreed ? await store.findOverlapReason(tx, claim) : null
  const suggestions = hasConflict ? await suggestSlots({ clock }, tx, claim) : []
  const overlapReason = rules.assertBookable(verdict, role, consent, agreed, suggestions)
  if (bookingId && !claim.isProposal) await store.saveOverlapReason(tx, bookingId, overlapReason)
  return { overlapReason, warnings: verdict.warnings }
}

/** Keeps slots from everybody else until they expire or are released. */
export async function holdSlots(tx: Tx, hold: store.SlotHold): Promise<void> {
  await store.lockSchedule(tx, hold.providerId)
  await store.insertHolds(tx, hold)
}

/** What a proposal or an offer holds, with why each may overlap what else there is. */
export const listHeldSlots = (db: Queryable, subjectId: string) => store.listHeld(db, subjectId)

/** Gives back what a proposal or an offer held. */
export const releaseSlots = (tx: Tx, subjectId: string): Promise<void> => store.deleteHolds(tx, subjectId)
