import { DAY_MS } from '@fettle/protocol/core/durations'
import { disputeLimits } from '@fettle/protocol/disputes/flow'
import { addMonths } from '../../../platform/locale/zoned-time.ts'
import type { Contract, MilestoneRow } from '../contract.types.ts'

/** Deadlines for disputing finished work. Pure. */

const after = (at: Date, days: number) => new Date(+at + days * DAY_MS)

/** Null while work continues. A longer warranty extends the deadline. */
export function contractDisputableUntil({ status, completedAt, content }: Contract): Date | null {
  if (status !== 'COMPLETED' || !completedAt) return null
  const day = completedAt.toISOString().slice(0, 10)
  // A shorter month has no 31st: the warranty ends on its last day.
  const lastDay = addMonths(day, content.warranty.months, Number(day.slice(8)))
  const warranted = Date.parse(lastDay) + (+completedAt - Date.parse(day))
  return new Date(Math.max(+after(completedAt, disputeLimits.contractDays), warranted))
}

/** Null until approved. */
export const milestoneDisputableUntil = ({ approvedAt }: MilestoneRow): Date | null =>
  approvedAt && after(approvedAt, disputeLimits.milestoneDays)
