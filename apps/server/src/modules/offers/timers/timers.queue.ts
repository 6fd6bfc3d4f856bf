import type { Tx } from '../../../platform/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Offer } from '../offers.rules.ts'
import { timerKinds, timersOf, type TimerKind } from './timers.rules.ts'

export const RING = 'offers.ring'
const keyOf = (kind: TimerKind, id: string) => `${RING}:${kind}:${id}`

/** Sets the timers an offer has now and forgets those it no longer has, in the transaction that changed it. */
export async function keepTimers(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  before: Offer | undefined,
  after: Offer,
): Promise<void> {
  const [old, current] = [before ? timersOf(before) : [], timersOf(after)]
  for (const kind of timerKinds) {
    const was = old.find((timer) => timer.kind === kind)
    const is = current.find((timer) => timer.kind === kind)
    if (was && !is) await jobs.cancel(tx, keyOf(kind, after.id))
    if (!is || +is.dueAt === +(was?.dueAt ?? 0)) continue
    const options = { runAt: is.dueAt, key: keyOf(kind, after.id), queue: `offers:${after.providerId}` }
    await jobs.add(tx, RING, { id: after.id, kind }, options)
  }
}
