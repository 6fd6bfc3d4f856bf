import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import type { Received } from '@fettle/protocol'
import type { acceptOffer, declineOffer, requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import type { OfferContent, Selections } from '@fettle/protocol/offers/content'
import { canonicalText } from '@fettle/protocol/offers/diff'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { calculateOffer, defaultSelections, selectionProblems } from '@fettle/protocol/offers/totals'
import type { Acceptance } from '@fettle/protocol/offers'
import { actorOf, type ActingPerson } from '../../../platform/acting-party.ts'
import { storeText } from '../../../platform/locale/messages.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { releaseSlots } from '../../availability/index.ts'
import { lockParties } from '../../customers/index.ts'
import { voidFor } from '../../invoices/index.ts'
import { offerTimers } from '../offer.timers.ts'
import { offerWorkflow, type OfferDeps } from '../offer.workflow.ts'
import { getOwnOffer, lockOwnOffer, subjectOf } from '../offer.access.ts'
import { toDecisionContext } from '../lifecycle/decision-context.ts'
import { undoUntil, needsContract } from '../lifecycle/guards.rules.ts'
import * as rules from '../offer.rules.ts'
import type { OfferDecisionContext, Offer } from '../offer.types.ts'
import * as store from '../offers.store.ts'
import { describeOffer, toNotification, enqueueChatMessage } from '../offer.effects.ts'
import { requestedSlotOf } from '../lifecycle/answered-request.service.ts'
import { convertOnAcceptance } from '../lifecycle/convert.service.ts'
import { chargeDeposit } from '../lifecycle/deposit.service.ts'
import { claimAll, hold, listFree } from '../lifecycle/slots.service.ts'
import { contentOf, snapshotOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Customers' actions on offers. */

async function liveContent(tx: Queryable, { id, liveRevision }: Offer): Promise<OfferContent> {
  const live = liveRevision === null ? undefined : await revisions.find(tx, id, liveRevision)
  if (!live) throw new AppError('NOT_FOUND', { thing: 'revision' })
  return contentOf(live, { withCosts: false })
}

/** Throws for choices the offer does not allow, each at its path. */
function assertSelectable(content: OfferContent, selections: Selections): void {
  const [first, ...rest] = selectionProblems(content, selections)
  if (!first) return
  const issues = [first, ...rest].map(({ path, message }) => ({
    path: ['selections', ...path],
    field: path.findLast((key) => typeof key === 'string') ?? 'selections',
    code: 'NOT_ALLOWED' as const,
    message,
  }))
  throw new AppError('VALIDATION_FAILED', {}, { issues })
}

/**
 * Records a view. The first view of a sent revision is a transition; later ones are only counted. Viewing an ended
 * offer changes nothing.
 */
export async function view(deps: OfferDeps, party: ActingPerson, id: string): Promise<void> {
  const { status } = await getOwnOffer(deps.db, party, id)
  if (status !== 'SENT') return recordView(deps, party, id)
  await offerWorkflow.run(deps, party, id, {
    action: 'view',
    isDone: (offer) => offer.status !== 'SENT' && offer.status !== 'EXPIRED',
    decide: (offer, context) => ({ ...rules.transition(offer, 'view', context), ...markViewed(offer, context.now) }),
    describeEffects: (after) => ({
      event: 'offer.viewed',
      data: { revisionNumber: after.liveRevision, viewCount: after.viewCount },
      notification: toNotification(after, 'offer-viewed'),
    }),
  })
}

const markViewed = (offer: Offer, now: Date) => ({
  viewCount: offer.viewCount + 1,
  firstViewedAt: offer.firstViewedAt ?? now,
  lastViewedAt: now,
})

function recordView(deps: OfferDeps, party: ActingPerson, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const offer = await lockOwnOffer(tx, party, id)
    if (offer.status === 'EXPIRED') throw new AppError('OFFER_EXPIRED')
    if (offer.status !== 'VIEWED' && offer.status !== 'CHANGES_REQUESTED') return
    const after = { ...offer, ...markViewed(offer, deps.clock.now()) }
    await store.save(tx, after)
    signalChange(deps, tx, after.providerId, subjectOf(after))
  })
}

/**
 * Sends the customer's question to the chat of the two. It ends automatic reminders. `assertUnblocked` throws while one
 * has blocked the other.
 */
