import type {
  Amendment,
  AmendmentContent,
  AmendmentReason,
  Milestone,
  MilestoneChange,
} from '@fettle/protocol/contracts/parts'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { lineAmount, MAX_AMOUNT, sumOf } from '@fettle/protocol/common/money'
import { randomId } from '../../../lib/random-id.ts'

/** Form state of a change order: its lines and the resulting milestones. */

export interface ChangeLine {
  key: string
  description: string
  quantity: string
  /** Always positive; `credit` is the sign. */
  unitAmount: number
  /** A credit lowers the price. */
  credit: boolean
}

export interface PlannedMilestone {
  /** Id of an existing milestone; undefined for a new one. */
  id: string | undefined
  key: string
  title: string
  amount: number
  dueDate: string
  dropped: boolean
}

export interface ChangeDraft {
  title: string
  reason: AmendmentReason | ''
  description: string
  lines: ChangeLine[]
  plan: PlannedMilestone[]
  days: number
  photoIds: string[]
}

/** An empty line. */
export const newLine = (): ChangeLine => ({
  key: randomId(),
  description: '',
  quantity: '1',
  unitAmount: 0,
  credit: false,
})
/** A milestone that the change adds. */
export const newMilestone = (amount = 0, title = ''): PlannedMilestone => ({
  id: undefined,
  key: randomId(),
  title,
  amount,
  dueDate: '',
  dropped: false,
})

const changeableStatuses: ReadonlySet<string> = new Set(['PENDING', 'IN_PROGRESS', 'CHANGES_REQUESTED'])

/** Milestones that were submitted, approved or cancelled cannot be changed, and disputed ones only by their dispute. */
const isChangeable = ({ status, disputeId }: Pick<Milestone, 'status' | 'disputeId'>): boolean =>
  changeableStatuses.has(status) && disputeId === null

/** Form of a new change order, or of an existing draft. */
export function draftOf(contract: ContractDetails, amendment?: Amendment): ChangeDraft {
  const changes = amendment?.milestoneChanges ?? []
  const plan: PlannedMilestone[] = contract.milestones.filter(isChangeable).map(({ id, title, amount, dueDate }) => {
    const change = changes.find((each) => each.kind !== 'ADD' && each.milestoneId === id)
    const changed = change?.kind === 'CHANGE' ? change : undefined
    return {
      id,
      key: id,
      title: changed?.title ?? title,
      amount: changed?.amount ?? amount.amount,
      dueDate: (changed?.dueDate === undefined ? dueDate : changed.dueDate) ?? '',
      dropped: change?.kind === 'REMOVE',
    }
  })
  for (const change of changes) {
    if (change.kind !== 'ADD') continue
    plan.push({ ...newMilestone(change.amount, change.title), dueDate: change.dueDate ?? '' })
  }
  return {
    title: amendment?.title ?? '',
    reason: amendment?.reason ?? '',
    description: amendment?.description ?? '',
    lines: amendment
      ? amendment.lines.map(({ description, quantity, unitAmount }) => ({
          key: randomId(),
          description,
          quantity,
          unitAmount: Math.abs(unitAmount),
          credit: unitAmount < 0,
        }))
      : [newLine()],
    plan,
    days: amendment?.scheduleImpactDays ?? 0,
    photoIds: amendment?.photoIds ?? [],
  }
}

/**
 * The plan for the milestones that can be changed now: since it was written down, some may have been approved, and others
 * returned.
 */
export function currentPlan(
  contract: ContractDetails,
  amendment: Amendment | undefined,
  plan: readonly PlannedMilestone[],
): PlannedMilestone[] {
  const existing = draftOf(contract, amendment).plan.filter(({ id }) => id !== undefined)
  return [
    ...existing.map((milestone) => plan.find(({ id }) => id === milestone.id) ?? milestone),
    ...plan.filter(({ id }) => id === undefined),
  ]
}

const signedUnitAmount = ({ unitAmount, credit }: ChangeLine): number => (credit ? -unitAmount : unitAmount)

/** A typed line may be beyond the largest amount, which the server refuses. */
function amountOfLine(line: ChangeLine): number {
  const product = Number(line.quantity) * signedUnitAmount(line)
  return Math.abs(product) > MAX_AMOUNT
    ? Math.sign(product) * MAX_AMOUNT
    : lineAmount(line.quantity, signedUnitAmount(line))
}

/** Sum of the lines, credits subtracted. */
export const linesTotal = ({ lines }: Pick<ChangeDraft, 'lines'>): number => sumOf(lines.map(amountOfLine))

/** The contract's total after the change, the sum of its milestones, and how much of it cannot be changed any more. */
export function changedTotals(
  contract: ContractDetails,
  draft: ChangeDraft,
): { total: number; milestonesTotal: number; fixedTotal: number } {
  const fixed = contract.milestones.filter((each) => !isChangeable(each) && each.status !== 'CANCELLED')
  const planned = draft.plan.filter(({ dropped }) => !dropped)
  const fixedTotal = sumOf(fixed.map(({ amount }) => amount.amount))
  return {
    total: contract.total.amount + linesTotal(draft),
    milestonesTotal: sumOf([fixedTotal, ...planned.map(({ amount }) => amount)]),
    fixedTotal,
  }
}

/**
 * Assigns the difference between price and milestones: as a new milestone, or taken from the last one that stays when the
 * milestones exceed the price.
 */
export function withUnassigned(draft: ChangeDraft, unassigned: number): ChangeDraft {
  const { plan, title } = draft
  if (unassigned > 0) return { ...draft, plan: [...plan, newMilestone(unassigned, title)] }
  const last = plan.findLast(({ dropped }) => !dropped)
  return {
    ...draft,
    plan: plan.map((each) => (each === last ? { ...each, amount: Math.max(0, each.amount + unassigned) } : each)),
  }
}

function changesOf(contract: ContractDetails, { plan }: ChangeDraft): MilestoneChange[] {
  return plan.flatMap(({ id, title, amount, dueDate, dropped }): MilestoneChange[] => {
    const due = dueDate || null
    if (id === undefined) return dropped ? [] : [{ kind: 'ADD', title, description: '', amount, dueDate: due }]
    if (dropped) return [{ kind: 'REMOVE', milestoneId: id }]
    const before = contract.milestones.find((each) => each.id === id)
    if (!before || (before.title === title && before.amount.amount === amount && before.dueDate === due)) return []
    return [{ kind: 'CHANGE', milestoneId: id, title, amount, dueDate: due }]
  })
}

/** Request body of a change order. Empty lines are left out. */
export const contentOf = (contract: ContractDetails, draft: ChangeDraft): AmendmentContent => ({
  title: draft.title.trim(),
  reason: draft.reason || 'OTHER',
  description: draft.description.trim(),
  lines: draft.lines
    .filter(({ description, unitAmount }) => description.trim() !== '' || unitAmount !== 0)
    .map((line) => ({
      description: line.description.trim(),
      quantity: line.quantity,
      unitAmount: signedUnitAmount(line),
    })),
  milestoneChanges: changesOf(contract, draft),
  scheduleImpactDays: draft.days,
  photoIds: draft.photoIds,
})
