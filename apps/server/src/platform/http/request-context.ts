import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Queryable, Tx } from '../db/db.ts'

/** What a call has come to, beside that it changed something. */
export interface RequestOutcome {
  /** The id of what it made. */
  made?: string | undefined
  /** What there is to answer. */
  answer?: unknown
}

/** A write that may be repeated, while it is served. */
interface IdempotentRequest {
  /**
   * Notes in the transaction of a change that this call made it, and what it came to. Throws when another attempt has the
   * call by now.
   */
  markChanged(tx: Queryable, outcome?: RequestOutcome): Promise<void>
  /** Who the person is that its caller acts for, where it said so. */
  onBehalf?: ActingUser | undefined
}

/** A person behind a call: where they sat, and with what. */
export interface ActingUser {
  ip: string
  userAgent: string
  timeZone: string
}

const requests = new AsyncLocalStorage<IdempotentRequest>()

/** Serves a call: what changes meanwhile is noted as its doing. */
export const runWithRequest = <T>(call: IdempotentRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(call, work)

/** The person behind the call in hand, if there is one and it said who. */
export const actingUser = (): ActingUser | null => requests.getStore()?.onBehalf ?? null

/** Notes a change as the doing of the call it is made in, if it is made in one. */
export const markChanged = async (tx: Queryable): Promise<void> => requests.getStore()?.markChanged(tx)

/** Notes what the call in hand has made, if there is one: it is found again by it. In the transaction that makes it. */
export const recordCreatedId = async (tx: Queryable, made: string): Promise<void> =>
  requests.getStore()?.markChanged(tx, { made })

/**
 * Notes what the call in hand answers, in the transaction of its work: a repetition after a crash is answered the same. For
 * what is small and has no page of its own that shows it.
 */
export async function storeResponse<T>(tx: Queryable, answer: T): Promise<T> {
  await requests.getStore()?.markChanged(tx, { answer })
  return answer
}

/** A transaction that is all the work of a call and comes to its answer, which is noted in it. */
export const transactionWithResponse = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => storeResponse(tx, await work(tx)))
