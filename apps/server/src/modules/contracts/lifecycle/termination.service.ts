import { DAY_MS } from '@fettle/protocol/core/durations'
import { TERMINATION_ANSWER_DAYS, type SettlementInput, type Termination } from '@fettle/protocol/contracts/parts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { moneyParam } from '../../../platform/locale/message-params.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fieldError } from '../../../platform/errors.ts'
import { localDate } from '../../../platform/locale/zoned-time.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { closeAmendments, dataOf } from '../amendments/amendments.rules.ts'
import { contractWorkflow, type ContractDeps, type ContractTransition } from '../contract.workflow.ts'
import type { ContractParty, ContractPerson } from '../contract.access.ts'
import { openTermination } from './guards.rules.ts'
import { charge, closeBilling, type ContractBillingDeps } from '../milestones/contract-billing.service.ts'
import { assertAllowed, endedBy, transition, withLaterAnswers } from '../contract.rules.ts'
import type { Contract, ContractDecisionContext } from '../contract.types.ts'
import { describeContract, toNotification } from '../contract.effects.ts'
import { withExtendedDeadlines } from '../milestones/milestones.rules.ts'
import { completeIfDone } from './complete.service.ts'
import { afterHold } from './lifecycle.service.ts'
import { applySettlement, currentSettlement, settledTotal, settlementOf } from './termination.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Termination by agreement, by an operator's decision, or by withdrawal of the customer. */

interface Proposal {
  version?: number | undefined
  reasonCode: Termination['reasonCode']
  note?: string | undefined
  effectiveDate: string
  settlement: SettlementInput[]
}

/** Proposes to terminate. */
export const propose = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { version, ...proposal }: Proposal,
): Promise<Contract> =>
  contractWorkflow.run(deps, person, id, {
    version,
    decide(before, context) {
      assertAllowed(before, 'termination', context)
      if (proposal.effectiveDate < localDate(context.now, before.timeZone)) {
        throw fieldError(['effectiveDate'], 'TOO_SMALL', issueText('DAY_BEFORE_TODAY'))
      }
      const settlement = settlementOf(before, proposal.settlement)
      const termination: Termination = {
        status: 'PROPOSED',
        by: person.role,
        reasonCode: proposal.reasonCode,
        note: proposal.note || null,
        effectiveDate: proposal.effectiveDate,
        settlement,
        settledTotal: { amount: settledTotal(settlement), currency: before.currency },
        proposedAt: context.now.toISOString(),
        answerBy: new Date(+context.now + TERMINATION_ANSWER_DAYS * DAY_MS).toISOString(),
        decidedAt: null,
        decidedBy: null,
        answerNote: null,
      }
      return { ...bumpVersion(before, context.now), termination }
    },
    describeEffects(after) {
      const { reasonCode, effectiveDate, settledTotal: settled } = after.termination as Termination
      const data = { by: person.role, reasonCode, effectiveDate, settledTotal: settled }
      return {
        events: [{ event: 'contract.termination_proposed', data }],
        auditNotes: [{ event: 'TERMINATION_PROPOSED', data }],
        systemMessage: {
          code: 'termination-proposed',
          params: { amount: moneyParam(settled), contract: describeContract(after) },
        },
        ...(person.role === 'CUSTOMER' && {
          notification: toNotification(after, 'termination-proposed', { settled }),
        }),
      }
    },
  })

const decided = (
  { termination }: Contract,
  status: Termination['status'],
  context: ContractDecisionContext,
  note: string | null = null,
): Termination | null =>
  termination && {
    ...termination,
    status,
    decidedAt: context.now.toISOString(),
    decidedBy: context.role,
    answerNote: note ?? termination.answerNote,
  }

/** Ends the contract: settles and charges milestones, closes pending parts. */
export async function endContract(
  deps: ContractBillingDeps,
  tx: Tx,
  {
    before,
    after,
    context,
    settlement,
  }: {
    before: Contract
    /** After its transition. */
    after: Contract
    context: ContractDecisionContext
    settlement: readonly SettlementInput[]
  },
): Promise<Contract> {
  const { contract, due } = applySettlement(closeAmendments(after, context.now), settlement, context)
  const charged = await charge(deps, tx, contract, due, context.now)
  await closeBilling(deps, tx, before)
  return { ...charged, hold: null }
}

