import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Queryable, Tx } from '../db/db.ts'

/** Result of a call besides the fact that it changed something. */
export interface RequestOutcome {
  /** Id of what it created. */
  createdId?: string | undefined
  /** Its answer. */
  result?: unknown
}

/** A repeatable write while it is served. */
interface IdempotentRequest {
  /**
   * Records in a change's transaction that this call made it, with its result. Throws if another attempt has taken over
   * the call.
   */
  markChanged(tx: Queryable, outcome?: RequestOutcome): Promise<void>
  /** The person the caller acts for, if named. */
  onBehalf?: ActingUser | undefined
}

/** The person behind a call: address and device. */
export interface ActingUser {
  ip: string
  userAgent: string
  timeZone: string
}

const requests = new AsyncLocalStorage<IdempotentRequest>()

/** Serves a call in its context: changes in it are recorded as its own. */
export const runWithRequest = <T>(call: IdempotentRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(call, work)

/** The person behind the current call, if named. */
export const actingUser = (): ActingUser | null => requests.getStore()?.onBehalf ?? null

/** Records a change as that of the current call, if there is one. */
export const markChanged = async (tx: Queryable): Promise<void> => requests.getStore()?.markChanged(tx)

/** Records the id the current call created, in the creating transaction, so that a repetition finds it. */
export const recordCreatedId = async (tx: Queryable, createdId: string): Promise<void> =>
  requests.getStore()?.markChanged(tx, { createdId })

/**
 * Records the answer of the current call in the transaction of its work, so that a repetition after a crash gets the
 * same. For small answers that no GET returns.
 */
export async function storeResponse<T>(tx: Queryable, result: T): Promise<T> {
  await requests.getStore()?.markChanged(tx, { result })
  return result
}

/** A transaction that does all the work of a call and records its answer. */
export const transactionWithResponse = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => storeResponse(tx, await work(tx)))
