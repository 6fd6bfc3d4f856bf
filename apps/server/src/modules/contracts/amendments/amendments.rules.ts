import { hash } from 'node:crypto'
import { formatterOf } from '@fettle/i18n/format'
import { actionsFrom, nextState } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { MAX_MILESTONES } from '@fettle/protocol/contracts/constants'
import { AMENDMENT_DAYS, type Amendment, type AmendmentContent } from '@fettle/protocol/contracts/parts'
import {
  amendmentUpdates,
  amendmentFlow,
  type AmendmentAction,
  type AmendmentTransitionName,
  type AmendmentStatus,
  type MilestoneStatus,
} from '@fettle/protocol/contracts'
import { dueDayProblem } from '@fettle/protocol/contracts/problems'
import { lineAmount, sumOf } from '@fettle/protocol/common/money'
import { AppError } from '../../../platform/errors.ts'
import { addDays } from '../../../platform/locale/zoned-time.ts'
import { toIsoOrNull } from '../../../platform/locale/to-iso-or-null.ts'
import { canonical } from '../history/audit.rules.ts'
import { isLive } from '../contract.rules.ts'
import type {
  AmendmentRow,
  Contract,
  ContractDecisionContext,
  MilestoneRow,
  ContractActorRole,
} from '../contract.types.ts'
import { newMilestone } from '../milestones/milestones.rules.ts'
import { nameOfAmendment } from '../history/versions.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Change orders: totals, effects on the plan, and who may do what. Pure. */

const linesOf = ({ lines }: Pick<AmendmentContent, 'lines'>) =>
  lines.map((item) => ({ ...item, amount: lineAmount(item.quantity, item.unitAmount) }))

export const totalOf = (content: Pick<AmendmentContent, 'lines'>): number =>
  sumOf(linesOf(content).map(({ amount }) => amount))

/** The signed content of a change order. */
export function freezeAmendment(
  { id, reference, currency }: Pick<Contract, 'id' | 'reference' | 'currency'>,
  { number, author, content }: Pick<AmendmentRow, 'number' | 'author' | 'content'>,
): { snapshot: string; contentHash: string; total: number } {
  const total = totalOf(content)
  const snapshot = canonical({
    contractId: id,
    reference,
    currency,
    number: nameOfAmendment({ number }),
    author,
    content,
    total,
  })
  return { snapshot, contentHash: hash('sha256', snapshot), total }
}

/** The contract with this version of a change order. */
export const withAmendment = (contract: Contract, row: AmendmentRow): Contract => ({
  ...contract,
  amendments: contract.amendments.some(({ id }) => id === row.id)
    ? contract.amendments.map((each) => (each.id === row.id ? row : each))
    : [...contract.amendments, row],
})

const changeableStatuses = new Set<MilestoneStatus>(['PENDING', 'IN_PROGRESS', 'CHANGES_REQUESTED'])

/** Milestones that were submitted, approved or cancelled cannot be changed, and disputed ones only by their dispute. */
const isChangeable = ({ status, disputeId }: MilestoneRow): boolean =>
  changeableStatuses.has(status) && disputeId === null

interface Problem {
  path: (string | number)[]
  message: string
}

interface Plan {
  milestones: MilestoneRow[]
  total: number
  /** Sum of the remaining milestones: the total, in a valid plan. */
  sum: number
  problems: Problem[]
  /** The change of each milestone that has one, by id. */
  changes: ReadonlyMap<string, number>
}

/** The plan after a change order. `nextId` creates ids of new milestones. */
export function planWith(
  { milestones, total }: Pick<Contract, 'milestones' | 'total'>,
  content: AmendmentContent,
  nextId: () => string,
): Plan {
  const problems: Problem[] = []
  const changes = new Map<string, number>()
  let plan = [...milestones]
  let position = Math.max(0, ...milestones.map((milestone) => milestone.position))
  for (const [index, change] of content.milestoneChanges.entries()) {
    if (change.kind === 'ADD') {
      position += 1
      const { kind: _, ...added } = change
      const id = nextId()
      changes.set(id, index)
      plan.push(newMilestone({ ...added, id }, position))
      continue
    }
    const complain = (message: string) => problems.push({ path: ['milestoneChanges', index, 'milestoneId'], message })
    const milestone = milestones.find(({ id }) => id === change.milestoneId)
    if (!milestone || !isChangeable(milestone)) complain(issueText('MILESTONE_FIXED'))
    else if (changes.has(milestone.id)) complain(issueText('MILESTONE_CHANGES_REPEATED'))
    else {
      changes.set(milestone.id, index)
      const changed: MilestoneRow =
        change.kind === 'REMOVE'
          ? { ...milestone, status: 'CANCELLED', autoApproveAt: null }
          : {
              ...milestone,
              title: change.title ?? milestone.title,
              amount: change.amount ?? milestone.amount,
              dueDate: change.dueDate === undefined ? milestone.dueDate : change.dueDate,
            }
      plan = plan.map((each) => (each.id === milestone.id ? changed : each))
    }
  }
  const live = plan.filter(isLive)
  const after = sumOf([total, totalOf(content)])
  if (live.length === 0) problems.push({ path: ['milestoneChanges'], message: issueText('LAST_MILESTONE') })
  if (live.length > MAX_MILESTONES) {
    problems.push({ path: ['milestoneChanges'], message: issueText('MAX_MILESTONES', { max: MAX_MILESTONES }) })
  }
  if (after < 1) problems.push({ path: ['lines'], message: issueText('CONTRACT_TOTAL_ZERO') })
  return { milestones: plan, total: after, sum: sumOf(live.map(({ amount }) => amount)), problems, changes }
}