/** Audit entries about milestones and pending change orders. */
export const endNotes = (after: Contract, before: Contract): AuditNote[] => [
  ...amendmentNotes(after, before),
  ...milestoneNotes(after, before),
]

/** Pending change orders end with the contract. */
const amendmentNotes = ({ amendments }: Contract, before: Contract): AuditNote[] =>
  before.amendments
    .filter(
      ({ id, status }) =>
        status === 'PENDING' && amendments.some((each) => each.id === id && each.status === 'EXPIRED'),
    )
    .map((row) => ({ event: 'AMENDMENT_EXPIRED', contentHash: row.contentHash, data: dataOf(row) }))

const milestoneNotes = (after: Contract, before: Contract): AuditNote[] =>
  after.milestones.flatMap((milestone): AuditNote[] => {
    const was = before.milestones.find(({ id }) => id === milestone.id)
    if (!was || was.status === milestone.status) return []
    const data = { milestoneId: milestone.id, title: milestone.title }
    return milestone.status === 'CANCELLED'
      ? [{ event: 'MILESTONE_CANCELLED', data }]
      : [
          {
            event: 'MILESTONE_SETTLED',
            data: { ...data, percentDone: milestone.settledPercent, amount: milestone.settledAmount },
          },
        ]
  })

/** Accepts a termination: by the other side, or by an operator with an optional settlement. */
export const accept = (
  deps: ContractBillingDeps,
  party: ContractParty,
  id: string,
  {
    version,
    settlement,
    note = null,
  }: { version?: number | undefined; settlement?: SettlementInput[] | undefined; note?: string | null } = {},
): Promise<Contract> =>
  contractWorkflow.run(deps, party, id, {
    action: 'accept-termination',
    version,
    async decide(before, context, tx) {
      const moved = transition(before, 'accept-termination', context)
      const agreed = settlement ?? before.termination?.settlement ?? []
      const after = await endContract(deps, tx, { before, after: moved, context, settlement: agreed })
      const parts = currentSettlement(before, agreed)
      const termination = decided(before, 'ACCEPTED', context, note)
      return {
        ...after,
        termination: termination && {
          ...termination,
          settlement: parts,
          settledTotal: { amount: settledTotal(parts), currency: before.currency },
        },
        ended: endedBy(context, before.termination?.reasonCode ?? null),
      }
    },
    describeEffects(after, before) {
      const settled = after.termination?.settledTotal ?? { amount: 0, currency: after.currency }
      return {
        events: [
          { event: 'contract.terminated', data: { by: party.role, settledTotal: settled, ...(note && { note }) } },
        ],
        auditNotes: [
          { event: 'TERMINATION_ACCEPTED', data: { by: party.role, ...(note && { note }) } },
          ...endNotes(after, before),
          { event: 'TERMINATED' },
        ],
        systemMessage: {
          code: 'contract-terminated',
          params: { contract: describeContract(after), amount: moneyParam(settled) },
        },
        ...(party.role !== 'PROVIDER' && {
          notification: toNotification(after, 'contract-terminated', { settled }),
        }),
      }
    },
  })

/** Contests a termination: by the other side, or automatically without an answer, so that an operator decides. */
export const contest = (
  deps: ContractDeps,
  party: ContractParty,
  id: string,
  { version, note = null }: { version?: number | undefined; note?: string | null },
): Promise<Contract> => contractWorkflow.run(deps, party, id, { ...toContest(party, note), version })

export const toContest = (party: ContractParty, note: string | null = null): ContractTransition => ({
  action: 'contest-termination',
  decide: (before, context) => {
    const moved = transition(before, 'contest-termination', context)
    const proposal = openTermination(before)
    return {
      ...moved,
      termination: proposal
        ? { ...proposal, status: 'CONTESTED' as const, answerNote: note, contestedAt: context.now.toISOString() }
        : null,
    }
  },
  describeEffects: (after) => {
    const data = { by: party.role, ...(note && { note }) }
    return {
      events: [{ event: 'contract.termination_contested', data }],
      auditNotes: [{ event: 'TERMINATION_CONTESTED', data }],
      systemMessage:
        party.role === 'SYSTEM'
          ? { code: 'termination-unanswered', params: { contract: describeContract(after) } }
          : { code: 'termination-contested', params: { contract: describeContract(after), note: note ?? '' } },
      ...(party.role !== 'PROVIDER' && {
        notification: toNotification(after, 'termination-contested', { note }),
      }),
    }
  },
})

