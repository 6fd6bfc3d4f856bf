import { Socket } from 'node:net'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { prepared, queryable, runEffects, typeParsers, type Db, type Queryable, type Sql } from '../platform/db.ts'

/** A database on which everything is one transaction of one connection: nothing is there until `commit`. */
export interface OneTransaction extends Db {
  commit(): Promise<void>
  /** Lets go of the connection; what was not committed has never been. */
  close(): Promise<void>
}

/**
 * For one that does one thing after another and is refused nothing: a transaction within it is neither begun nor rolled
 * back, so what fails fails the whole. A statement whose answer nobody needs is sent along with the next that is waited
 * for, which saves both sides a wakening each; should it fail, so does that one.
 */
export async function openOneTransaction(url: string, log: Logger): Promise<OneTransaction> {
  const line = new Socket()
  const client = new Client({
    connectionString: url,
    application_name: 'fettle-seed',
    types: typeParsers,
    keepAlive: true,
    stream: () => line,
    // What does not wait for an answer is not made to.
    pipeline: true,
  })
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    return failure
  }
  await client.connect()
  const send = () => {
    while (line.writableCorked > 0) line.uncork()
  }
  const hold = () => {
    if (line.writableCorked === 0) line.cork()
  }
  const answered = (statement: Sql) => {
    // What is asked for side by side goes out as one.
    hold()
    process.nextTick(send)
    return client.query(prepared(statement)).catch((error: Error) => Promise.reject(fail(error)))
  }
  const plainly = async (statement: string) => {
    send()
    await client.query(statement)
  }
  const statements: Queryable = {
    ...queryable(answered),
    run(statement) {
      hold()
      client.query(prepared(statement)).catch(fail)
      return Promise.resolve()
    },
  }
  await plainly(`set timezone = 'UTC'; set jit = off; set synchronous_commit = off`)
  await plainly('begin')
  return {
    ...statements,
    async transaction(work) {
      const effects: (() => void)[] = []
      try {
        const result = await work({ ...statements, afterCommit: (effect) => effects.push(effect) })
        runEffects(effects, log)
        return result
      } catch (error) {
        throw fail(error as Error)
      }
    },
    async commit() {
      // Whatever is still under way has been answered before this is.
      await plainly('select').catch(fail)
      if (failure) throw failure
      await plainly('commit')
    },
    close: () => client.end(),
  }
}