/** Whether a change order changes nothing. */
const isEmpty = ({ lines, milestoneChanges, scheduleImpactDays }: AmendmentContent): boolean =>
  lines.length === 0 && milestoneChanges.length === 0 && scheduleImpactDays === 0

/** Problems of due days, by milestone. */
const dayProblemsOf = (content: Contract['content'], milestones: readonly MilestoneRow[]): Map<string, string> => {
  const live = milestones.filter(isLive)
  return new Map(
    live.flatMap(({ id }, index) => {
      const problem = dueDayProblem({ ...content, milestones: live }, index)
      return problem ? [[id, problem] as const] : []
    }),
  )
}

/** Problems of due days that the contract does not have yet, as its first plan could not. */
function newDayProblems(
  contract: Contract,
  { milestones, changes }: Plan,
  { scheduleImpactDays }: AmendmentContent,
): Problem[] {
  const known = dayProblemsOf(contract.content, contract.milestones)
  const content = { ...contract.content, endDate: laterEnd(contract, scheduleImpactDays) }
  return [...dayProblemsOf(content, milestones)]
    .filter(([id, message]) => known.get(id) !== message)
    .map(([id, message]) => {
      const index = changes.get(id)
      return { path: index === undefined ? ['milestoneChanges'] : ['milestoneChanges', index, 'dueDate'], message }
    })
}

const laterEnd = ({ content: { endDate } }: Contract, days: number): string | null => endDate && addDays(endDate, days)

/** Throws unless the plan adds up to the contract's new total, and its days fit. */
export function assertConsistent(contract: Contract, content: AmendmentContent): void {
  let added = 0
  const plan = planWith(contract, content, () => `added ${(added += 1)}`)
  const { sum, total } = plan
  const problems = [...plan.problems, ...newDayProblems(contract, plan, content)]
  if (isEmpty(content)) problems.push({ path: ['lines'], message: issueText('CHANGES_REQUIRED') })
  const issues = problems.map(({ path, message }) => ({
    path,
    field: String(path.findLast((key) => typeof key === 'string')),
    code: 'NOT_ALLOWED' as const,
    message,
  }))
  if (sum !== total) throw mismatch(contract.currency, sum, total, ['milestoneChanges'], issues)
  if (issues.length > 0) throw new AppError('VALIDATION_FAILED', {}, { issues })
}

type Issues = NonNullable<AppError['issues']>

/** "Milestones add up to {x}, but the contract total is {y}." */
export function mismatch(
  currency: string,
  sum: number,
  total: number,
  path: (string | number)[],
  others: Issues = [],
): AppError {
  const params = { x: { amount: sum, currency }, y: { amount: total, currency } }
  const details = { x: formatterOf('en').money(params.x), y: formatterOf('en').money(params.y) }
  const issue = {
    path,
    field: String(path.at(-1)),
    code: 'MISMATCH' as const,
    message: issueText('MILESTONES_ADD_UP', params),
  }
  return new AppError('MILESTONES_MISMATCH', details, { params, issues: [issue, ...others] })
}

/** The contract after the change order, from which its next version is frozen. */
export function applied(contract: Contract, amendment: AmendmentRow, nextId: () => string, now: Date): Contract {
  const { problems, milestones, total, sum } = planWith(contract, amendment.content, nextId)
  // Meanwhile part of it was submitted, approved or changed by another order.
  if (problems.length > 0 || sum !== total) throw new AppError('AMENDMENT_OUTDATED')
  const { content } = contract
  const { scheduleImpactDays } = amendment.content
  return {
    ...contract,
    total,
    milestones,
    content: {
      ...content,
      totalAmount: total,
      endDate: laterEnd(contract, scheduleImpactDays),
      milestones: milestones.filter(isLive).map(({ id, title, description, amount, dueDate }) => ({
        id,
        title,
        description,
        amount,
        dueDate,
      })),
    },
    amendments: contract.amendments.map((each) =>
      each.id === amendment.id ? { ...each, status: 'APPROVED' as const, decidedAt: now } : each,
    ),
  }
}

