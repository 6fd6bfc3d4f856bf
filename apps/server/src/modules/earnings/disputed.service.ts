import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { hold } from './holds.service.ts'
import { entriesForWork } from './ledger.rules.ts'
import { addEntries, changed, lockLedger } from './ledger.service.ts'
import * as store from './ledger.store.ts'
import { feeOf, type EarningTerms } from './received.rules.ts'
import { toClawBackEntries } from './disputed.rules.ts'

/** What disputes do with a ledger: it is only ever added to, and its sums hold all along. */

type LedgerDeps = Pick<Deps, 'config' | 'clock' | 'ids' | 'signal' | 'settings'>

/** What brought money that is in dispute. */
export interface DisputedPart {
  source: store.Source
  /** Minor units of its price that are in dispute, or are to be taken back. */
  amount: number
  /** What of its price was paid past the platform: of that the platform holds nothing. */
  direct: number
}

interface DisputeScope {
  providerId: string
  currency: string
  disputeId: string
}

/** Only a ledger in this currency has anything of it. */
async function ledgerOf(
  tx: Tx,
  deps: LedgerDeps,
  { providerId, currency }: DisputeScope,
): Promise<store.Ledger | undefined> {
  const ledger = await lockLedger(tx, deps, providerId)
  return ledger.currency === currency ? ledger : undefined
}

/** Puts on hold what the platform has of what is in dispute, the platform's share aside. The rest goes on as it was. */
export async function holdDisputed(
  tx: Tx,
  deps: LedgerDeps,
  of: DisputeScope,
  parts: readonly DisputedPart[],
): Promise<void> {
  if (!(await ledgerOf(tx, deps, of))) return
  for (const { source, amount, direct } of parts) {
    const brought = await store.findEarnedBySource(tx, source)
    if (!brought) continue
    const gross = Math.min(amount, brought.amount - direct)
    if (gross <= 0) continue
    const whole = gross === brought.amount
    const net = gross - feeOf(gross, brought)
    await hold(tx, deps, {
      providerId: of.providerId,
      heldBy: of.disputeId,
      source,
      ...(!whole && { amount: net }),
    })
  }
}

/**
 * Work nobody confirmed yet, of which the customer disputes a part: all of it is entered ahead, so that the part which is
 * not disputed clears while the other is on hold. `endAdvance` takes it back before it is entered for good.
 */
export async function advance(
  tx: Tx,
  deps: LedgerDeps,
  of: DisputeScope,
  { label, amount, disputed }: { label: string; amount: number; disputed: number },
): Promise<void> {
  const ledger = await ledgerOf(tx, deps, of)
  if (!ledger) return
  const source = { type: 'dispute' as const, id: of.disputeId }
  const completedAt = deps.clock.now()
  const { providerId, currency } = of
  const work = { source, reference: label, providerId, amount, currency, completedAt } as const
  const entries = entriesForWork(work, deps.settings())
  if (await addEntries(tx, deps, ledger, entries)) signalBalanceChange(tx, deps, providerId)
  await holdDisputed(tx, deps, of, [{ source, amount: disputed, direct: 0 }])
}

/** Takes back what was entered ahead, entry by entry. Safe to be told twice. */
export async function endAdvance(tx: Tx, deps: LedgerDeps, of: DisputeScope): Promise<void> {
  const ledger = await ledgerOf(tx, deps, of)
  if (!ledger) return
  const ahead = await store.listFrom(tx, of.providerId, { type: 'dispute', id: of.disputeId })
  const entries = ahead.map((entry) => ({
    ...entry,
    amount: -entry.amount,
    source: { ...entry.source, type: 'dispute-advance' },
  }))
  if (await addEntries(tx, deps, ledger, entries)) signalBalanceChange(tx, deps, of.providerId)
}

/** Takes back what a provider does not get after all, with the platform's share of it. Safe to be told twice. */
export async function clawBack(
  tx: Tx,
  deps: LedgerDeps,
  of: DisputeScope,
  parts: readonly (DisputedPart & { label: string })[],
): Promise<void> {
  for (const { source, amount, direct, label } of parts) {
    const ledger = await ledgerOf(tx, deps, of)
    const brought: EarningTerms | undefined = ledger && (await store.findEarnedBySource(tx, source))
    if (!ledger || !brought || amount <= 0) continue
    const entries = toClawBackEntries(
      { amount, direct, source: { type: 'dispute-settled', id: `${of.disputeId}:${source.id}`, label } },
      brought,
      deps.clock.now(),
    )
    if (await addEntries(tx, deps, ledger, entries)) signalBalanceChange(tx, deps, of.providerId)
  }
}

const signalBalanceChange = (tx: Tx, deps: LedgerDeps, providerId: string) =>
  tx.afterCommit(() => deps.signal(providerId, changed(providerId)))
