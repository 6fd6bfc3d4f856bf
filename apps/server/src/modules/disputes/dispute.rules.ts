import type { Money } from '@fettle/protocol'
import type { Side } from '@fettle/protocol/bookings/cancellations'
import {
  disputeUpdates,
  disputeFlow,
  disputeLimits,
  type DisputeAction,
  type DisputeTransitionName,
  type DisputeOutcome,
  type DisputeReason,
  type DisputeRole,
  type DisputeStatus,
  type DisputeSubjectType,
  type DisputeView,
  type EvidenceBundle,
} from '@fettle/protocol/disputes'
import type { SettlementInput } from '@fettle/protocol/contracts/parts'
import { allowedIf, defineRules, type Guard } from '../../platform/workflow/rules.ts'
import { AppError } from '../../platform/errors.ts'
import { instantParam } from '../../platform/locale/message-params.ts'
import { formatMoment } from '../../platform/locale/zoned-time.ts'

/** Disputes and their rules. Pure: context and `now` come in. */

export interface SettlementProposal {
  id: string
  by: Side
  /** Minor units. Null where no money is in dispute. */
  amount: number | null
  note: string
  status: DisputeView['proposals'][number]['status']
  at: string
  decidedAt: string | null
}

export interface DisputedSubject {
  type: DisputeSubjectType
  id: string
  label: string
  title: string
  /** The subject's state before the dispute. */
  status: string
}

/** The evidence bundle as stored: files by id. */
export type StoredEvidenceBundle = Omit<EvidenceBundle, 'photos'> & { fileIds: string[] }

/** A dispute as stored. */
export interface Dispute {
  id: string
  providerId: string
  customer: { id: string; name: string; avatar: string | null }
  subject: DisputedSubject
  bookingId: string | null
  contractId: string | null
  invoiceId: string | null
  openedBy: Side
  reasonCode: DisputeReason
  statement: string
  desiredOutcome: string | null
  /** Null where no money is in dispute. */
  currency: string | null
  total: number | null
  amount: number | null
  /** Amount booked in the ledger before confirmation. 0: none. */
  advancedAmount: number
  response: string | null
  respondedAt: Date | null
  status: DisputeStatus
  respondBy: Date
  negotiateBy: Date | null
  decideBy: Date | null
  reviewReason: DisputeView['reviewReason']
  outcome: DisputeOutcome | null
  appeal: DisputeView['appeal']
  appealUntil: Date | null
  effectiveAt: Date | null
  /** If the contract ends: the share done of its open milestones. */
  settlement: SettlementInput[] | null
  assignee: string | null
  evidencePack: StoredEvidenceBundle | null
  proposals: readonly SettlementProposal[]
  lastAction: DisputeTransitionName | null
  lastActionBy: DisputeRole | null
  /** Timers that fired: `kind@due`. */
  firedTimers: readonly string[]
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A dispute without its evidence bundle, for lists. */
export type ListedDispute = Omit<Dispute, 'evidencePack'>

export interface DisputeDecisionContext {
  role: DisputeRole
  now: Date
  /** Of times in errors: the provider's. */
  timeZone?: string
}

const otherSide = (side: Side): Side => (side === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER')
const isMine = ({ openedBy }: Dispute, role: DisputeRole) => openedBy === role
const countBy = (rows: readonly { by: Side }[], role: DisputeRole) => rows.filter(({ by }) => by === role).length

export const proposalsLeft = ({ proposals }: Dispute, role: DisputeRole): number =>
  Math.max(0, disputeLimits.proposalsPerSide - countBy(proposals, role))

/** The proposal that awaits an answer. */
const pendingProposal = ({ proposals }: Pick<Dispute, 'proposals'>): SettlementProposal | undefined =>
  proposals.find(({ status }) => status === 'PENDING')

type DisputeGuard = Guard<Dispute, DisputeDecisionContext>
const isReached = (due: Date | null, now: Date) => due !== null && now >= due

/** Guards beside the table. The same guards fill `allowedActions` and check the action. */
const guards: { readonly [A in DisputeAction]?: DisputeGuard } = {
  respond: allowedIf((dispute, { role }) => !isMine(dispute, role) && dispute.response === null),
  'miss-answer': allowedIf(({ respondBy }, { now }) => now >= respondBy),
  'end-negotiation': allowedIf(({ negotiateBy }, { now }) => isReached(negotiateBy, now)),
  agree: allowedIf((dispute, { role }) => {
    const waiting = pendingProposal(dispute)
    return waiting !== undefined && waiting.by !== role
  }),
  default: allowedIf(({ decideBy }, { now }) => isReached(decideBy, now)),
  withdraw: allowedIf((dispute, { role }) => isMine(dispute, role) && dispute.appeal === null),
  appeal: ({ appeal, outcome, appealUntil, effectiveAt }, { now, timeZone = 'UTC' }) => {
    if (appeal || outcome?.by === 'AGREEMENT' || !appealUntil) return 'INVALID_TRANSITION'
    if (effectiveAt !== null || now >= appealUntil) {
      const details = { time: formatMoment(appealUntil, timeZone), until: appealUntil.toISOString() }
      return new AppError('APPEAL_CLOSED', details, { params: { time: instantParam(appealUntil, timeZone) } })
    }
    return undefined
  },
  propose: (dispute, { role }) =>
    proposalsLeft(dispute, role) > 0
      ? undefined
      : new AppError('PROPOSAL_LIMIT', { limit: disputeLimits.proposalsPerSide }),
}

const verbs: Record<DisputeAction, string> = {
  respond: 'answered',
  'miss-answer': 'passed on',
  'end-negotiation': 'passed on',
  agree: 'settled',
  decide: 'decided',
  default: 'closed',
  withdraw: 'withdrawn',
  appeal: 'appealed',
  evidence: 'given evidence',
  propose: 'given a proposal',
  assign: 'assigned',
}

export const { allowedActions, assertAllowed, transition } = defineRules({
  subject: 'dispute',
  flow: disputeFlow,
  updates: disputeUpdates,
  guards,
  verbs,
})

/** Whose turn it is, and until when. */
export function stageOf(dispute: ListedDispute): { until: Date | null; awaiting: DisputeView['stage']['awaiting'] } {
  const { status, openedBy, respondBy, negotiateBy, decideBy, appealUntil, effectiveAt } = dispute
  if (status === 'OPEN') return { until: respondBy, awaiting: [otherSide(openedBy)] }
  if (status === 'NEGOTIATION') {
    const waiting = pendingProposal(dispute)
    return { until: negotiateBy, awaiting: waiting ? [otherSide(waiting.by)] : ['PROVIDER', 'CUSTOMER'] }
  }
  if (status === 'UNDER_REVIEW') return { until: decideBy, awaiting: ['OPERATOR'] }
  return { until: status === 'RESOLVED' && effectiveAt === null ? appealUntil : null, awaiting: [] }
}

/** Money in a dispute's currency. Null where no money is in dispute. */
export const moneyOf = ({ currency }: Pick<Dispute, 'currency'>, amount: number | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

/** Whether the outcome affects a side's rates. */
export const affectsRates = ({ subject }: Pick<Dispute, 'subject'>): boolean =>
  subject.status === 'CANCELLED' || subject.status === 'NO_SHOW'
