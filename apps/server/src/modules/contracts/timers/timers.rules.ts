import { SIGN_REMINDER_DAYS } from '@fettle/protocol/contract-parts'
import { toInstant } from '../../../platform/wall-time.ts'
import type { Contract } from '../contracts.rules.ts'

/** What a contract waits for (domain §7, §16). Pure. */

const DAY = 86_400_000
/** How long before it counts as approved the customer is reminded: on the third and the sixth of seven days. */
const REMIND_BEFORE_APPROVAL = [4, 1]

/** `kind`, with the part it is about behind a colon: `approve:mil_…`. */
export interface Timer {
  kind: string
  dueAt: Date
}

const stamp = ({ kind, dueAt }: Timer) => `${kind}@${dueAt.toISOString()}`

/** What a contract waits for now, those that rang left out. */
export function timersOf(contract: Contract): Timer[] {
  return waitsOf(contract).filter((timer) => !contract.rung.includes(stamp(timer)))
}

function waitsOf({ status, signBy, sentAt, hold, termination, timeZone, milestones, amendments }: Contract): Timer[] {
  const waits: Timer[] = []
  if (status === 'PENDING_SIGNATURES' && signBy && sentAt) {
    // The last moment still counts.
    waits.push({ kind: 'expire', dueAt: new Date(+signBy + 1) })
    for (const days of SIGN_REMINDER_DAYS) {
      const dueAt = new Date(+signBy - days * DAY)
      if (dueAt > sentAt) waits.push({ kind: `remind-${days}d`, dueAt })
    }
  }
  if (status === 'ON_HOLD' && hold?.until) {
    waits.push({ kind: 'resume', dueAt: toInstant(hold.until, '00:00', timeZone) })
  }
  if ((status === 'ACTIVE' || status === 'ON_HOLD') && termination?.status === 'PROPOSED') {
    waits.push({ kind: 'termination', dueAt: new Date(termination.answerBy) })
  }
  for (const { id, status: state, expiresAt } of amendments) {
    if (state === 'PENDING' && expiresAt) waits.push({ kind: `amendment:${id}`, dueAt: expiresAt })
  }
  // While the work rests nobody is pressed.
  if (status !== 'ACTIVE') return waits
  for (const { id, status: state, submittedAt, autoApproveAt, disputeId } of milestones) {
    if (state !== 'SUBMITTED' || !submittedAt || !autoApproveAt || disputeId !== null) continue
    waits.push({ kind: `approve:${id}`, dueAt: autoApproveAt })
    for (const days of REMIND_BEFORE_APPROVAL) {
      const dueAt = new Date(+autoApproveAt - days * DAY)
      if (dueAt > submittedAt) waits.push({ kind: `remind-${days}d:${id}`, dueAt })
    }
  }
  return waits
}

/** The timer of this kind that is due: none for a contract that moved on. */
export const ringing = (contract: Contract, kind: string, now: Date): Timer | undefined =>
  timersOf(contract).find((timer) => timer.kind === kind && timer.dueAt <= now)

export const rang = (contract: Contract, timer: Timer): Contract => ({
  ...contract,
  rung: [...contract.rung.slice(-19), stamp(timer)],
})
