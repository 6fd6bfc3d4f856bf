import type { Tx } from '../db/db.ts'
import type { Deps } from '../deps.ts'

/** A timer of a record; at most one of each kind. */
interface Timer {
  kind: string
  dueAt: Date
}

/**
 * Timers of one kind of record: one job each, named `TIMER_JOB`, with the record's id and the timer's kind.
 * `keepTimers` replaces a record's timers in the transaction that changed it. Timers of one provider fire one after
 * another, in due order.
 */
export function createTimers<Thing extends { id: string; providerId: string }>(
  noun: string,
  timersOf: (thing: Thing) => readonly Timer[],
) {
  const TIMER_JOB = `${noun}.fire-timer`
  const keyOf = (kind: string, id: string) => `${TIMER_JOB}:${kind}:${id}`

  async function scheduleTimers(
    tx: Tx,
    { jobs }: Pick<Deps, 'jobs'>,
    before: Thing | undefined,
    after: Thing,
  ): Promise<void> {
    const [old, current] = [before ? timersOf(before) : [], timersOf(after)]
    for (const { kind } of old) {
      if (!current.some((timer) => timer.kind === kind)) await jobs.cancel(tx, keyOf(kind, after.id))
    }
    for (const { kind, dueAt } of current) {
      if (+dueAt === +(old.find((timer) => timer.kind === kind)?.dueAt ?? 0)) continue
      const options = { runAt: dueAt, key: keyOf(kind, after.id), queue: `${noun}:${after.providerId}` }
      await jobs.add(tx, TIMER_JOB, { id: after.id, kind }, options)
    }
  }

  return { TIMER_JOB, scheduleTimers }
}
