import type { Side } from '@fettle/protocol/bookings/cancellations'
import { AppError } from '../../../platform/errors.ts'
import { CONTESTED_JOB, findContester } from '../../bookings/index.ts'
import type { DisputeDeps } from '../dispute.workflow.ts'
import { openDisputeIn } from './opening.service.ts'

/** Handles the job that opens a dispute for a contested cancellation or no-show. */
export function handleContests(deps: DisputeDeps): void {
  deps.jobs.handle<{ id: string; by: Side; note: string }>(CONTESTED_JOB, ({ id, by, note }) =>
    deps.db.transaction(async (tx) => {
      const contester = await findContester(tx, id, by)
      if (!contester) return
      const { person, isNoShow } = contester
      try {
        const reasonCode = isNoShow ? 'NO_SHOW' : 'FEE'
        await openDisputeIn(deps, tx, person, { subject: { type: 'CANCELLATION', id }, reasonCode, statement: note })
      } catch (error) {
        // Already in dispute, so it is resolved there.
        if (!(error instanceof AppError)) throw error
        deps.log.debug({ bookingId: id, refusal: error.code }, 'skipped contest: a dispute is already open')
      }
    }),
  )
}
