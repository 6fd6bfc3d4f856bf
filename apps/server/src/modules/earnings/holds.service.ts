import type { Tx } from '../../platform/db/db.ts'
import { lockLedger, signalLedgerChange, type LedgerDeps } from './ledger.service.ts'
import * as store from './ledger.store.ts'

/** Holds: disputed money that is neither pending nor available until released. */

/**
 * Holds a source's money, or `amount` minor units of it; never more than the platform has of it and did not pay out.
 * `heldBy` names the dispute or contract, which can hold only once. Returns the amount held.
 */
export async function hold(
  deps: LedgerDeps,
  tx: Tx,
  {
    providerId,
    heldBy,
    source,
    amount,
  }: { providerId: string; heldBy: string; source: store.Source; amount?: number | undefined },
): Promise<number> {
  await lockLedger(deps, tx, providerId)
  const known = await store.findHold(tx, heldBy, source)
  if (known) return known.amount
  const now = deps.clock.now()
  const left = await store.leftOf(tx, providerId, source)
  const sums = await store.sumsOf(tx, providerId, { now })
  const bucket = left.availableAt === null || left.availableAt > now ? sums.pending : sums.available
  const held = Math.min(amount ?? left.amount, left.amount, bucket)
  if (held <= 0) return 0
  await store.insertHold(tx, {
    id: deps.ids.next('hld'),
    providerId,
    heldBy,
    source,
    amount: held,
    availableAt: left.availableAt,
    heldAt: now,
  })
  signalLedgerChange(deps, tx, providerId)
  return held
}

/**
 * Reduces the holds of a source to what the platform still has of it, after a payment or a dispute moved money out.
 * Otherwise they would hold the provider's other money.
 */
export async function limitHolds(
  { clock }: Pick<LedgerDeps, 'clock'>,
  tx: Tx,
  { providerId, source }: { providerId: string; source: store.Source },
): Promise<void> {
  const holds = await store.listHolds(tx, providerId, source)
  if (holds.length === 0) return
  let excess = holds.reduce((sum, { amount }) => sum + amount, 0)
  excess -= Math.max(0, await store.heldByPlatform(tx, providerId, source))
  for (const { id, amount } of holds) {
    if (excess <= 0) return
    await store.reduceHold(tx, id, Math.max(0, amount - excess), clock.now())
    excess -= amount
  }
}

/** Releases everything `heldBy` holds, as if it had never been held. */
export async function release(
  deps: LedgerDeps,
  tx: Tx,
  { providerId, heldBy }: { providerId: string; heldBy: string },
): Promise<void> {
  await lockLedger(deps, tx, providerId)
  await store.releaseHolds(tx, heldBy, deps.clock.now())
  signalLedgerChange(deps, tx, providerId)
}
