import type { SettlementInput, Termination } from '@fettle/protocol/contracts/parts'
import { divideRounded, exactAmount, sumOf } from '@fettle/protocol/common/money'
import { SYSTEM } from '../../../platform/acting-party.ts'
import { fieldError } from '../../../platform/errors.ts'
import { isOpen } from '../contract.rules.ts'
import type { Contract, ContractDecisionContext } from '../contract.types.ts'
import { transitionMilestone } from '../milestones/milestones.rules.ts'
import { openTermination } from './guards.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Settlement of a contract that ends early. Pure. */

export type Settlement = Termination['settlement']

const shareOfPercent = (amount: number, percent: number): number =>
  exactAmount(divideRounded(BigInt(amount) * BigInt(percent), 100n))

/**
 * Completes a settlement with every open milestone; one not named counts as not started. Throws for milestones that are
 * not open.
 */
export function settlementOf(contract: Contract, inputs: readonly SettlementInput[]): Settlement {
  const open = contract.milestones.filter(isOpen)
  for (const [index, { milestoneId }] of inputs.entries()) {
    const path = ['settlement', index, 'milestoneId']
    if (!open.some(({ id }) => id === milestoneId)) {
      throw fieldError(path, 'NOT_ALLOWED', issueText('MILESTONE_NOT_OPEN'))
    }
    if (inputs.findIndex((other) => other.milestoneId === milestoneId) !== index) {
      throw fieldError(path, 'DUPLICATE', issueText('MILESTONES_REPEATED'))
    }
  }
  const money = (amount: number) => ({ amount, currency: contract.currency })
  return open.map(({ id, title, amount }) => {
    const percentDone = inputs.find(({ milestoneId }) => milestoneId === id)?.percentDone ?? 0
    return {
      milestoneId: id,
      title,
      percentDone,
      amount: money(shareOfPercent(amount, percentDone)),
      of: money(amount),
    }
  })
}

/** The settlement of what is open now: milestones approved since are paid in full, later ones were not started. */
export const currentSettlement = (contract: Contract, inputs: readonly SettlementInput[]): Settlement =>
  settlementOf(
    contract,
    inputs.filter(({ milestoneId }) => contract.milestones.some((each) => each.id === milestoneId && isOpen(each))),
  )

/** The termination with what an open proposal pays now: a change order or an approval may have changed that. */
export function currentTermination(contract: Contract): Termination | null {
  const proposal = openTermination(contract)
  if (!proposal) return contract.termination
  const settlement = currentSettlement(contract, proposal.settlement)
  return { ...proposal, settlement, settledTotal: { amount: settledTotal(settlement), currency: contract.currency } }
}

export const settledTotal = (settlement: Settlement): number => sumOf(settlement.map(({ amount }) => amount.amount))

/** Settles every open milestone: the done share is approved, the rest cancelled. Returns the milestones to pay. */
export function applySettlement(
  contract: Contract,
  inputs: readonly SettlementInput[],
  { now }: Pick<ContractDecisionContext, 'now'>,
): { contract: Contract; due: string[] } {
  let after = contract
  const due: string[] = []
  for (const { milestoneId, percentDone, amount } of currentSettlement(contract, inputs)) {
    if (amount.amount <= 0) {
      after = transitionMilestone(after, milestoneId, 'cancel', SYSTEM, { autoApproveAt: null })
      continue
    }
    due.push(milestoneId)
    after = transitionMilestone(after, milestoneId, 'settle', SYSTEM, {
      approvedAt: now,
      approvedBySystem: true,
      autoApproveAt: null,
      settledPercent: percentDone,
      settledAmount: amount.amount,
    })
  }
  return { contract: after, due }
}
