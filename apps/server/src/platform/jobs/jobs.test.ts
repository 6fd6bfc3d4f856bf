import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { startDatabaseProxy } from '../../../testing/app/test-postgres.ts'
import { ManualClock, systemClock } from '../clock.ts'
import { sql } from '../db/db.ts'
import { openDb, type OpenDb } from '../db/open-db.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.types.ts'
import { createLog } from '../observability/log.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb
const running: Jobs[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 8, log })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await db.close()
  await database.drop()
})

const minutes = (count: number) => count * 60_000

describe('jobs with a manual clock', () => {
  let clock: ManualClock
  let jobs: Jobs
  let ran: unknown[]

  beforeEach(async () => {
    // Far from the real time in both directions: only the injected clock may count.
    clock = new ManualClock('2031-01-01T00:00:00Z')
    jobs = createJobs({ db, log, clock })
    ran = []
    jobs.handle('note', async (payload) => void ran.push(payload))
    await jobs.start()
  })
  const inMinutes = (count: number) => new Date(clock.now().getTime() + minutes(count))

  it('run when due and in order, when asked to', async () => {
    await jobs.add(db, 'note', 'late', { runAt: inMinutes(20) })
    await jobs.add(db, 'note', 'early', { runAt: inMinutes(10) })
    await jobs.add(db, 'note', 'now')
    expect(await jobs.runDue()).toBe(1)
    expect(ran).toEqual(['now'])
    clock.advance(minutes(20))
    expect(await jobs.runDue()).toBe(2)
    expect(ran).toEqual(['now', 'early', 'late'])
    expect(await jobs.runDue()).toBe(0)
  })

  it('wait even when due by the system clock', async () => {
    const old = new ManualClock('2001-01-01T00:00:00Z')
    const past = createJobs({ db, log, clock: old })
    past.handle('note', async (payload) => void ran.push(payload))
    await past.add(db, 'note', 'later', { runAt: new Date('2001-01-02T00:00:00Z') })
    expect(await past.runDue()).toBe(0)
    old.advance(minutes(24 * 60))
    expect(await past.runDue()).toBe(1)
  })

  it("are added in the caller's transaction", async () => {
    await db
      .transaction(async (tx) => {
        await jobs.add(tx, 'note', 'never')
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await jobs.runDue()).toBe(0)
  })

  it('with the same key replace each other and can be cancelled', async () => {
    await jobs.add(db, 'note', 'first', { key: 'k', runAt: inMinutes(1) })
    await jobs.add(db, 'note', 'second', { key: 'k', runAt: inMinutes(2) })
    clock.advance(minutes(1))
    expect(await jobs.runDue()).toBe(0)
    clock.advance(minutes(1))
    await jobs.runDue()
    expect(ran).toEqual(['second'])
    await jobs.add(db, 'note', 'third', { key: 'k' })
    await jobs.cancel(db, 'k')
    expect(await jobs.runDue()).toBe(0)
  })

  it('are scheduled and cancelled several at a time', async () => {
    const noteIn = (count: number, key: string) => ({ payload: key, runAt: inMinutes(count), key, queue: 'notes' })
    await jobs.addScheduled(db, 'note', [noteIn(1, 'a'), noteIn(2, 'b'), noteIn(3, 'c'), noteIn(3, 'd')])
    await jobs.addScheduled(db, 'note', [noteIn(2, 'c'), noteIn(1, 'b')])
    await jobs.cancel(db, 'a', 'd', 'unknown')
    clock.advance(minutes(3))
    await jobs.runDue()
    expect(ran).toEqual(['b', 'c'])
  })

  it('added by jobs run in the same pass when due', async () => {
    jobs.handle('chain', async () => jobs.add(db, 'note', 'follow-up'))
    await jobs.add(db, 'chain', {})
    expect(await jobs.runDue()).toBe(2)
  })

  it('that fail are reported, let others run and are retried', async () => {
    let broken = true
    jobs.handle('flaky', async () => {
      if (broken) throw new Error('not yet')
    })
    await jobs.add(db, 'flaky', {})
    await jobs.add(db, 'note', 'other')
    await expect(jobs.runDue()).rejects.toThrow('not yet')
    expect(ran).toEqual(['other'])
    broken = false
    expect(await jobs.runDue()).toBe(0)
    clock.advance(minutes(1))
    expect(await jobs.runDue()).toBe(1)
  })

  it('that repeat run once per interval, and once after downtime', async () => {
    let count = 0
    const repeating = createJobs({ db, log, clock })
    repeating.repeat('sweep', minutes(60), async () => void count++)
    await repeating.start()
    await repeating.runDue()
    expect(count).toBe(0)
    clock.advance(minutes(60))
    await repeating.runDue()
    clock.advance(minutes(600))
    await repeating.runDue()
    expect(count).toBe(2)
  })
})

describe('jobs with the system clock', () => {
  const start = async (options: { works?: boolean } = {}) => {
    const ran: unknown[] = []
    const jobs = createJobs({ db, log, clock: systemClock, ...options })
    jobs.handle('note', async (payload) => void ran.push(payload))
    await jobs.start()
    running.push(jobs)
    return { jobs, ran }
  }

  it('run by themselves when due', async () => {
    const { jobs, ran } = await start()
    await jobs.add(db, 'note', 'later', { runAt: new Date(Date.now() + 300) })
    await jobs.add(db, 'note', 'now')
    await vi.waitFor(() => expect(ran).toEqual(['now', 'later']), { timeout: 60_000 })
    await vi.waitFor(
      async () => {
        expect(await db.one(sql`select count(*) as n from graphile_worker.jobs`)).toEqual({ n: 0 })
      },
      { timeout: 60_000 },
    )
  })

  it('run when due by the clock of their process, though the database is ahead of it', async () => {
    const slow = { now: () => new Date(Date.now() - 700) }
    const jobs = createJobs({ db, log, clock: slow })
    running.push(jobs)
    const ranAt: Record<string, number> = {}
    jobs.handle<string>('look at the clock', async (name) => void (ranAt[name] = slow.now().getTime()))
    await jobs.start()
    const runAt = new Date(slow.now().getTime() + 1_000)
    await jobs.add(db, 'look at the clock', 'deadline', { runAt })
    await jobs.add(db, 'look at the clock', 'at once')
    await vi.waitFor(() => expect(Object.keys(ranAt)).toEqual(['at once', 'deadline']), { timeout: 60_000 })
    expect(ranAt['deadline']).toBeGreaterThanOrEqual(runAt.getTime())
  })

  it('are not run by a process without workers', async () => {
    const idle = await start({ works: false })
    await idle.jobs.add(db, 'note', 'work')
    const busy = await start()
    await vi.waitFor(() => expect(busy.ran).toEqual(['work']), { timeout: 60_000 })
    expect(idle.ran).toEqual([])
  })

  it('of a killed worker are taken over', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const proxied = await openDb(proxy.url, { poolSize: 8, log })
    const killed = createJobs({ db: proxied, log, clock: systemClock })
    let underWay: () => void = () => undefined
    let finish: () => void = () => undefined
    const started = new Promise<void>((resolve) => (underWay = resolve))
    killed.handle('note', () => new Promise((resolve) => ((finish = resolve), underWay())))
    await killed.start()
    await killed.add(proxied, 'note', 'orphan')
    await started
    await proxy.close()
    const { ran } = await start()
    await vi.waitFor(() => expect(ran).toEqual(['orphan']), { timeout: 60_000 })
    finish()
    await killed.stop()
    await proxied.close()
  })

  it('of a killed worker that were replaced meanwhile are deleted', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const proxied = await openDb(proxy.url, { poolSize: 8, log })
    const killed = createJobs({ db: proxied, log, clock: systemClock })
    let finish: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      killed.handle('note', () => new Promise((end) => ((finish = end), resolve())))
    })
    await killed.start()
    await killed.add(proxied, 'note', 'before', { key: 'note' })
    await started
    await killed.add(db, 'note', 'after', { key: 'note', runAt: new Date(Date.now() + 60_000) })
    await proxy.close()
    const { ran } = await start()
    await vi.waitFor(async () => {
      const left = await db.query(sql`select attempts, key from graphile_worker.jobs`)
      expect(left).toEqual([{ attempts: 0, key: 'note' }])
    }, 5_000)
    expect(ran).toEqual([])
    finish()
    await killed.stop()
    await proxied.close()
  })

  it('running in a live worker are left alone by another one that starts', async () => {
    let finish: () => void = () => undefined
    let times = 0
    const first = createJobs({ db, log, clock: systemClock })
    first.handle('slow', () => new Promise((resolve) => (times++, (finish = resolve))))
    await first.start()
    running.push(first)
    await first.add(db, 'slow', {})
    await vi.waitFor(() => expect(times).toBe(1), { timeout: 60_000 })
    const second = createJobs({ db, log, clock: systemClock })
    second.handle('slow', async () => void times++)
    await second.start()
    running.push(second)
    const { locked } = await db.one<{ locked: boolean }>(
      sql`select locked_by is not null as locked from graphile_worker.jobs`,
    )
    expect(locked).toBe(true)
    finish()
    await vi.waitFor(
      async () => {
        expect(await db.one(sql`select count(*) as n from graphile_worker.jobs`)).toEqual({ n: 0 })
      },
      { timeout: 60_000 },
    )
    expect(times).toBe(1)
  })
})

