import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { clearsAt } from './ledger.rules.ts'
import { addEntries, changed, lockLedger } from './ledger.service.ts'

/**
 * What a provider gets for something that is no work: a friend they invited. It clears like work does, and the platform
 * takes no share of it. `amountIn`: minor units, in the currency their ledger is kept in. Safe to be told twice.
 */
export async function payBonus(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'signal' | 'settings'>,
  {
    providerId,
    source,
    amountIn,
  }: {
    providerId: string
    source: { type: 'referral'; id: string; label: string }
    amountIn: (currency: string) => number
  },
): Promise<void> {
  const ledger = await lockLedger(tx, deps, providerId)
  const isNew = await addEntries(tx, deps, ledger, [
    {
      type: 'REFERRAL_BONUS',
      amount: amountIn(ledger.currency),
      custody: 'PLATFORM',
      availableAt: clearsAt(deps.clock.now(), deps.settings()),
      source,
    },
  ])
  if (isNew) tx.afterCommit(() => deps.signal(providerId, changed(providerId)))
}