/** If it was on hold when contested, the hold ends now; otherwise nobody could answer submitted work. */
function afterContest(contract: Contract, now: Date): Contract {
  const { contestedAt } = contract.termination ?? {}
  const length = contestedAt === undefined ? 0 : +now - Date.parse(contestedAt)
  const answerable = withLaterAnswers(contract, length, now)
  return contract.hold ? afterHold(answerable, now) : withExtendedDeadlines(answerable, length)
}

/** Withdraws a termination proposal, or an operator decides to continue. */
export const withdrawProposal = (
  deps: ContractDeps,
  party: ContractParty,
  id: string,
  { version, note = null }: { version?: number | undefined; note?: string | null } = {},
): Promise<Contract> =>
  contractWorkflow.run(deps, party, id, {
    version,
    // Already withdrawn: nothing is open, and the proposal was theirs.
    isDone: ({ termination }) => termination?.status === 'WITHDRAWN' && termination.decidedBy === party.role,
    decide(before, context) {
      if (before.status !== 'DISPUTED') {
        assertAllowed(before, 'withdraw-termination', context)
        return { ...bumpVersion(before, context.now), termination: decided(before, 'WITHDRAWN', context, note) }
      }
      const moved = transition(before, 'withdraw-termination', context)
      return { ...afterContest(moved, context.now), termination: decided(before, 'WITHDRAWN', context, note) }
    },
    describeEffects: (after) => {
      const data = { by: party.role, ...(note && { note }) }
      return {
        events: [{ event: 'contract.termination_withdrawn', data }],
        auditNotes: [{ event: 'TERMINATION_WITHDRAWN', data }],
        systemMessage: { code: 'termination-withdrawn', params: { contract: describeContract(after) } },
        // A contract on hold does not resume by this.
        ...(party.role !== 'PROVIDER' &&
          after.status === 'ACTIVE' && {
            notification: toNotification(after, 'contract-resumed'),
          }),
      }
    },
    // A contested end ends a hold, during which completion may have become due.
    followUp: (after, tx) => completeIfDone(deps, tx, after),
  })

/**
 * Withdraws the customer within the cooling-off period. Approved work stays payable, and so does work begun early with
 * consent.
 */
export const withdraw = (
  deps: ContractBillingDeps,
  person: ContractPerson,
  id: string,
  { note, settlement }: { note?: string | undefined; settlement: SettlementInput[] },
): Promise<Contract> =>
  contractWorkflow.run(deps, person, id, {
    action: 'withdraw',
    async decide(before, context, tx) {
      const moved = transition(before, 'withdraw', context)
      settlementOf(before, settlement)
      const after = await endContract(deps, tx, {
        before,
        after: moved,
        context,
        settlement: before.startEarly ? earlySettlement(before, settlement) : [],
      })
      const proposal = openTermination(before)
      return {
        ...after,
        termination: proposal ? decided(before, 'LAPSED', context) : before.termination,
        ended: endedBy(context, note || null),
      }
    },
    describeEffects: (after, before) => ({
      events: [{ event: 'contract.terminated', data: { by: 'CUSTOMER', withdrawn: true, ...(note && { note }) } }],
      auditNotes: [
        { event: 'WITHDRAWN', data: note ? { note } : {} },
        ...endNotes(after, before),
        { event: 'TERMINATED' },
      ],
      systemMessage: { code: 'contract-withdrawn', params: { contract: describeContract(after) } },
      notification: toNotification(after, 'contract-withdrawn', { note: note || null }),
    }),
  })

/** Submitted work counts as done; for work in progress the customer's figure counts. */
function earlySettlement({ milestones }: Contract, inputs: readonly SettlementInput[]): SettlementInput[] {
  return milestones.flatMap(({ id, status }) => {
    if (status === 'SUBMITTED' || status === 'CHANGES_REQUESTED') return [{ milestoneId: id, percentDone: 100 }]
    const input = status === 'IN_PROGRESS' ? inputs.find(({ milestoneId }) => milestoneId === id) : undefined
    return input ? [input] : []
  })
}