describe('the job worker', () => {
  it('reconnects when the database is restarted, and every job is done once', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const proxied = await openDb(proxy.url, { poolSize: 8, log })
    const ended = new Set<number>()
    let underWay: () => void = () => undefined
    let finish: () => void = () => undefined
    const jobs = createJobs({ db: proxied, log, clock: systemClock })
    jobs.handle<{ n: number }>('note', async ({ n }) => {
      // The first attempts finish while there is no database to record them.
      underWay()
      await gate
      if (n % 2 === 0 && !ended.has(n)) {
        ended.add(n)
        throw new Error('not yet')
      }
      ended.add(n)
    })
    await jobs.start()
    running.push(jobs)
    let gate: Promise<void> = Promise.resolve()
    for (let round = 0; round < 3; round += 1) {
      gate = new Promise((resolve) => (finish = resolve))
      const started = new Promise<void>((resolve) => (underWay = resolve))
      for (let n = 0; n < 10; n += 1) await jobs.add(db, 'note', { n: round * 10 + n })
      await started
      await proxy.goAway()
      finish()
      await vi.waitFor(() => expect(jobs.check()).rejects.toThrow('No job worker is running'), { timeout: 60_000 })
      await proxy.comeBack()
      await vi.waitFor(() => jobs.check(), { timeout: 60_000 })
    }
    // Failed jobs wait for their next attempt.
    await vi.waitFor(
      async () => {
        await db.execute(
          sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`,
        )
        expect(await db.one(sql`select count(*) as n from graphile_worker.jobs`)).toEqual({ n: 0 })
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(ended.size).toBe(30)
    await jobs.stop()
    await proxied.close()
    await proxy.close()
  })

  it('survives a job whose failure cannot be stored', async () => {
    const jobs = createJobs({ db, log, clock: systemClock })
    let ran = false
    jobs.handle('spoiled', async () => {
      throw new Error('no text of PostgreSQL: \0')
    })
    jobs.handle('sound', async () => void (ran = true))
    await jobs.start()
    running.push(jobs)
    await jobs.add(db, 'spoiled', {}, { maxAttempts: 1 })
    await vi.waitFor(() => expect(jobs.check()).rejects.toThrow('No job worker is running'), { timeout: 60_000 })
    await vi.waitFor(() => jobs.check(), { timeout: 60_000 })
    await jobs.add(db, 'sound', {})
    await vi.waitFor(() => expect(ran).toBe(true), { timeout: 60_000 })
  }, 30_000)
})
