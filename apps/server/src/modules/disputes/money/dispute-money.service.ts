import type { Tx } from '../../../platform/db/db.ts'
import { advance, endAdvance, holdDisputed, release, clawBack, type DisputedPart } from '../../earnings/index.ts'
import { listPaid, reduceCharge } from '../../invoices/index.ts'
import type { Dispute } from '../dispute.rules.ts'
import type { DisputedAmount, DisputeResolution, DisputeSubjectDeps } from '../subjects/subjects.ts'

/** Disputed money: holds, releases and refunds. */

const toHolder = ({ id, providerId, currency }: Dispute) => ({ disputeId: id, providerId, currency: currency ?? '' })

interface LabelledPart extends DisputedPart {
  label: string
}

/** Distributes `amount` over the claims, first claim first. */
function distribute(claims: readonly DisputedAmount[], amount: number): { claim: DisputedAmount; amount: number }[] {
  let remaining = amount
  return claims.flatMap((claim) => {
    const share = Math.min(remaining, claim.amount)
    remaining -= share
    return share > 0 ? [{ claim, amount: share }] : []
  })
}

/**
 * The disputed parts in the ledger. A fee is earned as it is paid, so there the amount beyond the remaining fee counts.
 */
async function partsOf(
  tx: Tx,
  claims: readonly DisputedAmount[],
  amount: number,
  label: string,
): Promise<LabelledPart[]> {
  const parts: LabelledPart[] = []
  for (const { claim, amount: share } of distribute(claims, amount)) {
    if (claim.source !== 'PAYMENTS') {
      parts.push({ source: claim.source, amount: share, label })
      continue
    }
    const payments = await listPaid(tx, claim.charged)
    const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
    let excess = Math.max(0, paid - (claim.amount - share))
    for (const payment of payments.toReversed()) {
      const takenAmount = Math.min(excess, payment.amount)
      excess -= takenAmount
      if (takenAmount > 0) parts.push({ source: { type: 'payment', id: payment.id }, amount: takenAmount, label })
    }
  }
  return parts
}

/** Puts disputed money on hold. The rest clears as before. */
export async function holdMoney(
  deps: DisputeSubjectDeps,
  tx: Tx,
  dispute: Dispute,
  claims: readonly DisputedAmount[],
): Promise<void> {
  const { amount, advancedAmount, subject } = dispute
  if (amount === null) return
  if (advancedAmount > 0) {
    await advance(deps, tx, toHolder(dispute), { label: subject.label, amount: advancedAmount, disputed: amount })
    return
  }
  await holdDisputed(deps, tx, toHolder(dispute), await partsOf(tx, claims, amount, subject.label))
}

/** Releases holds and takes back advance entries. */
export async function releaseMoney(deps: DisputeSubjectDeps, tx: Tx, dispute: Dispute): Promise<void> {
  const { id, providerId, advancedAmount } = dispute
  await release(deps, tx, { providerId, heldBy: id })
  if (advancedAmount > 0) await endAdvance(deps, tx, toHolder(dispute))
}

/** Takes back what the provider does not keep, and credits it on the invoice. */
export async function clawBackMoney(
  deps: DisputeSubjectDeps,
  tx: Tx,
  dispute: Dispute,
  claims: readonly DisputedAmount[],
  { reduction, reason }: Pick<DisputeResolution, 'reduction' | 'reason'>,
): Promise<void> {
  // Refunds made since the dispute was opened count towards its outcome.
  const refunded = (dispute.total ?? 0) - claims.reduce((sum, { amount }) => sum + amount, 0)
  const reductionLeft = reduction - Math.max(0, refunded)
  if (reductionLeft <= 0) return
  await clawBack(deps, tx, toHolder(dispute), await partsOf(tx, claims, reductionLeft, dispute.subject.label))
  for (const { claim, amount } of distribute(claims, reductionLeft)) {
    await reduceCharge(deps, tx, claim.charged, { amount: claim.amount - amount, reason })
  }
}
