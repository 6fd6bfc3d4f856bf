import { sumOf } from '../common/money.ts'
import type { ContractDraft, MilestoneDraft } from './content.ts'
import { issueText } from '../core/issue-text.ts'

/** Checks of a contract as a whole, shared by editor and server. */

interface Problem {
  path: (string | number)[]
  message: string
}

/** Sum of the milestones' amounts. */
export const milestoneSum = ({ milestones }: Pick<ContractDraft, 'milestones'>): number =>
  sumOf(milestones.map((milestone) => milestone.amount))

/** Compares the milestones' sum with the total. Null: they match. */
export function milestoneMismatch(
  content: Pick<ContractDraft, 'milestones' | 'totalAmount'>,
): { sum: number; total: number } | null {
  const sum = milestoneSum(content)
  return sum === content.totalAmount ? null : { sum, total: content.totalAmount }
}

/** Why the due day of a milestone does not fit the contract's dates or, worked on in order, the day before it. */
export function dueDayProblem(
  {
    milestones,
    startDate,
    endDate,
    sequential,
  }: Pick<ContractDraft, 'startDate' | 'endDate' | 'sequential'> & {
    milestones: readonly Pick<MilestoneDraft, 'dueDate'>[]
  },
  index: number,
): string | undefined {
  const dueDate = milestones[index]?.dueDate
  if (!dueDate) return undefined
  const before = milestones.slice(0, index).findLast((other) => other.dueDate)?.dueDate
  if (startDate && dueDate < startDate) return issueText('DAY_BEFORE_START')
  if (endDate && dueDate > endDate) return issueText('DAY_AFTER_END')
  return sequential && before && dueDate < before ? issueText('DAYS_OUT_OF_ORDER') : undefined
}

/**
 * Problems that prevent signing, each at its path; shared by editor and server. `milestoneMismatch` is separate because
 * its message contains formatted amounts.
 */
export function contractProblems(content: ContractDraft): Problem[] {
  const { milestones, startDate, endDate, siteAddress } = content
  const problems: Problem[] = []
  const complain = (message: string, ...path: (string | number)[]) => problems.push({ path, message })
  if (content.title.length < 3) complain(issueText('TITLE_LENGTH', { min: 3, max: 120 }), 'title')
  if (!content.scopeOfWork) complain(issueText('SCOPE_REQUIRED'), 'scopeOfWork')
  if (!siteAddress) complain(issueText('WORK_ADDRESS_REQUIRED'), 'siteAddress')
  if (!startDate) complain(issueText('START_DATE_REQUIRED'), 'startDate')
  if (startDate && endDate && endDate < startDate) complain(issueText('END_BEFORE_START'), 'endDate')
  if (content.totalAmount < 1) complain(issueText('CONTRACT_TOTAL_ZERO'), 'totalAmount')
  if (milestones.length === 0) complain(issueText('MILESTONE_REQUIRED'), 'milestones')
  for (const [index, { title: name, amount: part }] of milestones.entries()) {
    const complainAt = (message: string, field: string) => complain(message, 'milestones', index, field)
    if (!name) complainAt(issueText('TITLE_LENGTH', { min: 1, max: 120 }), 'title')
    if (part < 1) complainAt(issueText('AMOUNT_ZERO'), 'amount')
    const dayProblem = dueDayProblem(content, index)
    if (dayProblem) complainAt(dayProblem, 'dueDate')
  }
  return problems
}