export async function askQuestion(
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  {
    text,
    assertUnblocked,
  }: { text: string; assertUnblocked: (providerId: string, customerId: string) => Promise<void> },
): Promise<void> {
  const { providerId } = await getOwnOffer(deps.db, party, id)
  await assertUnblocked(providerId, party.id)
  await deps.db.transaction(async (tx) => {
    const offer = await lockOwnOffer(tx, party, id)
    rules.assertAllowed(offer, 'ask', toDecisionContext(deps, party.role))
    await enqueueChatMessage(deps, tx, offer, {
      authorId: party.id,
      text: `${offer.reference}, ${offer.title}: ${text}`,
      key: `${id} ask ${deps.ids.token()}`,
    })
    if (!offer.autoRemindSince) return
    const after = { ...offer, autoRemindSince: null }
    await store.save(tx, after)
    await offerTimers.schedule(deps, tx, offer, after)
  })
}

/** Requests changes. */
export const requestChanges = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { note, lineIds }: Pick<Received<typeof requestOfferChanges>['body'], 'note' | 'lineIds'>,
): Promise<Offer> =>
  offerWorkflow.run(deps, party, id, {
    action: 'request-changes',
    isDone: (offer) => rules.isDone(offer, 'request-changes', 'CUSTOMER') && offer.changes?.note === note,
    async decide(offer, context, tx) {
      rules.assertAllowed(offer, 'request-changes', context)
      const { lineItems } = await liveContent(tx, offer)
      for (const [index, lineId] of lineIds.entries()) {
        if (lineItems.some((item) => item.id === lineId)) continue
        throw fieldError(['lineIds', index], 'NOT_ALLOWED', issueText('LINE_UNKNOWN'))
      }
      return {
        ...rules.transition(offer, 'request-changes', context),
        changes: { note, lineIds, at: context.now.toISOString() },
      }
    },
    describeEffects: (after) => ({
      event: 'offer.changes_requested',
      data: { note, lineIds },
      systemMessage: { code: 'offer-changes-requested', params: { offer: describeOffer(after) } },
      chatMessage: { authorId: party.id, text: note },
      notification: toNotification(after, 'offer-changes-requested', { note }),
    }),
  })

/** Declines an offer. */
export const decline = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  reason: Pick<Received<typeof declineOffer>['body'], 'reasonCode' | 'note'>,
): Promise<Offer> =>
  offerWorkflow.run(deps, party, id, {
    action: 'decline',
    async decide(offer, context, tx) {
      const after = rules.markLost(offer, 'decline', context, reason)
      await releaseSlots(tx, id)
      return after
    },
    describeEffects: (after) => ({
      event: 'offer.declined',
      data: { reasonCode: reason.reasonCode, ...(reason.note && { note: reason.note }) },
      systemMessage: { code: 'offer-declined', params: { offer: describeOffer(after) } },
      notification: toNotification(after, 'offer-declined', {
        reason: reason.reasonCode,
        note: reason.note || null,
      }),
    }),
  })

/** Totals of the live revision with these choices. */
export async function calculate(
  { db }: Pick<Deps, 'db'>,
  party: ActingPerson,
  id: string,
  selections: Selections,
): Promise<OfferTotals> {
  const content = await liveContent(db, await getOwnOffer(db, party, id))
  assertSelectable(content, selections)
  return calculateOffer(content, selections)
}

type AcceptanceInput = Omit<Received<typeof acceptOffer>['body'], 'customerId'>

/** Whether the same acceptance was already made. It is answered in whatever state the offer is now. */
function isSameAcceptance({ acceptance, status }: Offer, input: AcceptanceInput): boolean {
  if (!acceptance || (status !== 'ACCEPTED' && status !== 'CONVERTED')) return false
  const choices = input.selections ?? acceptance.selections
  return (
    acceptance.contentHash === input.contentHash &&
    acceptance.slotIndex === (input.slotIndex ?? null) &&
    acceptance.signerName === input.signerName &&
    canonicalText(acceptance.selections) === canonicalText(choices)
  )
}

/** Accepts the revision the customer read, with their choices. Converts at once if nothing else is needed. */
export const accept = (deps: OfferDeps, party: ActingPerson, id: string, input: AcceptanceInput): Promise<Offer> =>
  offerWorkflow.run(deps, party, id, {
    action: 'accept',
    isDone: (offer) => isSameAcceptance(offer, input),
    decide: (offer, context, tx) => acceptIn(deps, tx, offer, context, input),
    describeEffects: (after) => ({
      event: 'offer.accepted',
      data: {
        revisionNumber: after.acceptance?.revisionNumber,
        contentHash: after.acceptance?.contentHash,
        total: after.total,
        currency: after.currency,
        slotIndex: after.acceptance?.slotIndex ?? null,
        signerName: after.acceptance?.signerName,
      },
      systemMessage: {
        code: 'offer-accepted',
        params: { offer: describeOffer(after), total: { amount: after.total ?? 0, currency: after.currency } },
      },
      notification: toNotification(after, 'offer-accepted', {
        total: { amount: after.total ?? 0, currency: after.currency },
      }),
    }),
    async followUp(after, tx) {
      await chargeDeposit(deps, tx, after)
      const slot = after.acceptance?.slot
      if (!slot || !after.location || needsContract(after, deps.settings())) return after
      return convertOnAcceptance(deps, tx, after, slot, after.location)
    },
  })