export const expiresAt = (sentAt: Date): Date => new Date(+sentAt + AMENDMENT_DAYS * DAY_MS)

const verbs: Record<AmendmentAction, string> = {
  send: 'sent',
  sign: 'signed',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
  edit: 'edited',
}

const byAuthor = new Set<AmendmentAction>(['send', 'edit', 'withdraw'])

function isAllowed(
  contract: Contract,
  { status, author, expiresAt: until }: AmendmentRow,
  action: AmendmentAction,
  { role, now }: ContractDecisionContext,
) {
  if (contract.status !== 'ACTIVE' && contract.status !== 'ON_HOLD') return false
  const isInTable =
    action === 'edit'
      ? (amendmentUpdates.edit.from as readonly AmendmentStatus[]).includes(status) && role === 'PROVIDER'
      : nextState(amendmentFlow, status, action, role as 'PROVIDER') !== undefined
  if (!isInTable || (byAuthor.has(action) ? author !== role : author === role)) return false
  return byAuthor.has(action) || until === null || now <= until
}

const answerable: readonly AmendmentAction[] = ['send', 'edit', 'sign', 'decline', 'withdraw']

const allowedForAmendment = (
  contract: Contract,
  amendment: AmendmentRow,
  context: ContractDecisionContext,
): AmendmentAction[] => answerable.filter((action) => isAllowed(contract, amendment, action, context))

export function getAmendment({ amendments }: Contract, id: string, role: ContractActorRole): AmendmentRow {
  const amendment = amendments.find((each) => each.id === id)
  if (!amendment || !isSeenBy(amendment, role)) throw new AppError('NOT_FOUND', { thing: 'change order' })
  return amendment
}

/** The other side never sees an unsent change order. */
export const isSeenBy = ({ author, sentAt }: AmendmentRow, role: ContractActorRole): boolean =>
  author === role || sentAt !== null

/** Throws if the table or its authorship does not allow the action. */
export function assertAllowedFor(
  contract: Contract,
  amendment: AmendmentRow,
  action: AmendmentAction,
  context: ContractDecisionContext,
): void {
  if (isAllowed(contract, amendment, action, context)) return
  const isLate = amendment.expiresAt !== null && context.now > amendment.expiresAt && amendment.author !== context.role
  const isAnswer = action === 'sign' || action === 'decline'
  if (isAnswer && isLate && (amendment.status === 'PENDING' || amendment.status === 'EXPIRED')) {
    throw new AppError('AMENDMENT_EXPIRED')
  }
  throw new AppError('INVALID_TRANSITION', {
    thing: 'change order',
    from: amendment.status,
    action,
    verb: verbs[action],
    allowed: allowedForAmendment(contract, amendment, context),
  })
}

/** Fields of a change order in events and the audit trail. */
export const dataOf = (row: AmendmentRow) => ({
  amendmentId: row.id,
  number: nameOfAmendment(row),
  title: row.content.title,
  total: row.total,
})

/** Expires pending change orders when the contract ends. */
export const closeAmendments = (contract: Contract, now: Date): Contract => ({
  ...contract,
  amendments: contract.amendments.map((each) =>
    actionsFrom<AmendmentStatus, AmendmentTransitionName, string>(amendmentFlow, each.status, 'SYSTEM').includes(
      'expire',
    )
      ? { ...each, status: 'EXPIRED' as const, decidedAt: now }
      : each,
  ),
})

export const toAmendment = (
  contract: Contract,
  row: AmendmentRow,
  signatures: Amendment['signatures'],
  context: ContractDecisionContext,
): Amendment => ({
  id: row.id,
  number: nameOfAmendment(row),
  status: row.status,
  author: row.author,
  ...row.content,
  lines: linesOf(row.content),
  total: { amount: row.total, currency: contract.currency },
  contentHash: row.contentHash,
  signatures,
  versionNumber: row.versionNumber,
  createdAt: row.createdAt.toISOString(),
  sentAt: toIsoOrNull(row.sentAt),
  expiresAt: toIsoOrNull(row.expiresAt),
  decidedAt: toIsoOrNull(row.decidedAt),
  answerNote: row.answerNote,
  allowedActions: allowedForAmendment(contract, row, context),
})
