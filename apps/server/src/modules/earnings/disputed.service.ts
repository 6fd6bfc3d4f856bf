import type { Tx } from '../../platform/db/db.ts'
import { hold, limitHolds } from './holds.service.ts'
import { entriesForWork } from './ledger.rules.ts'
import { addEntries, lockLedgerIn, signalLedgerChange, type LedgerDeps } from './ledger.service.ts'
import * as store from './ledger.store.ts'
import { feeOf, type EarningTerms } from './posting.rules.ts'
import { toClawBackEntries } from './disputed.rules.ts'

/** Disputed money in an append-only ledger whose sums always hold. */

/** A part of a source's money. */
export interface DisputedPart {
  source: store.Source
  /** Minor units of its price that are disputed or reversed. */
  amount: number
}

interface DisputeScope {
  providerId: string
  currency: string
  disputeId: string
}

/** Holds the platform's part of disputed money, excluding its own share. */
export async function holdDisputed(
  deps: LedgerDeps,
  tx: Tx,
  of: DisputeScope,
  parts: readonly DisputedPart[],
): Promise<void> {
  if (!(await lockLedgerIn(deps, tx, of))) return
  for (const { source, amount } of parts) {
    const brought = await store.findEarnedBySource(tx, source)
    if (!brought) continue
    const gross = Math.min(amount, brought.amount)
    const { providerId, disputeId: heldBy } = of
    await hold(deps, tx, { providerId, heldBy, source, amount: gross - feeOf(gross, brought) })
  }
}

/**
 * Books unconfirmed work ahead when the customer disputes a part of it, so that the undisputed part clears while the
 * other is on hold. `endAdvance` reverses it before the final entries.
 */
export async function advance(
  deps: LedgerDeps,
  tx: Tx,
  of: DisputeScope,
  { label, amount, disputed }: { label: string; amount: number; disputed: number },
): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, of)
  if (!ledger) return
  const source = { type: 'dispute' as const, id: of.disputeId }
  const completedAt = deps.clock.now()
  const { providerId, currency } = of
  const work = { source, reference: label, providerId, amount, currency, completedAt } as const
  const entries = entriesForWork(work, deps.settings())
  if (await addEntries(deps, tx, ledger, entries)) signalLedgerChange(deps, tx, providerId)
  await holdDisputed(deps, tx, of, [{ source, amount: disputed }])
}

/** Reverses advance entries one by one. Idempotent. */
export async function endAdvance(deps: LedgerDeps, tx: Tx, of: DisputeScope): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, of)
  if (!ledger) return
  const ahead = await store.listFrom(tx, of.providerId, { type: 'dispute', id: of.disputeId })
  const entries = ahead.map((entry) => ({
    ...entry,
    amount: -entry.amount,
    source: { ...entry.source, type: 'dispute-advance' },
  }))
  if (await addEntries(deps, tx, ledger, entries)) signalLedgerChange(deps, tx, of.providerId)
}

/** Takes back what the provider does not keep, with the platform's share of it. Idempotent. */
export async function clawBack(
  deps: LedgerDeps,
  tx: Tx,
  of: DisputeScope,
  parts: readonly (DisputedPart & { label: string })[],
): Promise<void> {
  for (const { source, amount, label } of parts) {
    const ledger = await lockLedgerIn(deps, tx, of)
    const brought: EarningTerms | undefined = ledger && (await store.findEarnedBySource(tx, source))
    if (!ledger || !brought || amount <= 0) continue
    const entries = toClawBackEntries(
      { amount, source: { type: 'dispute-settled', id: `${of.disputeId}:${source.id}`, label } },
      { brought, held: await store.holdingsOf(tx, of.providerId, source), now: deps.clock.now() },
    )
    if (await addEntries(deps, tx, ledger, entries)) signalLedgerChange(deps, tx, of.providerId)
    await limitHolds(deps, tx, { providerId: of.providerId, source })
  }
}
