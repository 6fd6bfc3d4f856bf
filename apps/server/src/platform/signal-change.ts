import type { Tx } from './db/db.ts'
import type { Deps, Signal } from './deps.ts'

/** Tells a user's open screens after commit to fetch a record again. */
export function signalChange(
  { signal }: Pick<Deps, 'signal'>,
  tx: Tx,
  userId: string,
  resource: Signal['resource'],
): void {
  tx.afterCommit(() => signal(userId, { type: 'resource.updated', resource }))
}
