import type { Received } from '@fettle/protocol'
import type { OtherJob, pauseBooking } from '@fettle/protocol/bookings/actions'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { bookingWorkflow, type BookingTransition, type BookingDeps, type LazyBookingView } from '../booking.workflow.ts'
import type { Booking } from '../booking.types.ts'
import { listOthersInProgress } from '../bookings.store.ts'
import * as rules from './lifecycle.rules.ts'

type Pause = Received<typeof pauseBooking>['body']

/** Pauses the work. */
export const pause = (deps: BookingDeps, party: ActingPerson, id: string, body: Pause): Promise<LazyBookingView> =>
  bookingWorkflow.runForView(deps, party, id, pauseFor(body))

const pauseFor = ({ reasonCode, note, resumeOn, ...request }: Pause): BookingTransition => ({
  ...request,
  action: 'pause',
  decide: (booking, context) =>
    rules.pause(booking, context, { reasonCode, resumeOn: resumeOn === undefined ? undefined : new Date(resumeOn) }),
  describeEffects: (after) => ({
    event: 'booking.paused',
    data: { reasonCode, ...(note && { note }), ...(resumeOn && { resumeOn }) },
    systemMessage: after.pause?.resumeOn
      ? { code: 'work-paused-until', params: { until: instantParam(after.pause.resumeOn, after.timeZone) } }
      : { code: 'work-paused' },
  }),
})

/**
 * Before the provider leaves for `booking`, or starts or resumes it, at `at`: pauses the provider's other jobs in progress,
 * or leaves them running, as `otherJob` says. Throws JOB_IN_PROGRESS if there are some and `otherJob` is absent. The caller
 * holds the schedule lock, so of two jobs started at once the second sees the first.
 */
export async function settleOtherJobs(
  deps: BookingDeps,
  tx: Tx,
  party: ActingPerson,
  booking: Booking,
  { otherJob, at }: { otherJob: OtherJob | undefined; at: Date },
): Promise<void> {
  if (otherJob === 'KEEP_RUNNING') return
  const others = await listOthersInProgress(tx, booking)
  if (otherJob === undefined) rules.assertNoneInProgress(others)
  for (const other of others) {
    const occurredAt = rules.pausedAt(other, at).toISOString()
    await bookingWorkflow.change(deps, tx, party, other, pauseFor({ reasonCode: 'OTHER', occurredAt }))
  }
}