async function acceptIn(
  deps: OfferDeps,
  tx: Tx,
  offer: Offer,
  context: OfferDecisionContext,
  input: AcceptanceInput,
): Promise<Offer> {
  rules.assertAllowed(offer, 'accept', context)
  const live = offer.liveRevision === null ? undefined : await revisions.find(tx, offer.id, offer.liveRevision)
  if (!live || live.number !== input.revisionNumber || live.contentHash !== input.contentHash) {
    throw new AppError('REVISION_SUPERSEDED', { n: offer.liveRevision })
  }
  await lockParties(tx, { providerId: offer.providerId, customerId: offer.customer.id })
  const { content } = snapshotOf(live)
  const selections = input.selections ?? defaultSelections(content)
  assertSelectable(content, selections)
  const totals = calculateOffer(content, selections)
  // Where every line is optional, the customer may have chosen none.
  if (totals.total <= 0) throw fieldError(['selections', 'lineIds'], 'TOO_SMALL', issueText('OFFER_TOTAL_ZERO'))
  const chosen = input.slotIndex === undefined ? null : (content.proposedSlots[input.slotIndex] ?? null)
  if (input.slotIndex !== undefined && !chosen) {
    throw fieldError(['slotIndex'], 'NOT_ALLOWED', issueText('TIME_NOT_OFFERED'))
  }
  if (chosen && new Date(chosen.startAt) <= context.now) {
    throw fieldError(['slotIndex'], 'NOT_ALLOWED', issueText('OFFERED_TIME_PASSED'))
  }
  if (chosen) await claimAll(deps, tx, offer, [chosen], { role: 'CUSTOMER' })
  const slot = chosen ?? (await requestedSlotOf(deps, tx, offer, content))
  const { currency } = offer
  const { onBehalf } = input
  const acceptance: Acceptance = {
    at: context.now.toISOString(),
    revisionNumber: live.number,
    signerName: input.signerName,
    selections,
    slotIndex: input.slotIndex ?? null,
    slot,
    contentHash: live.contentHash,
    total: { amount: totals.total, currency },
    totals,
    deposit:
      totals.deposit > 0
        ? { amount: { amount: totals.deposit, currency }, dueOn: content.deposit.dueOn, status: 'DUE' }
        : null,
    ip: onBehalf.ip,
    userAgent: onBehalf.userAgent,
    timeZone: onBehalf.timeZone,
    undoUntil: undoUntil(context.now, context.settings).toISOString(),
  }
  const after: Offer = { ...rules.transition(offer, 'accept', context), acceptance, total: totals.total, endedAt: null }
  // The chosen slot stays held until booked; the others are released.
  await hold(tx, after, slot ? [slot] : [], slot ? new Date(slot.endAt) : context.now)
  return after
}

/** Undoes an acceptance. The offer is open again, with those of its slots that nobody took meanwhile. */
export const undo = (deps: OfferDeps, party: ActingPerson, id: string): Promise<Offer> =>
  offerWorkflow.run(deps, party, id, {
    action: 'undo-acceptance',
    async decide(offer, context, tx) {
      const live = await revisions.find(tx, id, offer.liveRevision ?? 0)
      const moved = rules.transition(offer, 'undo-acceptance', context)
      // Throws DEPOSIT_PAID: a paid deposit binds both sides.
      const reason = storeText({ code: 'credit.acceptance-undone' })
      await voidFor(deps, tx, 'DEPOSIT', id, { actor: actorOf(party), reason })
      const after: Offer = { ...moved, acceptance: null, total: live?.total ?? offer.total }
      const proposed = live ? snapshotOf(live).content.proposedSlots : []
      // The chosen one is still held.
      const isHeld = ({ startAt }: ProposedSlot) => startAt === offer.acceptance?.slot?.startAt
      const released = proposed.filter((slot) => !isHeld(slot))
      const slots = [...proposed.filter(isHeld), ...(await listFree(deps, tx, after, released))]
      await hold(tx, after, slots, offer.validUntil ?? context.now)
      return after
    },
    describeEffects: (after, before) => ({
      event: 'offer.acceptance_undone',
      data: { revisionNumber: before.acceptance?.revisionNumber },
      systemMessage: { code: 'offer-acceptance-withdrawn', params: { offer: describeOffer(after) } },
      notification: toNotification(after, 'offer-acceptance-undone'),
    }),
  })
