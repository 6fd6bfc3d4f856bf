import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { clearsAt } from './ledger.rules.ts'
import { addEntries, lockLedger, signalLedgerChange } from './ledger.service.ts'

/**
 * Books a referral reward. It clears like earnings, without a platform share. `amountIn`: minor units in the ledger's
 * currency. Idempotent.
 */
export async function payBonus(
  deps: Pick<Deps, 'clock' | 'ids' | 'signal' | 'settings'>,
  tx: Tx,
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
  const ledger = await lockLedger(deps, tx, providerId)
  const isNew = await addEntries(deps, tx, ledger, [
    {
      type: 'REFERRAL_BONUS',
      amount: amountIn(ledger.currency),
      custody: 'PLATFORM',
      availableAt: clearsAt(deps.clock.now(), deps.settings()),
      source,
    },
  ])
  if (isNew) signalLedgerChange(deps, tx, providerId)
}
