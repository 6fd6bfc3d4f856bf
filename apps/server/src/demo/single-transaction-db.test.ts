import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { openDb, sql, type OpenDb } from '../platform/db/db.ts'
import { createLog } from '../platform/observability/log.ts'
import { openSingleTransactionDb, type SingleTransactionDb } from './single-transaction-db.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb
let whole: SingleTransactionDb

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 2, log })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})
beforeEach(async () => {
  await db.execute(sql`create table jars (id int primary key, holds text not null)`)
  whole = await openSingleTransactionDb(database.url, log)
})
afterEach(async () => {
  await whole.close()
  await db.execute(sql`drop table jars`)
})

const jars = () => db.query<{ id: number; holds: string }>(sql`select id, holds from jars order by id`)

describe('the single transaction of seeding', () => {
  it('shows its changes to itself at once, and to others on commit', async () => {
    await whole.execute(sql`insert into jars values (1, 'nails')`)
    await whole.transaction((tx) => tx.execute(sql`insert into jars values (2, 'screws')`))
    expect(await whole.query(sql`select id from jars order by id`)).toEqual([{ id: 1 }, { id: 2 }])
    expect(await whole.executeCount(sql`update jars set holds = 'washers'`)).toBe(2)
    expect(await jars()).toEqual([])
    await whole.commit()
    expect(await jars()).toEqual([
      { id: 1, holds: 'washers' },
      { id: 2, holds: 'washers' },
    ])
  })

  it('runs operations in the order of the calls, awaited or not', async () => {
    const statements = Array.from(
      { length: 50 },
      (_, n) => sql`insert into jars values (1, ${`filled ${n}`})
      on conflict (id) do update set holds = jars.holds || excluded.holds`,
    )
    for (const [n, statement] of statements.entries())
      await (n % 7 === 3 ? whole.executeCount(statement) : whole.execute(statement))
    const { holds } = await whole.one<{ holds: string }>(sql`select holds from jars`)
    expect(holds).toBe(Array.from({ length: 50 }, (_, n) => `filled ${n}`).join(''))
  })

  it('finishes one continuation before the next, however many are pending', async () => {
    const seen: string[] = []
    const goOn = async (who: string) => {
      for (const step of [1, 2, 3]) {
        await whole.one(sql`select ${step}::int as step`)
        // Processing the response takes a few turns of the event loop.
        for (let turn = 0; turn < (who === 'slow' ? 20 : 1); turn += 1) await Promise.resolve()
        seen.push(`${who} ${step}`)
      }
    }
    await Promise.all([goOn('slow'), goOn('quick')])
    expect(seen).toEqual([1, 2, 3].flatMap((step) => [`slow ${step}`, `quick ${step}`]))
  })

  it('runs effects of a nested transaction after it', async () => {
    const seen: string[] = []
    const answer = await whole.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('effect'))
      seen.push('work')
      return 'done'
    })
    expect([answer, seen]).toEqual(['done', ['work', 'effect']])
  })

  it('leaves nothing behind when it is not committed', async () => {
    await whole.executeCount(sql`insert into jars values (1, 'nails')`)
    await whole.close()
    whole = await openSingleTransactionDb(database.url, log)
    expect(await jars()).toEqual([])
  })

  it('fails with the first error, awaited or not', async () => {
    await whole.execute(sql`insert into jars values (1, 'nails')`)
    await whole.execute(sql`insert into jars values (1, 'screws')`)
    await expect(whole.query(sql`select id from jars`)).rejects.toThrow('duplicate key')
    await expect(whole.commit()).rejects.toThrow('duplicate key')
    expect(await jars()).toEqual([])
  })

  it('fails as a whole when a nested transaction fails', async () => {
    const work = () => Promise.reject(new Error('no jar after all'))
    await expect(whole.transaction(work)).rejects.toThrow('no jar after all')
    await whole.execute(sql`insert into jars values (1, 'nails')`)
    await expect(whole.commit()).rejects.toThrow('no jar after all')
    expect(await jars()).toEqual([])
  })
})
