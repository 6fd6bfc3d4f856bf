import { actionsFrom, nextState } from '@fettle/protocol'
import { MILESTONE_CHANGES_LIMIT, type Milestone } from '@fettle/protocol/contracts/parts'
import {
  milestoneUpdates,
  milestoneFlow,
  type MilestoneAction,
  type MilestoneTransitionName,
  type MilestoneStatus,
} from '@fettle/protocol/contracts'
import type { MilestoneDraft } from '@fettle/protocol/contracts/content'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { AppError } from '../../../platform/errors.ts'
import { toIsoOrNull } from '../../../platform/locale/to-iso-or-null.ts'
import { openTermination, windowClosed } from '../lifecycle/guards.rules.ts'
import { milestoneDisputableUntil } from '../lifecycle/dispute-window.rules.ts'
import { isOpen } from '../contract.rules.ts'
import type { Contract, ContractDecisionContext, MilestoneRow, ContractActorRole } from '../contract.types.ts'

/** The first earlier milestone that is still open, where milestones are worked on in order. */
function findUnfinishedPredecessor(contract: Contract, { position }: MilestoneRow): MilestoneRow | undefined {
  if (!contract.content.sequential) return undefined
  return contract.milestones.find((other) => other.position < position && isOpen(other))
}

type Guard = (contract: Contract, milestone: MilestoneRow) => AppError | undefined

const guards: { readonly [A in MilestoneTransitionName]?: Guard } = {
  start: (contract, milestone) => {
    const predecessor = findUnfinishedPredecessor(contract, milestone)
    return predecessor && new AppError('MILESTONE_ORDER', { title: predecessor.title, milestoneId: predecessor.id })
  },
  'request-changes': (_, { changes }) =>
    changes.length < MILESTONE_CHANGES_LIMIT
      ? undefined
      : new AppError('CHANGES_LIMIT', { limit: MILESTONE_CHANGES_LIMIT }),
}

/** Transitions that apply in every case. All others need an active contract and a milestone that is not disputed. */
const systemActions = new Set<MilestoneTransitionName>(['settle', 'cancel', 'pay', 'refund'])
const allowsAction = ({ status }: Contract, { disputeId }: MilestoneRow, action: MilestoneTransitionName): boolean =>
  (status === 'ACTIVE' && disputeId === null) || systemActions.has(action)

/** Transitions that a side starts with a call of their own; the product applies the others. */
const personActions = new Set<MilestoneAction>(['start', 'submit', 'approve', 'request-changes'])

function allowedFor(
  contract: Contract,
  milestone: MilestoneRow,
  { role, now }: ContractDecisionContext,
): MilestoneAction[] {
  const moves = actionsFrom<MilestoneStatus, MilestoneTransitionName, string>(
    milestoneFlow,
    milestone.status,
    role,
  ).filter(
    (action) =>
      personActions.has(action) && allowsAction(contract, milestone, action) && !guards[action]?.(contract, milestone),
  )
  return refusalToDispute(contract, milestone, { role, now }) ? moves : [...moves, 'dispute']
}

/** Disputable: the contract is active or over, and the milestone was submitted and never disputed. */
function refusalToDispute(contract: Contract, milestone: MilestoneRow, { role, now }: ContractDecisionContext) {
  const { from, by }: { from: readonly MilestoneStatus[]; by: readonly ContractActorRole[] } = milestoneUpdates.dispute
  // The submitting side has to await an answer first.
  const isWaited = milestone.status === 'SUBMITTED' && role === 'PROVIDER'
  const isThere = from.includes(milestone.status) && by.includes(role) && !isWaited
  const runs = contract.status === 'ACTIVE' || contract.status === 'COMPLETED'
  if (!isThere || !runs || milestone.disputeId !== null || milestone.settledAmount !== null) return 'INVALID_TRANSITION'
  // The proposal says what is paid of each open milestone.
  if (isOpen(milestone) && openTermination(contract)) return new AppError('TERMINATION_PENDING')
  return windowClosed(milestoneDisputableUntil(milestone), contract, now)
}

/** Throws INVALID_TRANSITION, TERMINATION_PENDING or DISPUTE_CLOSED. */
export function assertDisputable(contract: Contract, milestone: MilestoneRow, context: ContractDecisionContext): void {
  const refusal = refusalToDispute(contract, milestone, context)
  if (refusal === 'INVALID_TRANSITION') throw invalid(contract, milestone, 'dispute', milestone.status, context)
  if (refusal) throw refusal
}

