import { slotWarnings, type SlotConsent } from '@fettle/protocol/availability/availability'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type {
  ProposalAction,
  ProposedSlot,
  RescheduleProposal,
  RescheduleReason,
} from '@fettle/protocol/bookings/reschedules'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM, type ActingParty, type ActingPerson } from '../../../platform/acting-party.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { claimSlot, findSettings, holdSlots } from '../../availability/index.ts'
import { bookingWorkflow, toLazyView, type BookingDeps, type LazyBookingView } from '../booking.workflow.ts'
import { getOwnBooking, lockOwnBooking } from '../booking.access.ts'
import { toSlotClaim, loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { assertAllowed, rescheduleTo } from '../booking.rules.ts'
import type { Booking, BookingSlot } from '../booking.types.ts'
import { isScheduled } from '../lifecycle/unscheduled.rules.ts'
import * as bookings from '../bookings.store.ts'
import { notificationParams, describeBooking, toNotification, type BookingEffects } from '../booking.effects.ts'
import { toView } from '../booking.view.ts'
import { latestAnswerTo } from '../creation/respond-by.rules.ts'
import { findBookingRelations, findProviderName } from '../listing/relations.store.ts'
import { EXPIRE_PROPOSAL, releaseProposal, proposalKey } from './release.service.ts'
import * as rules from './reschedule.rules.ts'
import type { StoredProposal } from '../booking.types.ts'
import * as store from './reschedule.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export interface ProposalInput extends SlotConsent {
  version?: number | undefined
  occurredAt?: string | undefined
  slots: readonly ProposedSlot[]
  reasonCode: RescheduleReason
  note?: string | undefined
}

/** Proposes other times and holds them. An open proposal of the other side is superseded. */
export function proposeTimes(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, slots: requestedSlots, reasonCode, note, ...consent }: ProposalInput,
): Promise<RescheduleProposal> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, id)
    const context = await loadDecisionContext(deps, tx, booking, party.role)
    if (version !== undefined && version !== booking.version) {
      const current = toView(booking, context, await findBookingRelations(tx, booking))
      throw new AppError('VERSION_CONFLICT', { thing: 'booking', current })
    }
    assertAllowed(booking, 'reschedule', context)
    const slots = requestedSlots.map(({ startAt, endAt }) => ({ startAt: new Date(startAt), endAt: new Date(endAt) }))
    await assertPossible(deps, tx, booking, slots)
    if (context.proposal) await supersede(deps, tx, party, context.proposal)
    const proposal: StoredProposal = {
      id: deps.ids.next('prp'),
      bookingId: id,
      status: 'PENDING',
      proposedBy: party.role,
      slots,
      reasonCode,
      note: note || null,
      createdAt: context.now,
      expiresAt: rules.expiryOf(context.now, { startAt: booking.startAt, slots }),
      decidedAt: null,
      slotIndex: null,
    }
    const heldSlots = []
    for (const slot of slots) {
      const claim = { ...toSlotClaim({ ...booking, ...slot }), requestsBlock: true, isProposal: true }
      const { overlapReason } = await claimSlot(deps, tx, claim, { ...consent, role: party.role })
      heldSlots.push({ ...slot, overlapReason })
    }
    await hold(tx, booking, proposal, heldSlots)
    await store.insert(tx, booking.providerId, proposal)
    await deps.jobs.add(
      tx,
      EXPIRE_PROPOSAL,
      { bookingId: id, id: proposal.id },
      { runAt: proposal.expiresAt, key: proposalKey(proposal.id), queue: `bookings:${booking.providerId}` },
    )
    const after = bumpVersion(booking, context.now)
    await bookings.save(tx, booking, after)
    await bookingWorkflow.announce(deps, tx, party, after, {
      event: 'booking.proposal_created',
      data: { proposalId: proposal.id, slots: requestedSlots, reasonCode, ...(note && { note }) },
      systemMessage: {
        code: 'reschedule-proposed',
        params: {
          person: party.name,
          times: { list: slots.map((slot) => instantParam(slot.startAt, after.timeZone)), join: 'or' },
          title: after.title,
        },
      },
      ...(party.role === 'CUSTOMER' && {
        notification: toNotification(after, 'proposal-received', {
          ...notificationParams(after),
          times: slots.map((slot) => slot.startAt.toISOString()),
        }),
      }),
    })
    return rules.toView(proposal, context)
  })
}

