import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from './db.ts'

/** A write that may be repeated, while it is served. */
interface CallInHand {
  /**
   * Notes in the transaction of a change that this call made it, and by its id what it made. Throws when another attempt
   * has the call by now.
   */
  note(tx: Queryable, made?: string): Promise<void>
}

const calls = new AsyncLocalStorage<CallInHand>()

/** Serves a call: what changes meanwhile is noted as its doing. */
export const withCall = <T>(call: CallInHand, work: () => Promise<T>): Promise<T> => calls.run(call, work)

/** Notes a change as the doing of the call it is made in, if it is made in one. */
export const noteChange = async (tx: Queryable): Promise<void> => calls.getStore()?.note(tx)

/** Notes what the call in hand has made, if there is one: `makeOnce` finds it again. In the transaction that makes it. */
export const noteMade = async (tx: Queryable, id: string): Promise<void> => calls.getStore()?.note(tx, id)
