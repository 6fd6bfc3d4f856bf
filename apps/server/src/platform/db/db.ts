import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import type { Logger } from 'pino'
import type { Sql } from 'sql-template-tag'
import { tracedStatement } from '../observability/tracing.ts'
import { errorCodeOf } from '../start-error.ts'
import { isConnectionLoss } from './connection-loss.ts'

/**
 * Runs statements on the pool or in one transaction. Statements use the `sql` tag, so values are never part of SQL
 * text, and are prepared by name on each connection.
 */
export interface Queryable {
  /** All rows. */
  query<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>
  /** Exactly one row. Throws if there is none. */
  one<Row>(statement: Sql): Promise<Row>
  /** Executes a statement without a result. */
  execute(statement: Sql): Promise<void>
  /** Executes a statement and returns the number of affected rows. */
  executeCount(statement: Sql): Promise<number>
  /**
   * Runs independent reads: in parallel on the pool, one after another within a transaction, which has only one
   * connection.
   */
  parallel<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers>
}

export type ParallelReads<Answers extends readonly unknown[]> = {
  [Index in keyof Answers]: () => Promise<Answers[Index]>
}

/** A transaction. Effects passed to `afterCommit` run once the commit is durable, never after a rollback. */
export interface Tx extends Queryable {
  afterCommit(effect: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in a transaction and commits it; rolls back if it throws. Serialization failures and deadlocks are
   * retried up to three times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` so that all it changes is committed at once. Its first transaction stays open until `work` and `finish`
   * are done; later transactions are savepoints in it, and other statements of `work` run in it as well. Rolls
   * everything back if `work` or `finish` throws. Slow work belongs before the first transaction, because from there on
   * a connection is held. Without a transaction, `finish` runs on the pool.
   */
  unitOfWork<T>(work: () => Promise<T>, finish: (tx: Queryable, result: T) => Promise<void>): Promise<T>
  /**
   * Runs `work` so that its statements read from a replica, up to its first transaction. A statement that the replica
   * does not answer, because it is unreachable or cancelled the statement, is sent to the primary.
   */
  readFrom<T>(replica: Pool, work: () => Promise<T>): Promise<T>
  /** Runs `work` outside the surrounding unit of work. For calls of services that have transactions of their own. */
  outsideUnitOfWork<T>(work: () => Promise<T>): Promise<T>
}

export { default as sql, join, raw, empty, type Sql } from 'sql-template-tag'

const MAX_RETRIES = 3
/** Serialization failure and deadlock: the transaction was rolled back and can be retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

type Runner = (statement: Sql) => Promise<{ rows: unknown[]; rowCount: number | null }>

/** Runs effects after commit. A failing effect is logged, because the commit stands. */
function runAfterCommitEffects(effects: readonly (() => void)[], log?: Pick<Logger, 'error'>): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      log?.error({ err: error }, 'effect after commit failed')
    }
  }
}

/** A transaction on a connection of its own. Ends with `commit`, or with `rollback` also after a failed commit. */
interface OpenTransaction {
  tx: Tx
  run: Runner
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Runs `work` under a savepoint, and undoes only `work` if it throws. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Work that is committed at once. */
interface UnitOfWork {
  /** The transaction of the unit, once a statement has needed one. */
  open?: OpenTransaction | undefined
  hasEnded: boolean
}

/**
 * A `Db` over any pool. `prepares`: statements are prepared once per connection. Call `release` when it is no longer
 * used: until then, Node.js passes the current unit of work on to every promise.
 */
export function createDb(pool: Pool, log?: Pick<Logger, 'error'>, prepares = true): { db: Db; release: () => void } {
  const toConfig = prepares ? prepared : unprepared
  const units = new AsyncLocalStorage<UnitOfWork | undefined>()
  const replicas = new AsyncLocalStorage<{ pool: Pool | undefined }>()
  /** The surrounding unit of work. Undefined for effects that run after its commit. */
  const currentUnit = () => {
    const unit = units.getStore()
    return unit?.hasEnded ? undefined : unit
  }

  async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const reading = replicas.getStore()
    if (reading) reading.pool = undefined
    const unit = currentUnit()
    if (unit?.open) return unit.open.savepoint(work)
    const open = await openTransaction(pool, { toConfig, log })
    if (unit) unit.open = open
    try {
      const result = await work(open.tx)
      if (!unit) await open.commit()
      return result
    } catch (error) {
      if (unit) unit.open = undefined
      await open.rollback()
      throw error
    }
  }

  const db: Db = {
    ...queryable(async (statement) => {
      const open = currentUnit()?.open
      if (open) return open.run(statement)
      const replica = replicas.getStore()?.pool
      return tracedStatement(statement.text, async () => {
        if (!replica) return pool.query(toConfig(statement))
        return replica.query(toConfig(statement)).catch((error: unknown) => {
          // A replica stops statements that need rows which the primary has removed.
          if (!isConnectionLoss(error) && !RETRYABLE_CODES.has(errorCodeOf(error) ?? '')) throw error
          return pool.query(toConfig(statement))
        })
      })
    }),
    async transaction(work) {
      for (let retry = 0; ; retry += 1) {
        try {
          return await transact(work)
        } catch (error) {
          if (retry === MAX_RETRIES || !RETRYABLE_CODES.has(errorCodeOf(error) ?? '')) throw error
          await wait(Math.random() * 20 * 2 ** retry)
        }
      }
    },
    unitOfWork(work, finish) {
      const unit: UnitOfWork = { hasEnded: false }
      return units.run(unit, async () => {
        try {
          const result = await work()
          await finish(unit.open?.tx ?? db, result)
          unit.hasEnded = true
          await unit.open?.commit()
          return result
        } catch (error) {
          unit.hasEnded = true
          await unit.open?.rollback()
          throw error
        }
      })
    },
    readFrom: (replica, work) => replicas.run({ pool: replica }, work),
    outsideUnitOfWork: (work) => units.run(undefined, work),
  }
  const release = () => {
    units.disable()
    replicas.disable()
  }
  return { db, release }
}

interface TransactionOptions {
  toConfig: (statement: Sql) => QueryConfig
  log: Pick<Logger, 'error'> | undefined
}

async function openTransaction(pool: Pool, { toConfig, log }: TransactionOptions): Promise<OpenTransaction> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  let isOpen = true
  let savepoints = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Sends a statement after the one before: a connection runs one at a time. */
  const send = (statement: QueryConfig | string) => {
    const result = last.then(() => client.query(statement))
    last = result.catch(() => undefined)
    return result
  }
  const run: Runner = async (statement) => {
    // The connection may already serve another transaction.
    if (!isOpen) throw new Error('The transaction has ended: await every statement inside it.')
    return tracedStatement(statement.text, () => send(toConfig(statement)))
  }
  const tx: Tx = { ...queryable(run), parallel: runSequentially, afterCommit: (effect) => effects.push(effect) }
  const open: OpenTransaction = {
    tx,
    run,
    async commit() {
      isOpen = false
      await send('commit')
      client.release()
      runAfterCommitEffects(effects, log)
    },
    async rollback() {
      isOpen = false
      const failure = await send('rollback').then(
        () => undefined,
        (error: Error) => error,
      )
      client.release(failure)
    },
    async savepoint(work) {
      const name = `savepoint_${(savepoints += 1)}`
      const { length } = effects
      await send(`savepoint ${name}`)
      try {
        const result = await work(tx)
        await send(`release savepoint ${name}`)
        return result
      } catch (error) {
        effects.length = length
        await send(`rollback to savepoint ${name}`)
        throw error
      }
    },
  }
  try {
    await send('begin')
    return open
  } catch (error) {
    await open.rollback()
    throw error
  }
}

/** The query functions on top of a runner. */
function queryable(runner: Runner): Queryable {
  return {
    query: async <Row>(statement: Sql) => (await runner(statement)).rows as Row[],
    maybeOne: async <Row>(statement: Sql) => (await runner(statement)).rows[0] as Row | undefined,
    one: async <Row>(statement: Sql) => {
      const { rows } = await runner(statement)
      if (rows.length === 0) throw new Error('Expected a row, found none.')
      return rows[0] as Row
    },
    execute: async (statement) => void (await runner(statement)),
    executeCount: async (statement) => (await runner(statement)).rowCount ?? 0,
    parallel: runParallel,
  }
}

async function runParallel<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers> {
  return (await Promise.all(reads.map((read) => read()))) as unknown as Answers
}

async function runSequentially<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers> {
  const answers: unknown[] = []
  for (const read of reads) answers.push(await read())
  return answers as unknown as Answers
}

/**
 * Each statement text is prepared once per connection, up to a limit, so that statements with varying text do not fill
 * the memory of every connection.
 */
const statementNames = new Map<string, string>()
const MAX_STATEMENT_NAMES = 1000

const unprepared = ({ text, values }: Sql): QueryConfig => ({ text, values })

/** The query configuration of a statement. */
function prepared(statement: Sql): QueryConfig {
  const { text, values } = statement
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < MAX_STATEMENT_NAMES) {
    name = hash('sha1', text, 'base64url')
    statementNames.set(text, name)
  }
  return name === undefined ? { text, values } : { name, text, values }
}
