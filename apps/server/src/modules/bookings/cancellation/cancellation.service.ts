import type { Received } from '@fettle/protocol'
import type { reportNoShow as reportNoShowOperation } from '@fettle/protocol/bookings/actions'
import type { CancellationPreview, CancelReason } from '@fettle/protocol/bookings/cancellations'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import { bookingWorkflow, type BookingDeps, type LazyBookingView } from '../booking.workflow.ts'
import { getOwnBooking } from '../booking.access.ts'
import { loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { assertAllowed } from '../booking.rules.ts'
import { notificationParams, describeBooking, toNotification, type BookingEffects } from '../booking.effects.ts'
import { listAttempts } from '../lifecycle/contact.store.ts'
import { listOf as listPhotos } from '../content/photos.store.ts'
import { holdFee } from './cancellation-fees.store.ts'
import * as rules from './cancellation.rules.ts'
import type { CancellationInput } from './cancellation.rules.ts'

export interface NoShowDeps extends BookingDeps {
  /** When one of the two last wrote in their chat. Called before the transaction, because the chat is another service. */
  findLastMessageAt: (providerId: string, customerId: string, authorId: string) => Promise<Date | null>
}

interface VersionedRequest {
  version?: number | undefined
  occurredAt?: string | undefined
}

export async function previewCancellation(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  reasonCode: CancelReason,
): Promise<CancellationPreview> {
  const booking = await getOwnBooking(deps.db, party, id)
  const context = await loadDecisionContext(deps, deps.db, booking, party.role)
  return rules.previewOf(booking, { by: party.role, reasonCode, context })
}

/** Cancels a booking. An unanswered request of one's own is withdrawn instead. */
export async function cancel(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { version, occurredAt, ...input }: CancellationInput & VersionedRequest,
): Promise<LazyBookingView> {
  const current = await getOwnBooking(deps.db, party, id)
  const isRequest = current.status === 'REQUESTED' || current.lastAction === 'withdraw'
  const by = party.role
  return bookingWorkflow.runForView(deps, party, id, {
    version,
    occurredAt,
    action: isRequest ? 'withdraw' : 'cancel',
    async decide(booking, context, tx) {
      if (isRequest) return rules.withdraw(booking, context, { by, note: input.note })
      assertAllowed(booking, 'cancel', context)
      const photos = await listPhotos(tx, id)
      const attempts = await listAttempts(tx, id)
      const photoIds = photos.map((photo) => photo.id)
      return rules.cancel(booking, input, context, { by, photoIds, attempts: attempts.length })
    },
    describeEffects: (after) => {
      const {
        reasonCode = 'OTHER',
        note = null,
        fee = null,
        attributedTo = 'NEUTRAL',
        contestUntil = null,
      } = after.cancellation ?? {}
      const effects: BookingEffects = {
        event: 'booking.cancelled',
        data: { by, reasonCode, ...(note && { note }), fee, attributedTo, contestUntil },
        systemMessage: isRequest
          ? { code: 'booking-request-withdrawn', params: { booking: describeBooking(after) } }
          : { code: 'booking-cancelled', params: { booking: describeBooking(after) } },
      }
      if (by === 'PROVIDER') return effects
      const isContestable = contestUntil !== null
      return {
        ...effects,
        notification: toNotification(after, 'booking-cancelled', { ...notificationParams(after), note, isContestable }),
      }
    },
  })
}

/** Reports that the customer did not show up. */
export async function reportNoShow(
  deps: NoShowDeps,
  party: ActingPerson,
  id: string,
  { note, photoIds, ...request }: Received<typeof reportNoShowOperation>['body'],
): Promise<LazyBookingView> {
  const { providerId, customer, arrivedAt } = await getOwnBooking(deps.db, party, id)
  const earlierAttempts = await listAttempts(deps.db, id)
  // The chat is queried only if no attempt was recorded.
  const hasTried = earlierAttempts.some(({ at }) => arrivedAt !== null && new Date(at) >= arrivedAt)
  const lastMessageAt = hasTried ? null : await deps.findLastMessageAt(providerId, customer.id, providerId)
  return bookingWorkflow.runForView(deps, party, id, {
    ...request,
    action: 'report-no-show',
    async decide(booking, context, tx) {
      const photos = await listPhotos(tx, id)
      const attempts = await listAttempts(tx, id)
      const since = booking.arrivedAt ?? context.now
      const triedSinceArrival =
        (lastMessageAt !== null && lastMessageAt >= since) || attempts.some(({ at }) => new Date(at) >= since)
      const knownPhotoIds = photos.map((photo) => photo.id)
      return rules.reportNoShow(booking, { note, photoIds }, context, { triedSinceArrival, knownPhotoIds })
    },
    describeEffects: (after) => ({
      event: 'booking.no_show',
      data: { party: 'CUSTOMER', note, photoIds, fee: after.noShow?.fee },
      systemMessage: { code: 'customer-no-show', params: { booking: describeBooking(after) } },
    }),
  })
}

/** Reports that the provider did not show up. */
export const reportProviderNoShow = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  note: string | undefined,
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    action: 'report-provider-no-show',
    decide: (booking, context) => rules.reportProviderNoShow(booking, note, context),
    describeEffects: (after) => ({
      event: 'booking.no_show',
      data: { party: 'PROVIDER', ...(note && { note }) },
      systemMessage: {
        code: 'provider-no-show',
        params: { customer: after.customer.name, booking: describeBooking(after) },
      },
      notification: toNotification(after, 'no-show-reported', { ...notificationParams(after), note: note ?? null }),
    }),
  })

/** Contests responsibility. The fee is held until that is resolved. */
export const contest = (
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  action: 'contest-cancellation' | 'contest-no-show',
  { note, ...request }: { note: string } & VersionedRequest,
): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, {
    ...request,
    isDone: ({ cancellation, noShow }) =>
      rules.isContested(action === 'contest-cancellation' ? cancellation : noShow, party.role),
    async decide(booking, context, tx) {
      const after = rules.contest(booking, action, { by: party.role, note }, context)
      await holdFee(tx, id)
      return after
    },
    describeEffects: (after) => ({
      event: 'booking.contested',
      data: { by: party.role, what: action === 'contest-cancellation' ? 'CANCELLATION' : 'NO_SHOW', note },
      systemMessage:
        action === 'contest-cancellation'
          ? { code: 'cancellation-contested', params: { person: party.name, title: after.title } }
          : { code: 'no-show-contested', params: { person: party.name, title: after.title } },
      ...(party.role === 'CUSTOMER' && {
        notification: toNotification(after, 'attribution-contested', { ...notificationParams(after), note }),
      }),
    }),
  })
