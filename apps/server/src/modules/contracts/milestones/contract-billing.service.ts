import { shortened } from '@fettle/protocol/common/limits'
import { shareOf } from '@fettle/protocol/common/money'
import type { Tx } from '../../../platform/db/db.ts'
import { hold, release } from '../../earnings/index.ts'
import { refundUnusedDeposit, type Invoices } from '../../invoices/index.ts'
import type { ContractDeps } from '../contract.workflow.ts'
import { valueOf } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'

/** Dependencies for charging milestones. All functions run in the transaction of the cause. */
export type ContractBillingDeps = ContractDeps & { invoices: Invoices }

/**
 * Invoices milestones and books them in the ledger; the contract then references the invoices. Retained shares are on
 * hold until the contract ends.
 */
export async function charge(
  deps: ContractBillingDeps,
  tx: Tx,
  contract: Contract,
  ids: readonly string[],
  at: Date,
): Promise<Contract> {
  const { providerId, customer, currency, content, reference } = contract
  const invoices = new Map<string, string | null>()
  for (const milestone of contract.milestones.filter(({ id }) => ids.includes(id))) {
    const { id } = milestone
    const amount = valueOf(milestone)
    const invoice = await deps.invoices.issueFor(
      {
        type: 'MILESTONE',
        id,
        label: reference,
        providerId,
        customer: { id: customer.id, name: customer.name },
        title: shortened(`${milestone.title}: ${contract.title}`, 120),
        amount: { amount, currency },
        offerId: contract.offerId,
        contractId: contract.id,
        dueInDays: content.paymentTerms.dueDays,
        completedAt: at,
      },
      tx,
    )
    const retained = shareOf(amount, content.retentionBps)
    const source = { type: 'milestone', id } as const
    if (retained > 0) await hold(deps, tx, { providerId, heldBy: contract.id, source, amount: retained })
    invoices.set(id, invoice?.id ?? null)
  }
  const milestones = contract.milestones.map((each) =>
    invoices.has(each.id) ? { ...each, invoiceId: invoices.get(each.id) ?? null } : each,
  )
  return { ...contract, milestones }
}

/** Releases the retained shares to the provider, and takes back what the milestones did not use of the deposit. */
export async function closeBilling(deps: ContractDeps, tx: Tx, { id, providerId, offerId }: Contract): Promise<void> {
  await release(deps, tx, { providerId, heldBy: id })
  if (offerId) await refundUnusedDeposit(deps, tx, offerId)
}
