import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createDb, typeParsers, type Db } from '../platform/db.ts'

/** A database on which everything is one transaction of one connection: nothing is there until `commit`. */
export interface OneTransaction extends Db {
  commit(): Promise<void>
  /** Lets go of the connection; what was not committed has never been. */
  close(): Promise<void>
}

/** A stretch of work inside a savepoint; over once it was released or rolled back. */
interface Stretch {
  depth: number
  isOpen: boolean
}

/**
 * Transactions are savepoints, which are sent without waiting for an answer: a commit costs nothing. What runs beside a
 * transaction waits until that has ended, and what runs within one (a call of another part) nests.
 */
export async function openOneTransaction(url: string, log: Logger): Promise<OneTransaction> {
  const client = new Client({
    connectionString: url,
    application_name: 'fettle-seed',
    types: typeParsers,
    keepAlive: true,
    // Statements that do not wait for one another are not made to.
    pipeline: true,
  })
  await client.connect()
  await client.query(`set timezone = 'UTC'; set jit = off; set synchronous_commit = off`)
  await client.query('begin')

  const within = new AsyncLocalStorage<Stretch>()
  let turn = Promise.resolve()

  async function connect() {
    const around = within.getStore()
    const isNested = around?.isOpen === true
    let finish = () => undefined as void
    if (!isNested) {
      const before = turn
      turn = new Promise((resolve) => (finish = resolve))
      await before
    }
    const stretch: Stretch = { depth: isNested ? around.depth + 1 : 1, isOpen: true }
    within.enterWith(stretch)
    const name = `stretch_${stretch.depth}`
    const end = (statement: string) => {
      stretch.isOpen = false
      return client.query(statement)
    }
    return {
      query: (statement: unknown) => {
        if (statement === 'rollback') return end(`rollback to savepoint ${name}`)
        // Nobody need wait for these: what follows is sent behind them, and what fails shows there.
        if (statement === 'commit') return void unawaited(end(`release savepoint ${name}`))
        if (typeof statement === 'string') return void unawaited(client.query(`savepoint ${name}`))
        return client.query(statement as string)
      },
      release: () => finish(),
    }
  }
  let failure: Error | undefined
  const unawaited = (answer: Promise<unknown>) => answer.catch((error: Error) => (failure ??= error))

  return {
    ...createDb({ query: client.query.bind(client), connect } as unknown as Pool, log),
    async commit() {
      if (failure) throw failure
      await client.query('commit')
    },
    close: () => client.end(),
  }
}
