import { toIssues, withoutMessages, type Received } from '@fettle/protocol'
import { cancelReasons } from '@fettle/protocol/bookings/constants'
import { OfferContent, type OfferDraft } from '@fettle/protocol/offers/content'
import type {
  autoRemindOfOffer,
  cancelOffer,
  extendOffer,
  passOffer,
  sendOffer,
  withdrawOffer,
} from '@fettle/protocol/offers/actions'
import * as z from 'zod/mini'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { actorOf, type ActingPerson } from '../../../platform/acting-party.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { storeText } from '../../../platform/locale/messages.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { releaseSlots } from '../../availability/index.ts'
import { lockParties } from '../../customers/index.ts'
import { reverseInvoice } from '../../invoices/index.ts'
import { draftConflict } from '../drafts/drafts.service.ts'
import { offerWorkflow, type OfferDeps, type LazyOfferView } from '../offer.workflow.ts'
import { withoutDueTimers } from '../offer.timers.ts'
import { assertAllowed, countReminder, isDone, markLost, transition } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import { describeOffer, describeReminder, toNotification } from '../offer.effects.ts'
import { freeze, isSameRevision, snapshotOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'
import { claimAll, hold } from './slots.service.ts'
import { validUntilOf } from './validity.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Throws unless the draft is complete. Missing parts are reported at their path. */
function complete(draft: OfferDraft): OfferContent {
  const parsed = z.safeParse(OfferContent, draft, withoutMessages)
  if (!parsed.success) throw new AppError('VALIDATION_FAILED', {}, { issues: toIssues(parsed.error, draft) })
  return parsed.data
}

/** Sends the draft as the next revision. */
export const send = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, draftVersion, autoRemind, ...consent }: Received<typeof sendOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    action: 'send',
    version,
    isDone: (offer) => isDone(offer, 'send', 'PROVIDER') && offer.draft === null && offer.draftVersion === draftVersion,
    async decide(before, context, tx) {
      assertAllowed(before, 'send', context)
      const { draft } = before
      if (!draft || before.draftVersion !== draftVersion) throw draftConflict(before, draftVersion)
      const content = complete(draft)
      await lockParties(tx, { providerId: before.providerId, customerId: before.customer.id })
      const last = before.liveRevision === null ? undefined : await revisions.find(tx, id, before.liveRevision)
      if (last && isSameRevision(snapshotOf(last).content, content))
        throw new AppError('NOTHING_CHANGED', { n: last.number })
      const validUntil = validUntilOf(content.validUntil, context.now, before.timeZone, context.settings)
      const of = {
        offerId: id,
        reference: before.reference,
        providerId: before.providerId,
        customerId: before.customer.id,
      }
      const number = (before.liveRevision ?? 0) + 1
      const revision = freeze({ ...of, number, currency: before.currency }, content, {
        validUntil,
        sentAt: context.now,
      })
      if (revision.total <= 0) {
        throw fieldError(['lineItems'], 'TOO_SMALL', issueText('OFFER_TOTAL_ZERO'))
      }
      const slots = await claimAll(deps, tx, before, content.proposedSlots, { ...consent, role: party.role })
      await revisions.insert(tx, id, revision)
      const after: Offer = {
        ...transition(before, 'send', context),
        title: content.title,
        total: revision.total,
        liveRevision: number,
        requiresContract: content.requiresContract,
        draft: null,
        draftUpdatedAt: null,
        validUntil,
        sentAt: context.now,
        autoRemindSince: autoRemind === undefined ? before.autoRemindSince : autoRemind ? context.now : null,
        changes: null,
        lost: null,
        endedAt: null,
      }
      await hold(tx, after, slots, validUntil)
      return after
    },
    describeEffects: (after, before) => {
      const text = before.draft?.messageToCustomer
      const total = { amount: after.total ?? 0, currency: after.currency }
      return {
        event: 'offer.sent',
        data: { revisionNumber: after.liveRevision, total: after.total, currency: after.currency },
        systemMessage:
          after.liveRevision === 1
            ? { code: 'offer-sent', params: { offer: describeOffer(after), total } }
            : {
                code: 'offer-revised',
                params: { revision: after.liveRevision ?? 1, offer: describeOffer(after), total },
              },
        ...(text && { chatMessage: { authorId: party.id, text } }),
      }
    },
  })

/** The provider passes on the request. */
export const declineRequest = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, ...reason }: Received<typeof passOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    action: 'pass',
    version,
    decide: (offer, context) => markLost(offer, 'pass', context, reason),
    describeEffects: (after) => ({
      event: 'offer.passed',
      data: { reasonCode: reason.reasonCode, ...(reason.note && { note: reason.note }) },
      systemMessage: { code: 'offer-request-declined', params: { offer: describeOffer(after) } },
    }),
  })

