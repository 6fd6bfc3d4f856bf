import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Dispute } from './disputes.rules.ts'
import { timersOf } from './timers.rules.ts'

export const RING = 'disputes.ring'
const keyOf = (kind: string, id: string) => `${RING}:${kind}:${id}`

/** Sets the timers a dispute has now and forgets those it no longer has, in the transaction that changed it. */
export async function keepTimers(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  before: Dispute | undefined,
  after: Dispute,
): Promise<void> {
  const [old, current] = [before ? timersOf(before) : [], timersOf(after)]
  for (const { kind } of old) {
    if (!current.some((timer) => timer.kind === kind)) await jobs.cancel(tx, keyOf(kind, after.id))
  }
  for (const { kind, dueAt } of current) {
    if (+dueAt === +(old.find((timer) => timer.kind === kind)?.dueAt ?? 0)) continue
    const options = { runAt: dueAt, key: keyOf(kind, after.id), queue: `disputes:${after.providerId}` }
    await jobs.add(tx, RING, { id: after.id, kind }, options)
  }
}
