import { actionsFrom, nextState } from '@fettle/protocol'
import { MILESTONE_CHANGES_LIMIT, type Milestone } from '@fettle/protocol/contract-parts'
import { milestoneFlow, type MilestoneAction, type MilestoneStatus } from '@fettle/protocol/contracts'
import type { MilestoneDraft } from '@fettle/protocol/contract-content'
import { AppError } from '../../../platform/errors.ts'
import { isOpen, touched, type Contract, type Facts, type MilestoneRow, type Role } from '../contracts.rules.ts'

/** How milestones are worked off (domain §7). Pure. */

/** One that is not given up and comes before this one without being approved, where they are done in order. */
function before(contract: Contract, { position }: MilestoneRow): MilestoneRow | undefined {
  if (!contract.content.sequential) return undefined
  return contract.milestones.find((other) => other.position < position && isOpen(other))
}

type Guard = (contract: Contract, milestone: MilestoneRow) => AppError | undefined

const guards: { readonly [A in MilestoneAction]?: Guard } = {
  start: (contract, milestone) => {
    const first = before(contract, milestone)
    return first && new AppError('MILESTONE_ORDER', { title: first.title, milestoneId: first.id })
  },
  'request-changes': (_, { changes }) =>
    changes.length < MILESTONE_CHANGES_LIMIT
      ? undefined
      : new AppError('CHANGES_LIMIT', { limit: MILESTONE_CHANGES_LIMIT }),
}

/** What people do is done while the work goes on; an end settles what it finds. */
const mayWork = ({ status }: Contract, action: MilestoneAction): boolean =>
  status === 'ACTIVE' || action === 'settle' || action === 'cancel' || action === 'pay' || action === 'refund'

const peoples = new Set<MilestoneAction>(['start', 'submit', 'approve', 'request-changes'])

export const allowedFor = (contract: Contract, milestone: MilestoneRow, role: Role): MilestoneAction[] =>
  actionsFrom<MilestoneStatus, MilestoneAction, string>(milestoneFlow, milestone.status, role).filter(
    (action) => peoples.has(action) && mayWork(contract, action) && !guards[action]?.(contract, milestone),
  )

const verbs: Record<MilestoneAction, string> = {
  start: 'started',
  submit: 'submitted',
  approve: 'approved',
  'request-changes': 'sent back',
  settle: 'settled',
  pay: 'paid',
  refund: 'refunded',
  cancel: 'cancelled',
}

export function openMilestone({ milestones }: Contract, id: string): MilestoneRow {
  const milestone = milestones.find((each) => each.id === id)
  if (!milestone) throw new AppError('NOT_FOUND', { thing: 'milestone' })
  return milestone
}

/** Takes one milestone a step on, with what the step brings. */
export function step(
  contract: Contract,
  id: string,
  action: MilestoneAction,
  { role }: Pick<Facts, 'role'>,
  change: Partial<MilestoneRow> = {},
): Contract {
  const milestone = openMilestone(contract, id)
  const to = nextState(milestoneFlow, milestone.status, action, role as 'PROVIDER')
  if (to === undefined || !mayWork(contract, action)) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'milestone',
      from: to === undefined ? milestone.status : contract.status,
      action,
      verb: verbs[action],
      allowed: allowedFor(contract, milestone, role),
    })
  }
  const refusal = guards[action]?.(contract, milestone)
  if (refusal) throw refusal
  const milestones = contract.milestones.map((each) => (each.id === id ? { ...each, ...change, status: to } : each))
  return { ...contract, milestones }
}

/** The same as a change of the contract: one version on. */
export const stepOn = (
  contract: Contract,
  id: string,
  action: MilestoneAction,
  facts: Facts,
  change: Partial<MilestoneRow> = {},
): Contract => touched(step(contract, id, action, facts, change), facts.now)

/** A milestone nobody has begun. */
export const fresh = (draft: Omit<MilestoneDraft, 'id'> & { id: string }, position: number): MilestoneRow => ({
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
})

const text = (at: Date | null) => at?.toISOString() ?? null

export function toMilestone(contract: Contract, row: MilestoneRow, role: Role): Milestone {
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
    startedAt: text(row.startedAt),
    submittedAt: text(row.submittedAt),
    autoApproveAt: text(row.autoApproveAt),
    approvedAt: text(row.approvedAt),
    approvedBySystem: row.approvedBySystem,
    paidAt: text(row.paidAt),
    invoiceId: row.invoiceId,
    settled:
      row.settledAmount === null ? null : { percentDone: row.settledPercent ?? 0, amount: money(row.settledAmount) },
    changes: row.changes,
    changesLeft: Math.max(0, MILESTONE_CHANGES_LIMIT - row.changes.length),
    allowedActions: allowedFor(contract, row, role),
  }
}