/** Throws if a proposed time is taken or beyond the horizon. */
async function assertPossible(
  deps: BookingDeps,
  tx: Tx,
  booking: Booking,
  slots: readonly BookingSlot[],
): Promise<void> {
  const now = deps.clock.now()
  const { settings } = await findSettings(tx, booking.providerId)
  const horizon = new Date(+now + settings.maxHorizonDays * DAY_MS)
  for (const [index, { startAt }] of slots.entries()) {
    const path = ['slots', index, 'startAt']
    if (startAt <= now) throw fieldError(path, 'TOO_SMALL', issueText('START_IN_PAST'))
    if (startAt > horizon) {
      throw fieldError(path, 'TOO_BIG', issueText('START_BEYOND_HORIZON', { max: settings.maxHorizonDays }))
    }
    if (slots.some((other, position) => position < index && +other.startAt === +startAt)) {
      throw fieldError(path, 'DUPLICATE', issueText('PROPOSED_TIMES_REPEATED'))
    }
  }
}

const hold = (
  tx: Tx,
  { id, providerId, reference, title, timeZone }: Booking,
  proposal: StoredProposal,
  slots: Parameters<typeof holdSlots>[1]['slots'],
) =>
  holdSlots(tx, {
    providerId,
    kind: 'PROPOSAL',
    subjectId: proposal.id,
    bookingId: id,
    reference,
    title,
    timeZone,
    expiresAt: proposal.expiresAt,
    slots,
  })

async function supersede(deps: BookingDeps, tx: Tx, party: ActingPerson, pending: StoredProposal): Promise<void> {
  const context = { role: party.role, now: deps.clock.now() }
  const isLate = context.now >= pending.expiresAt
  const closed = isLate
    ? rules.transition(pending, 'expire', { ...context, role: 'SYSTEM' })
    : rules.transition(pending, 'counter', context)
  await store.save(tx, closed)
  await releaseProposal(deps, tx, pending)
}

export interface ProposalAnswer extends SlotConsent {
  slotIndex?: number | undefined
  note?: string | undefined
}

/** Accepts, declines, withdraws or expires a proposal. The old time stays until a new one is accepted. */
export function answerProposal(
  deps: BookingDeps,
  party: ActingParty,
  { bookingId, id }: { bookingId: string; id: string },
  action: Exclude<ProposalAction, 'counter'>,
  { slotIndex, note, ...consent }: ProposalAnswer = {},
): Promise<LazyBookingView> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnBooking(tx, party, bookingId)
    const context = await loadDecisionContext(deps, tx, before, party.role)
    const proposal = await store.find(tx, bookingId, id)
    if (!proposal) throw new AppError('NOT_FOUND', { thing: 'proposal' })
    if (rules.isDone(proposal, action, party.role, slotIndex)) return toLazyView(deps, party, before)
    // The timer ignores proposals already answered.
    if (action === 'expire' && !rules.allowedActions(proposal, context).includes('expire')) {
      return toLazyView(deps, party, before)
    }
    const decided = rules.transition(proposal, action, context, slotIndex)
    await store.save(tx, decided)
    if (action !== 'accept') {
      await releaseProposal(deps, tx, decided)
      const after = bumpVersion(before, context.now)
      await bookings.save(tx, before, after)
      await bookingWorkflow.announce(deps, tx, party, after, toAnswerEffects(after, decided, note))
      return toLazyView(deps, party, after)
    }
    const slot = proposal.slots[slotIndex ?? 0]
    if (!slot) throw fieldError(['slotIndex'], 'TOO_BIG', issueText('TIME_NOT_PROPOSED'))
    // The hold carries the overlap reason, so it is released last.
    await claimSlot(
      deps,
      tx,
      { ...toSlotClaim({ ...before, ...slot }), subjectId: id },
      { ...consent, role: party.role },
    )
    await releaseProposal(deps, tx, decided)
    const after = toMovedBooking(deps, before, slot)
    await bookingWorkflow.commit(deps, tx, party, {
      before,
      after,
      at: context.now,
      effects: {
        event: 'booking.rescheduled',
        data: {
          proposalId: id,
          from: isScheduled(before)
            ? { startAt: before.startAt.toISOString(), endAt: before.endAt.toISOString() }
            : null,
          to: { startAt: slot.startAt.toISOString(), endAt: slot.endAt.toISOString() },
        },
        systemMessage: isScheduled(before)
          ? {
              code: 'booking-rescheduled',
              params: { before: instantParam(before.startAt, before.timeZone), booking: describeBooking(after) },
            }
          : { code: 'booking-time-agreed', params: { booking: describeBooking(after) } },
        ...(party.role === 'CUSTOMER' && {
          notification: toNotification(after, 'booking-rescheduled', notificationParams(after)),
        }),
      },
    })
    return toLazyView(deps, party, after)
  })
}

