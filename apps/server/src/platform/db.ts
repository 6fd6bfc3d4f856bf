import type { Sql } from 'sql-template-tag'

/**
 * Where statements run: the pool or one transaction. Statements are written with the `sql` tag, so values
 * never meet SQL text, and are prepared by name on each connection.
 */
export interface Queryable {
  /** All rows. */
  many<Row>(statement: Sql): Promise<Row[]>
  /** The first row or undefined. */
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>
  /** The one row; throws when there is none. */
  one<Row>(statement: Sql): Promise<Row>
  /** Runs a statement and answers how many rows it touched. */
  run(statement: Sql): Promise<number>
}

/** A transaction. What is handed to `afterCommit` runs once the commit is durable, never on rollback. */
export interface Tx extends Queryable {
  afterCommit(effect: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in one transaction and commits it; rolls back when it throws.
   * Serialisation failures and deadlocks are tried again up to three times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { isolation?: 'serializable' }): Promise<T>
}

export { default as sql, join, raw, empty, type Sql } from 'sql-template-tag'