/** Withdraws a sent offer. */
export const withdraw = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, ...reason }: Received<typeof withdrawOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    action: 'withdraw',
    version,
    async decide(offer, context, tx) {
      const after = markLost(offer, 'withdraw', context, reason)
      await releaseSlots(tx, id)
      return after
    },
    describeEffects: (after) => ({
      event: 'offer.withdrawn',
      data: { reasonCode: reason.reasonCode, ...(reason.note && { note: reason.note }) },
      systemMessage: { code: 'offer-withdrawn', params: { offer: describeOffer(after) } },
    }),
  })

/** Extends the validity at the same price. The revision stays as sent. */
export const extend = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, validUntil: day }: Received<typeof extendOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    action: 'extend',
    version,
    // Never a repetition of an earlier call: every extension is a new one.
    isDone: () => false,
    async decide(before, context, tx) {
      assertAllowed(before, 'extend', context)
      const validUntil = validUntilOf(day, context.now, before.timeZone, context.settings)
      if (before.validUntil && validUntil <= before.validUntil) {
        throw fieldError(['validUntil'], 'TOO_SMALL', issueText('VALIDITY_NOT_LATER'))
      }
      await lockParties(tx, { providerId: before.providerId, customerId: before.customer.id })
      const after: Offer = {
        ...transition(before, 'extend', context),
        validUntil,
        extensions: before.extensions + 1,
        endedAt: null,
        lost: null,
      }
      const live = await revisions.find(tx, id, before.liveRevision ?? 0)
      const slots = live ? snapshotOf(live).content.proposedSlots : []
      // An expired offer has released its slots, and others may have taken them.
      await hold(tx, after, before.status === 'EXPIRED' ? [] : slots, validUntil)
      return withoutDueTimers(after, context.now)
    },
    describeEffects: (after) => ({
      event: 'offer.extended',
      data: { validUntil: after.validUntil?.toISOString() },
      systemMessage: after.validUntil
        ? {
            code: 'offer-extended-until',
            params: { until: instantParam(after.validUntil, after.timeZone, 'date'), offer: describeOffer(after) },
          }
        : { code: 'offer-extended', params: { offer: describeOffer(after) } },
    }),
  })

/** Turns automatic reminders on or off. */
export const autoRemind = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, enabled }: Received<typeof autoRemindOfOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    version,
    isDone: ({ autoRemindSince }) => (autoRemindSince !== null) === enabled,
    decide(offer, context) {
      assertAllowed(offer, 'auto-remind', context)
      return { ...bumpVersion(offer, context.now), autoRemindSince: enabled ? context.now : null }
    },
    describeEffects: () => ({ event: 'offer.auto_remind_changed', data: { enabled }, visibility: 'PROVIDER' }),
  })

/** Reminds the customer. */
export const remind = (deps: OfferDeps, party: ActingPerson, id: string, version?: number): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    version,
    decide(offer, context) {
      assertAllowed(offer, 'remind', context)
      return countReminder(offer, context.now)
    },
    describeEffects: describeReminder,
  })

/** Cancels an accepted offer that has not led to work. */
export const cancel = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, reasonCode, note }: Received<typeof cancelOffer>['body'],
): Promise<Offer> =>
  offerWorkflow.run(deps, party, id, {
    action: 'cancel',
    version,
    async decide(offer, context, tx) {
      assertAllowed(offer, 'cancel', context)
      const { by, attribution }: { by: readonly string[]; attribution: 'PROVIDER' | 'CUSTOMER' | 'NEUTRAL' } =
        cancelReasons[reasonCode]
      if (!by.includes(party.role)) throw fieldError(['reasonCode'], 'NOT_ALLOWED', issueText('REASON_REQUIRED'))
      if ('note' in cancelReasons[reasonCode] && !note) {
        throw fieldError(['note'], 'REQUIRED', issueText('NOTE_REQUIRED'))
      }
      const lost = markLost(offer, 'cancel', context, { reasonCode, note, attributedTo: attribution })
      // A contract that ended unsigned is no longer its result.
      const after: Offer = { ...lost, convertedTo: null, isContractGone: false }
      await releaseSlots(tx, id)
      const { acceptance } = after
      const reason = storeText({ code: 'credit.offer-called-off' })
      await reverseInvoice(deps, tx, { type: 'DEPOSIT', id }, { actor: actorOf(party), reason })
      // Nothing is owed any more.
      return acceptance?.deposit
        ? { ...after, acceptance: { ...acceptance, deposit: { ...acceptance.deposit, status: 'VOID' } } }
        : after
    },
    describeEffects: (after) => ({
      event: 'offer.cancelled',
      data: { by: party.role, reasonCode, ...(note && { note }), attributedTo: after.lost?.attributedTo },
      systemMessage: { code: 'offer-cancelled', params: { offer: describeOffer(after) } },
      ...(party.role === 'CUSTOMER' && {
        notification: toNotification(after, 'offer-cancelled', { note: note || null }),
      }),
    }),
  })
