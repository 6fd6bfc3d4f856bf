import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { withDatabase } from '../../../testing/app/test-postgres.ts'
import { sql, type Queryable } from './db.ts'
import { openDb, type OpenDb } from './open-db.ts'
import { createLog } from '../observability/log.ts'
import { acquireAdvisoryLock } from './advisory-lock.ts'
import { migrate } from './migrate.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 4, log })
  await db.execute(
    sql`create table piggy_banks (id int primary key, balance bigint not null, born date, seen timestamptz)`,
  )
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

describe('the time limit of statements', () => {
  /** A database whose statements are limited to half a second by its address, which wins over ours. */
  const openWithShortTimeouts = () => {
    const url = new URL(database.url)
    url.searchParams.append('options', '-c statement_timeout=500')
    return openDb(url.href, { poolSize: 2, log, limitsStatements: true })
  }
  const limitOf = async (of: Queryable) => {
    const { limit } = await of.one<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`)
    return limit
  }

  it('is five minutes for a server, which a pooler sets by itself, and none for commands', async () => {
    const server = await openDb(database.url, { poolSize: 1, log, limitsStatements: true })
    const pooled = await openDb(database.url, { poolSize: 1, log, limitsStatements: true, directUrl: database.url })
    expect([await limitOf(server), await limitOf(pooled), await limitOf(db)]).toEqual(['5min', '0', '0'])
    expect((await pooled.direct.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    await server.close()
    await pooled.close()
  })

  it('is missed in the log where a pooler sets none', async () => {
    const warnings: unknown[] = []
    const warn = (_: unknown, message: string) => warnings.push(message)
    const listening = Object.assign(createLog({ logLevel: 'silent' }), { warn })
    const limited = new URL(database.url)
    limited.searchParams.append('options', '-c statement_timeout=300000')
    for (const url of [limited.href, database.url]) {
      const options = { poolSize: 1, log: listening, limitsStatements: true, directUrl: database.url }
      await (await openDb(url, options)).close()
    }
    expect(warnings).toEqual(['the pooler sets no statement_timeout'])
  })

  it('cancels a statement that runs for longer, and its connection goes on', async () => {
    const own = await openWithShortTimeouts()
    await expect(own.query(sql`select pg_sleep(60)`)).rejects.toMatchObject({ code: '57014' })
    expect(await own.one(sql`select 1 as one`)).toEqual({ one: 1 })
    await own.close()
  })

  it('lets migrations and locks of a session wait, and holds again afterwards', async () => {
    const own = await openWithShortTimeouts()
    const lock = { namespace: 1, name: 'held', onLost: () => undefined }
    const held = await acquireAdvisoryLock(db, lock)
    const waiting = acquireAdvisoryLock(own, lock)
    const other = await db.pool.connect()
    await other.query('select pg_advisory_lock(4310431043)')
    const migrating = migrate(own.pool, log)
    await expect
      .poll(async () => {
        const { late } = await db.one<{ late: number }>(sql`
          select count(*) as late from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > '1 second'`)
        return late
      })
      .toBe(2)
    await held.release()
    await other.query('select pg_advisory_unlock(4310431043)')
    other.release()
    await migrating
    await (await waiting).release()
    expect(await limitOf(own)).toBe('500ms')
    await own.close()
  })
})

describe('a statement prepared while its table was nearly empty', () => {
  it('uses the index after the table has grown', async () => {
    await db.execute(sql`create table ledgers_to_be (id int primary key, note text not null)`)
    await db.execute(sql`insert into ledgers_to_be values (0, 'first')`)
    await db.execute(sql`analyze ledgers_to_be`)
    const own = await openDb(database.url, { poolSize: 1, log })
    const find = (id: number) => own.maybeOne(sql`select note from ledgers_to_be where id = ${id}`)
    // PostgreSQL caches a generic plan after five executions.
    for (let n = 0; n < 10; n += 1) await find(n)
    await db.execute(sql`insert into ledgers_to_be select n, 'more' from generate_series(1, 5000) as n`)
    for (let n = 0; n < 10; n += 1) expect(await find(4_000 + n)).toEqual({ note: 'more' })
    await own.execute(sql`select pg_stat_force_next_flush()`)
    await own.close()
    const read = () =>
      db.one<{ byKey: number; inFull: number }>(sql`
        select idx_scan as "byKey", seq_tup_read as "inFull" from pg_stat_user_tables where relname = 'ledgers_to_be'`)
    await expect
      .poll(async () => (await read()).byKey + (await read()).inFull, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(20)
    expect(await read()).toEqual({ byKey: 20, inFull: 0 })
  })
})

describe('statements', () => {
  it('return bigint as number, instants as Date and days as text', async () => {
    await db.execute(sql`insert into piggy_banks values (100, ${2 ** 40}, '2026-03-01', '2026-03-01T12:00:00Z')`)
    expect(
      await db.one(sql`select balance, born, seen, array[1::bigint, null] as many from piggy_banks where id = 100`),
    ).toEqual({
      balance: 2 ** 40,
      born: '2026-03-01',
      seen: new Date('2026-03-01T12:00:00Z'),
      many: [1, null],
    })
    await expect(db.one(sql`select ${'9007199254740993'}::bigint as n`)).rejects.toThrow('too large')
  })

  it('return every instant to the millisecond', async () => {
    const millisecond = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11) })
    await fc.assert(
      fc.asyncProperty(fc.array(millisecond, { minLength: 50, maxLength: 200 }), async (times) => {
        const rows = await db.query<{ at: Date }>(sql`
          select timestamptz 'epoch' + make_interval(days => (t / 86400000)::int) + t % 86400000 * interval '1 ms' as at
          from unnest(${times}::bigint[]) with ordinality as given (t, place) order by place`)
        expect(rows.map(({ at }) => at.getTime())).toEqual(times)
      }),
      { numRuns: 20 },
    )
    const { at } = await db.one<{ at: Date }>(sql`select timestamptz '2026-03-01 12:00:00.123999+02' as at`)
    expect(at).toEqual(new Date('2026-03-01T10:00:00.123Z'))
    expect(
      await db.one(
        sql`select timestamptz '12026-01-01' as far, timestamptz '0032-01-01' as old, timestamptz 'infinity' as never`,
      ),
    ).toEqual({ far: new Date('+012026-01-01'), old: new Date('0032-01-01'), never: Number.POSITIVE_INFINITY })
  })

  it('are prepared once per connection', async () => {
    for (const id of [1, 2, 3])
      await db.transaction((tx) => tx.maybeOne(sql`select balance from piggy_banks where id = ${id}`))
    const [count] = await db.transaction((tx) =>
      tx.query<{ n: number }>(
        sql`select count(*) as n from pg_prepared_statements where statement like 'select balance from piggy_banks%'`,
      ),
    )
    expect(count?.n).toBe(1)
  })

  it('return the number of rows found or changed', async () => {
    expect(await db.maybeOne(sql`select 1 from piggy_banks where id = -1`)).toBeUndefined()
    await expect(db.one(sql`select 1 from piggy_banks where id = -1`)).rejects.toThrow('found none')
    expect(await db.executeCount(sql`delete from piggy_banks where id = -1`)).toBe(0)
    expect(await db.execute(sql`delete from piggy_banks where id = -1`)).toBeUndefined()
  })
})

describe('independent reads', () => {
  /** Two reads that record when they started and ended. */
  const two = async (where: Queryable) => {
    const seen: string[] = []
    const read = (n: number) => async () => {
      seen.push(`begins ${n}`)
      const { answer } = await where.one<{ answer: number }>(sql`select ${n}::int as answer`)
      seen.push(`ends ${n}`)
      return answer
    }
    const answers = await where.parallel(read(1), read(2))
    return { seen: seen.slice(0, 2), answers }
  }

  it('run in parallel with a connection each, and return in order', async () => {
    expect(await two(db)).toEqual({ seen: ['begins 1', 'begins 2'], answers: [1, 2] })
  })

  it('run sequentially within a transaction', async () => {
    expect(await db.transaction(two)).toEqual({ seen: ['begins 1', 'ends 1'], answers: [1, 2] })
  })
})

describe('a transaction', () => {
  it('runs its effects after commit', async () => {
    const seen: string[] = []
    const result = await db.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('effect'))
      await tx.execute(sql`insert into piggy_banks values (1, 10)`)
      expect(seen).toEqual([])
      return 'done'
    })
    expect([result, seen]).toEqual(['done', ['effect']])
    expect(await db.one(sql`select balance from piggy_banks where id = 1`)).toEqual({ balance: 10 })
  })

  it('rolls back when it throws, and runs no effect', async () => {
    const seen: string[] = []
    const work = db.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('effect'))
      await tx.execute(sql`insert into piggy_banks values (2, 10)`)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.maybeOne(sql`select 1 from piggy_banks where id = 2`)).toBeUndefined()
    expect(seen).toEqual([])
  })

  it('stays committed when an effect fails', async () => {
    await db.transaction(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('effect')
      })
      await tx.execute(sql`insert into piggy_banks values (3, 10)`)
    })
    expect(await db.maybeOne(sql`select 1 from piggy_banks where id = 3`)).toBeDefined()
  })

  it('is retried after a deadlock, and its effects run once', async () => {
    await db.execute(sql`insert into piggy_banks values (4, 0), (5, 0) on conflict (id) do update set balance = 0`)
    const seen: string[] = []
    let waiting = 2
    let open: () => void
    const bothOpen = new Promise<void>((resolve) => (open = resolve))
    const move = (first: number, second: number) =>
      db.transaction(async (tx) => {
        tx.afterCommit(() => seen.push(`${first}${second}`))
        await tx.execute(sql`update piggy_banks set balance = balance + 1 where id = ${first}`)
        // Each holds one row lock before requesting the other's.
        if (--waiting <= 0) open()
        await bothOpen
        await tx.execute(sql`update piggy_banks set balance = balance + 1 where id = ${second}`)
      })
    await Promise.all([move(4, 5), move(5, 4)])
    // One of them at least was rolled back and began again.
    expect(waiting).toBeLessThan(0)
    expect(seen.sort()).toEqual(['45', '54'])
    expect(await db.query(sql`select balance from piggy_banks where id in (4, 5)`)).toEqual([
      { balance: 2 },
      { balance: 2 },
    ])
  })

  it('refuses a statement after its end', async () => {
    const late = await db.transaction(async (tx) => () => tx.query(sql`select 1`))
    await expect(late()).rejects.toThrow('has ended')
  })
})

describe('a wrong DATABASE_URL', () => {
  const refusal = async (url: string) => {
    const error: Error = await openDb(url, { poolSize: 2, log }).then(
      () => new Error('was accepted'),
      (reason: Error) => reason,
    )
    expect(error.message).not.toContain('\n')
    return error.message
  }

  it('is refused in one line with advice', async () => {
    expect(await refusal('postgres://me:secret@127.0.0.1:1/x')).toBe(
      'Cannot reach the database at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    )
    expect(await refusal('postgres://me:secret@no-such-host.invalid/x')).toMatch(
      /^There is no host called no-such-host.invalid:5432\./,
    )
    expect(await refusal(withDatabase(database.url, 'nothing'))).toMatch(/^There is no database "nothing" at /)
    const wrong = new URL(database.url)
    wrong.password = 'secret'
    expect(await refusal(wrong.href)).toMatch(
      /^The database at .* does not let user "fettle" in\. Correct the user or password/,
    )
  })
})

describe('a unit of work', () => {
  const add = (id: number) => (tx: Queryable) => tx.execute(sql`insert into piggy_banks values (${id}, 1)`)
  /** The ids that other connections see. */
  const committed = async (...ids: number[]) =>
    (
      await db.outsideUnitOfWork(() =>
        db.query<{ id: number }>(sql`select id from piggy_banks where id = any(${ids}) order by id`),
      )
    ).map(({ id }) => id)
  const nothing = async () => undefined

  it('commits its transactions at once, with what finishes it', async () => {
    const effects: string[] = []
    const result = await db.unitOfWork(
      async () => {
        await db.transaction(async (tx) => {
          await add(201)(tx)
          tx.afterCommit(() => effects.push('first'))
        })
        await db.transaction(add(202))
        expect([await committed(201, 202), effects]).toEqual([[], []])
        // Its own statements see its work, also when run side by side.
        return db.parallel(
          () => db.one(sql`select count(*) as n from piggy_banks where id in (201, 202)`),
          () => db.one(sql`select balance from piggy_banks where id = 202`),
        )
      },
      async (tx, found) => {
        expect(found).toEqual([{ n: 2 }, { balance: 1 }])
        await add(203)(tx)
      },
    )
    expect(result).toHaveLength(2)
    expect([await committed(201, 202, 203), effects]).toEqual([[201, 202, 203], ['first']])
  })

  it('undoes everything when it or what finishes it fails', async () => {
    const fail = () => Promise.reject(new Error('changed my mind'))
    await expect(db.unitOfWork(() => db.transaction(add(211)).then(fail), nothing)).rejects.toThrow('changed my mind')
    await expect(db.unitOfWork(() => db.transaction(add(212)), fail)).rejects.toThrow('changed my mind')
    expect(await committed(211, 212)).toEqual([])
  })

  it('goes on after a failed transaction, without its work and effects', async () => {
    const effects: number[] = []
    const failing = (id: number) =>
      db
        .transaction(async (tx) => {
          await add(id)(tx)
          tx.afterCommit(() => effects.push(id))
          throw new Error('not this one')
        })
        .catch(() => undefined)
    await db.unitOfWork(async () => {
      await failing(221)
      await db.transaction(add(222))
      await failing(223)
      await db.transaction(add(224))
    }, nothing)
    expect([await committed(221, 222, 223, 224), effects]).toEqual([[222, 224], []])
  })

  it('holds no connection before its first transaction, and none after its end', async () => {
    const own = await openDb(database.url, { poolSize: 1, log })
    await own.unitOfWork(
      async () => {
        // With one connection, a second statement would wait for ever.
        await own.query(sql`select 1`)
        await own.outsideUnitOfWork(() => own.transaction(add(231)))
      },
      (tx) => add(232)(tx),
    )
    expect(await committed(231, 232)).toEqual([231, 232])
    await own.close()
  })

  it('lets what its commit triggers use connections of its own', async () => {
    let later: Promise<unknown> = Promise.resolve()
    await db.unitOfWork(
      () =>
        db.transaction(async (tx) =>
          tx.afterCommit(() => {
            later = db.transaction(add(241))
          }),
        ),
      nothing,
    )
    await later
    expect(await committed(241)).toEqual([241])
  })
})
