import type { Tx } from '../db/db.ts'
import type { Deps } from '../deps.ts'

/** A deadline or reminder of a record; at most one of each kind. */
export interface Timer<Kind extends string = string> {
  kind: Kind
  dueAt: Date
  /** From then on it is useless and skipped, for example after downtime. */
  until?: Date | null
}

interface TimedRecord {
  id: string
  providerId: string
  /** Timers that fired: `kind@due`. Records without this field lose a timer by moving on. */
  firedTimers?: readonly string[]
}

export type Timers<Thing extends TimedRecord, Kind extends string = string> = ReturnType<
  typeof defineTimers<Thing, Kind>
>

/** More than a record has at a time; older entries belong to times it no longer has. */
const FIRED_LIMIT = 20

const keyOf = ({ kind, dueAt }: Timer) => `${kind}@${dueAt.toISOString()}`

/**
 * Timers of one kind of record: one job each, `<noun>.fire-timer`, with the record's id and the timer's kind. `timersOf`
 * derives them from the record. Timers of one provider fire one after another, in due order.
 */
export function defineTimers<Thing extends TimedRecord, Kind extends string>(
  noun: string,
  timersOf: (record: Thing) => readonly Timer<Kind>[],
) {
  const job = `${noun}.fire-timer`
  const jobKeyOf = (kind: string, id: string) => `${job}:${kind}:${id}`

  /** The timers that have not fired, whether or not due. */
  const pending = (record: Thing): Timer<Kind>[] =>
    timersOf(record).filter((timer) => !record.firedTimers?.includes(keyOf(timer)))

  return {
    pending,

    /** The timer to fire now. Undefined: the record moved on, or the timer is not due, has fired or is obsolete. */
    due(record: Thing, kind: string, now: Date): Timer<Kind> | undefined {
      const timer = pending(record).find((each) => each.kind === kind)
      return timer && timer.dueAt <= now && !(timer.until && timer.until <= now) ? timer : undefined
    },

    /** The record after a timer fired. Nothing visible changes, so the version stays. */
    markFired: (record: Thing, timer: Timer): Thing =>
      record.firedTimers
        ? { ...record, firedTimers: [...record.firedTimers, keyOf(timer)].slice(-FIRED_LIMIT) }
        : record,

    /** Replaces a record's timers in the transaction that changed it. */
    async schedule({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, before: Thing | undefined, after: Thing): Promise<void> {
      const { id, providerId } = after
      const [old, current] = [before ? pending(before) : [], pending(after)]
      const obsolete = old.filter(({ kind }) => !current.some((timer) => timer.kind === kind))
      await jobs.cancel(tx, ...obsolete.map(({ kind }) => jobKeyOf(kind, id)))
      const changed = current.filter(
        ({ kind, dueAt }) => +dueAt !== +(old.find((timer) => timer.kind === kind)?.dueAt ?? 0),
      )
      await jobs.addScheduled(
        tx,
        job,
        changed.map(({ kind, dueAt }) => ({
          payload: { id, kind },
          runAt: dueAt,
          key: jobKeyOf(kind, id),
          queue: `${noun}:${providerId}`,
        })),
      )
    },

    /** Registers the job. `fire` must be idempotent and safe to run concurrently, as `fireTimer` of a workflow is. */
    handle({ jobs }: Pick<Deps, 'jobs'>, fire: (id: string, kind: Kind) => Promise<void>): void {
      jobs.handle<{ id: string; kind: Kind }>(job, ({ id, kind }) => fire(id, kind))
    },
  }
}