const invalid = (
  contract: Contract,
  milestone: MilestoneRow,
  action: MilestoneAction,
  from: string,
  context: ContractDecisionContext,
): AppError =>
  new AppError('INVALID_TRANSITION', {
    thing: 'milestone',
    from,
    action,
    verb: verbs[action],
    allowed: allowedFor(contract, milestone, context),
  })

const verbs: Record<MilestoneAction, string> = {
  start: 'started',
  submit: 'submitted',
  approve: 'approved',
  'request-changes': 'sent back',
  settle: 'settled',
  pay: 'paid',
  refund: 'refunded',
  cancel: 'cancelled',
  dispute: 'disputed',
}

export function getMilestone({ milestones }: Contract, id: string): MilestoneRow {
  const milestone = milestones.find((each) => each.id === id)
  if (!milestone) throw new AppError('NOT_FOUND', { thing: 'milestone' })
  return milestone
}

/**
 * Applies a transition to one milestone, with its changes. Throws NOT_FOUND, INVALID_TRANSITION, MILESTONE_ORDER or
 * CHANGES_LIMIT.
 */
export function transitionMilestone(
  contract: Contract,
  id: string,
  action: MilestoneTransitionName,
  context: Pick<ContractDecisionContext, 'role'> & Partial<ContractDecisionContext>,
  change: Partial<MilestoneRow> = {},
): Contract {
  const milestone = getMilestone(contract, id)
  const { role, now = contract.updatedAt } = context
  const to = nextState(milestoneFlow, milestone.status, action, role as 'PROVIDER')
  if (to === undefined || !allowsAction(contract, milestone, action)) {
    const from = to === undefined ? milestone.status : milestone.disputeId === null ? contract.status : 'DISPUTED'
    throw invalid(contract, milestone, action, from, { role, now })
  }
  const refusal = guards[action]?.(contract, milestone)
  if (refusal) throw refusal
  const milestones = contract.milestones.map((each) => (each.id === id ? { ...each, ...change, status: to } : each))
  return { ...contract, milestones }
}

/** `transitionMilestone` that also increments the contract's version. */
export const transitionMilestoneAndBump = (
  contract: Contract,
  id: string,
  action: MilestoneTransitionName,
  context: ContractDecisionContext,
  change: Partial<MilestoneRow> = {},
): Contract => bumpVersion(transitionMilestone(contract, id, action, context, change), context.now)

/** Extends the deadlines for approval by a period in which nobody could answer: of one milestone, or of all. */
export const withExtendedDeadlines = (contract: Contract, milliseconds: number, milestoneId?: string): Contract => ({
  ...contract,
  milestones: contract.milestones.map((each) =>
    each.autoApproveAt && (milestoneId === undefined || milestoneId === each.id)
      ? { ...each, autoApproveAt: new Date(+each.autoApproveAt + milliseconds) }
      : each,
  ),
})

/** A new milestone. */
export const newMilestone = (draft: Omit<MilestoneDraft, 'id'> & { id: string }, position: number): MilestoneRow => ({
  id: draft.id,
  position,
  title: draft.title,
  description: draft.description,
  amount: draft.amount,
  dueDate: draft.dueDate ?? null,
  status: 'PENDING',
  bookingIds: [],
  evidenceIds: [],
  note: null,
  startedAt: null,
  submittedAt: null,
  autoApproveAt: null,
  approvedAt: null,
  approvedBySystem: false,
  paidAt: null,
  invoiceId: null,
  settledPercent: null,
  settledAmount: null,
  changes: [],
  disputeId: null,
})

export function toMilestone(contract: Contract, row: MilestoneRow, context: ContractDecisionContext): Milestone {
  const money = (amount: number) => ({ amount, currency: contract.currency })
  return {
    id: row.id,
    order: row.position,
    title: row.title,
    description: row.description,
    amount: money(row.amount),
    dueDate: row.dueDate,
    status: row.status,
    bookingIds: row.bookingIds,
    evidenceIds: row.evidenceIds,
    note: row.note,
    startedAt: toIsoOrNull(row.startedAt),
    submittedAt: toIsoOrNull(row.submittedAt),
    autoApproveAt: toIsoOrNull(row.autoApproveAt),
    approvedAt: toIsoOrNull(row.approvedAt),
    approvedBySystem: row.approvedBySystem,
    paidAt: toIsoOrNull(row.paidAt),
    invoiceId: row.invoiceId,
    settled:
      row.settledAmount === null ? null : { percentDone: row.settledPercent ?? 0, amount: money(row.settledAmount) },
    changes: row.changes,
    changesLeft: Math.max(0, MILESTONE_CHANGES_LIMIT - row.changes.length),
    disputeId: row.disputeId,
    allowedActions: allowedFor(contract, row, context),
  }
}
