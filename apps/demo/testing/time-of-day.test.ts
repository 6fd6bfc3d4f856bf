import { login } from '@fettle/protocol/accounts/auth'
import { listBookings } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import { startTestApp, type Caller, type TestApp } from '../../server/testing/app/test-app.ts'
import { midnightOf } from '../src/schedule.ts'
import { PASSWORD } from '../src/people/people.ts'
import { workingIntervals } from '../src/placement.ts'
import { fillDemo } from '../src/fill.ts'

/** Half a year of data on a possibly busy machine. */
const TIMEOUT_MS = 900_000

async function filledAt<Answer>(
  now: string,
  look: (testApp: TestApp, ada: Caller) => Promise<Answer>,
): Promise<Answer> {
  const testApp = await startTestApp({ now })
  try {
    await fillDemo(testApp.deps, { now: testApp.clock.now() })
    const ada = await testApp.call(login, {
      body: { emailOrPhone: 'ada@fettle.test', password: PASSWORD, role: 'PROVIDER' },
    })
    return await look(testApp, ada)
  } finally {
    await testApp.close()
  }
}

const underWay = ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS'] as const

/** Running jobs and the start of every confirmed visit. */
async function dayOf(testApp: TestApp, ada: Caller) {
  const running = await testApp.call(listBookings, { query: { status: underWay.join(','), limit: 100 } }, ada)
  const agreed = await testApp.call(listBookings, { query: { status: 'CONFIRMED', limit: 100 } }, ada)
  const starts = agreed.map(({ startAt }) => Date.parse(startAt ?? '')).toSorted((one, two) => one - two)
  return { running, starts }
}

const within = (at: number) => workingIntervals(midnightOf(new Date(at))).some(({ from, to }) => from <= at && at < to)

describe('the demo data', () => {
  it(
    'filled on a closed Sunday evening has no running job, and continues on Monday',
    { timeout: TIMEOUT_MS },
    async () => {
      const now = '2026-11-22T21:30:00.000Z'
      const { running, starts } = await filledAt(now, dayOf)
      expect(running).toEqual([])
      expect(starts.filter((start) => start < Date.parse(now) || !within(start))).toEqual([])
      expect(midnightOf(new Date(starts[0] ?? 0))).toBe(Date.parse('2026-11-22T23:00:00.000Z'))
    },
  )

  it('filled just before closing on a Saturday has one running job', { timeout: TIMEOUT_MS }, async () => {
    const now = '2026-11-28T12:55:00.000Z'
    const { running, starts } = await filledAt(now, dayOf)
    expect(running).toMatchObject([{ status: 'IN_PROGRESS', startAt: '2026-11-28T11:00:00.000Z' }])
    expect(starts.filter((start) => start < Date.parse(now) || !within(start))).toEqual([])
  })
})
