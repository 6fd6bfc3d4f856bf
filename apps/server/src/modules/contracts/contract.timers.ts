import { DAY_MS } from '@fettle/protocol/core/durations'
import { SIGN_REMINDER_DAYS } from '@fettle/protocol/contracts/parts'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import { toInstant } from '../../platform/locale/zoned-time.ts'
import type { Contract } from './contract.types.ts'

/** Days before automatic approval on which the customer is reminded: the third and sixth of seven. */
const REMIND_BEFORE_APPROVAL = [4, 1]

/** All timers of a contract in its state, whether or not due. A kind may name the part it concerns: `approve:mil_…`. */
function timersOf({ status, signBy, sentAt, hold, termination, timeZone, milestones, amendments }: Contract): Timer[] {
  const timers: Timer[] = []
  if (status === 'PENDING_SIGNATURES' && signBy && sentAt) {
    // The last millisecond still counts.
    timers.push({ kind: 'expire', dueAt: new Date(+signBy + 1) })
    for (const days of SIGN_REMINDER_DAYS) {
      const dueAt = new Date(+signBy - days * DAY_MS)
      if (dueAt > sentAt) timers.push({ kind: `remind-${days}d`, dueAt })
    }
  }
  if (status === 'ON_HOLD' && hold?.until) {
    timers.push({ kind: 'resume', dueAt: toInstant(hold.until, '00:00', timeZone) })
  }
  if ((status === 'ACTIVE' || status === 'ON_HOLD') && termination?.status === 'PROPOSED') {
    timers.push({ kind: 'termination', dueAt: new Date(termination.answerBy) })
  }
  for (const { id, status: state, expiresAt } of amendments) {
    // During a dispute nobody can answer.
    if (state === 'PENDING' && expiresAt && status !== 'DISPUTED')
      timers.push({ kind: `amendment:${id}`, dueAt: expiresAt })
  }
  // No reminders while on hold.
  if (status !== 'ACTIVE') return timers
  for (const { id, status: state, submittedAt, autoApproveAt, disputeId } of milestones) {
    if (state !== 'SUBMITTED' || !submittedAt || !autoApproveAt || disputeId !== null) continue
    timers.push({ kind: `approve:${id}`, dueAt: autoApproveAt })
    for (const days of REMIND_BEFORE_APPROVAL) {
      const dueAt = new Date(+autoApproveAt - days * DAY_MS)
      if (dueAt > submittedAt) timers.push({ kind: `remind-${days}d:${id}`, dueAt })
    }
  }
  return timers
}

/** The timers of a contract. `timers/timers.service.ts` says what they do. */
export const contractTimers = defineTimers('contracts', timersOf)
