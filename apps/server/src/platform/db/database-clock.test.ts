import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import type { Clock } from '../clock.ts'
import { createLog } from '../observability/log.ts'
import { createDatabaseClock } from './database-clock.ts'
import { openDb, type OpenDb } from './open-db.ts'

const log = createLog({ logLevel: 'silent' })
let database: TestDatabase
let db: OpenDb

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 1, log })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

/** A machine's clock that is `aheadMs` ahead, and the corrected one. */
async function wrongClock(aheadMs: number) {
  const machine = { aheadMs, now: (): Date => new Date(Date.now() + machine.aheadMs) } satisfies Clock & {
    aheadMs: number
  }
  const clock = await createDatabaseClock(db, log, machine)
  onTestFinished(clock.close)
  const error = () => Math.abs(clock.now().getTime() - Date.now())
  return { machine, clock, error }
}

describe("the database's time", () => {
  it.each([10, -10])('replaces a clock that is %i minutes ahead', async (minutes) => {
    const { clock, error } = await wrongClock(minutes * MINUTE_MS)
    expect(error()).toBeLessThan(1_000)
    expect(Math.round(clock.aheadSeconds())).toBe(minutes * 60)
  })

  it('leaves a clock alone that is a second ahead', async () => {
    const { machine, clock } = await wrongClock(1_000)
    expect(clock.aheadSeconds()).toBe(0)
    expect(clock.now().getTime() - machine.now().getTime()).toBeLessThan(500)
  })

  it('follows a clock that goes wrong and is set right while the process runs', async () => {
    const { machine, clock, error } = await wrongClock(0)
    machine.aheadMs = 5 * MINUTE_MS
    await clock.compare()
    expect(error()).toBeLessThan(1_000)
    machine.aheadMs = 0
    await clock.compare()
    expect(clock.aheadSeconds()).toBe(0)
    expect(error()).toBeLessThan(1_000)
  })

  it('keeps its correction while the database is away', async () => {
    const away = await openDb(database.url, { poolSize: 1, log })
    const machine = { now: () => new Date(Date.now() + 10 * MINUTE_MS) }
    const clock = await createDatabaseClock(away, log, machine)
    onTestFinished(clock.close)
    await away.close()
    await expect(clock.compare()).rejects.toThrow()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
  })
})
