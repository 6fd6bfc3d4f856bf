import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Queryable, Tx } from './db.ts'

/** What a call has come to, beside that it changed something. */
export interface Outcome {
  /** The id of what it made. */
  made?: string | undefined
  /** What there is to answer. */
  answer?: unknown
}

/** A write that may be repeated, while it is served. */
interface CallInHand {
  /**
   * Notes in the transaction of a change that this call made it, and what it came to. Throws when another attempt has the
   * call by now.
   */
  note(tx: Queryable, outcome?: Outcome): Promise<void>
  /** Who the person is that its caller acts for, where it said so. */
  onBehalf?: Behalf | undefined
}

/** A person behind a call: where they sat, and with what. */
export interface Behalf {
  ip: string
  userAgent: string
  timeZone: string
}

const calls = new AsyncLocalStorage<CallInHand>()

/** Serves a call: what changes meanwhile is noted as its doing. */
export const withCall = <T>(call: CallInHand, work: () => Promise<T>): Promise<T> => calls.run(call, work)

/** The person behind the call in hand, if there is one and it said who. */
export const personBehind = (): Behalf | null => calls.getStore()?.onBehalf ?? null

/** Notes a change as the doing of the call it is made in, if it is made in one. */
export const noteChange = async (tx: Queryable): Promise<void> => calls.getStore()?.note(tx)

/** Notes what the call in hand has made, if there is one: it is found again by it. In the transaction that makes it. */
export const noteMade = async (tx: Queryable, made: string): Promise<void> => calls.getStore()?.note(tx, { made })

/**
 * Notes what the call in hand answers, in the transaction of its work: a repetition after a crash is answered the same. For
 * what is small and has no page of its own that shows it.
 */
export async function noteAnswer<T>(tx: Queryable, answer: T): Promise<T> {
  await calls.getStore()?.note(tx, { answer })
  return answer
}

/** A transaction that is all the work of a call and comes to its answer, which is noted in it. */
export const answering = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => noteAnswer(tx, await work(tx)))
