import { Socket } from 'node:net'
import { Client } from 'pg'
import type { Logger } from 'pino'
import {
  prepared,
  queryable,
  runAfterCommitEffects,
  typeParsers,
  type Db,
  type Queryable,
  type Sql,
} from '../platform/db/db.ts'

/** A database whose work is one transaction on one connection, until `commit`. */
export interface SingleTransactionDb extends Db {
  commit(): Promise<void>
  /** Closes the connection; uncommitted work is lost. */
  close(): Promise<void>
}

/**
 * Opens it. Nested transactions are neither started nor rolled back, so any failure fails everything. A statement
 * without a result is sent together with the next awaited one, which saves round trips; its failure fails that one too.
 */
export async function openSingleTransactionDb(url: string, log: Logger): Promise<SingleTransactionDb> {
  const line = new Socket()
  const client = new Client({
    connectionString: url,
    application_name: 'fettle-seed',
    types: typeParsers,
    keepAlive: true,
    stream: () => line,
    // Pipelines statements.
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
  let waitedFor = 0
  const answered = async (statement: Sql) => {
    // Parallel reads are sent together.
    hold()
    process.nextTick(send)
    waitedFor += 1
    try {
      const answer = await client.query(prepared(statement))
      // Results are processed one at a time, so that timing cannot change the order of events.
      if (waitedFor > 1) await new Promise((resolve) => setImmediate(resolve))
      return answer
    } catch (error) {
      throw fail(error as Error)
    } finally {
      waitedFor -= 1
    }
  }
  const plainly = async (statement: string) => {
    send()
    await client.query(statement)
  }
  const statements: Queryable = {
    ...queryable(answered),
    execute(statement) {
      hold()
      client.query(prepared(statement)).catch(fail)
      return Promise.resolve()
    },
  }
  // Each statement is planned once; plans for empty tables are good enough.
  const plans = 'set plan_cache_mode = force_generic_plan'
  await plainly(`set timezone = 'UTC'; set jit = off; set synchronous_commit = off; ${plans}`)
  await plainly('begin')
  return {
    ...statements,
    async transaction(work) {
      const effects: (() => void)[] = []
      try {
        const result = await work({ ...statements, afterCommit: (effect) => effects.push(effect) })
        runAfterCommitEffects(effects, log)
        return result
      } catch (error) {
        throw fail(error as Error)
      }
    },
    async unitOfWork(work, finish) {
      const result = await work()
      await finish(statements, result)
      return result
    },
    outsideUnitOfWork: (work) => work(),
    async commit() {
      // Waits until every sent statement has been answered.
      await plainly('select').catch(fail)
      if (failure) throw failure
      await plainly('commit')
    },
    close: () => client.end(),
  }
}