/** The booking at its new time. A request still awaits its answer, sooner if it starts sooner; a paused job resumes then. */
function toMovedBooking(deps: BookingDeps, before: Booking, slot: BookingSlot): Booking {
  const now = deps.clock.now()
  const after = rescheduleTo(before, slot, now)
  if (before.status === 'PAUSED' && before.pause) {
    return { ...after, pause: { ...before.pause, resumeOn: slot.startAt } }
  }
  if (before.status !== 'REQUESTED') return after
  const latest = latestAnswerTo(slot.startAt, now)
  return { ...after, respondBy: before.respondBy && before.respondBy > latest ? latest : before.respondBy }
}

function describeAnswer(status: StoredProposal['status'], booking: SystemMessageContent): SystemMessageContent {
  if (status === 'ACCEPTED') return { code: 'reschedule-accepted', params: { booking } }
  if (status === 'DECLINED') return { code: 'reschedule-declined', params: { booking } }
  if (status === 'WITHDRAWN') return { code: 'reschedule-withdrawn', params: { booking } }
  return { code: 'reschedule-expired', params: { booking } }
}

function toAnswerEffects(
  booking: Booking,
  { id, status, proposedBy }: StoredProposal,
  note: string | undefined,
): BookingEffects {
  const effects: BookingEffects = {
    event: 'booking.proposal_answered',
    data: { proposalId: id, status, ...(note && { note }) },
    systemMessage: describeAnswer(status, describeBooking(booking)),
  }
  const isForProvider = proposedBy === 'PROVIDER' ? status !== 'WITHDRAWN' : status === 'WITHDRAWN'
  if (!isForProvider) return effects
  return {
    ...effects,
    notification: toNotification(booking, 'proposal-answered', { ...notificationParams(booking), answer: status }),
  }
}

/**
 * Proposes free times in the provider's name when new hours leave a booking outside, whatever warnings they have:
 * nobody is there to acknowledge them. Does nothing while a proposal is open. Throws SLOT_CONFLICT if one was taken
 * meanwhile.
 */
export async function proposeForProvider(
  deps: BookingDeps,
  bookingId: string,
  slots: readonly ProposedSlot[],
): Promise<void> {
  const booking = await bookings.find(deps.db, bookingId)
  if (!booking) return
  const provider: ActingPerson = {
    role: 'PROVIDER',
    id: booking.providerId,
    name: await findProviderName(deps.db, booking),
  }
  const context = await loadDecisionContext(
    deps,
    deps.db,
    await getOwnBooking(deps.db, provider, bookingId),
    'PROVIDER',
  )
  if (context.proposal) return
  try {
    assertAllowed(booking, 'reschedule', context)
  } catch (error) {
    // It moved on, or has no reschedules left.
    if (error instanceof AppError) return
    throw error
  }
  await proposeTimes(deps, provider, bookingId, { slots, reasonCode: 'NOT_AVAILABLE', acknowledge: [...slotWarnings] })
}

export function handleProposalJobs(deps: BookingDeps): void {
  deps.jobs.handle<{ bookingId: string; id: string }>(EXPIRE_PROPOSAL, async ({ bookingId, id }) => {
    const booking = await bookings.find(deps.db, bookingId)
    if (booking) await answerProposal(deps, SYSTEM, { bookingId, id }, 'expire')
  })
}
