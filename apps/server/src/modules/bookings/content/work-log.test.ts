import { getBooking } from '@fettle/protocol/bookings'
import { reportProviderNoShow } from '@fettle/protocol/marketplace/bookings'
import { addWorkSegment, editWorkSegment, startTimer, stopTimer } from '@fettle/protocol/bookings/work-log'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  advanceBookingTo,
  createBookingScenario,
  createConfirmedJobs,
} from '../../../../testing/fixtures/booking-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { fixedPrice, bookingCallsOf } from '../../../../testing/fixtures/booking-content.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { updateWorkTimer } from './work-log.service.ts'

const testApp = setUpTestApp()
let me: TestProvider
let job: ReturnType<typeof createConfirmedJobs>
beforeAll(async () => {
  me = await createProvider(testApp)
  job = createConfirmedJobs(testApp, { provider: me, customer: await createCustomer(testApp) })
})

const { read, readAsCustomer, eventsOf, moveTo } = bookingCallsOf(testApp, () => me)

describe('the work log', () => {
  it("runs one timer at a time and follows the booking's transitions", async () => {
    const id = await job(fixedPrice)
    const params = { id }
    expect(await testApp.refusal(startTimer, { params, body: { kind: 'WORK' } }, me)).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the booking is confirmed.',
    })
    const move = (name: string) =>
      testApp.db.transaction((tx) => updateWorkTimer(testApp.deps, tx, id, name, testApp.clock.now()))
    await moveTo(id, 'EN_ROUTE')
    await move('start-travel')
    expect(await testApp.refusal(startTimer, { params, body: { kind: 'BREAK' } }, me)).toMatchObject({
      status: 409,
      code: 'TIMER_RUNNING',
      details: { kind: 'TRAVEL' },
    })
    testApp.clock.advance(20 * 60_000)
    await move('start')
    await moveTo(id, 'IN_PROGRESS')
    testApp.clock.advance(45 * 60_000)
    await move('pause')
    const responses = await Promise.all(
      [1, 2].map(() => testApp.send(startTimer, { params, body: { kind: 'BREAK' } }, me)),
    )
    expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409])
    testApp.clock.advance(15 * 60_000)
    await testApp.call(stopTimer, { params, body: {} }, me)
    expect((await testApp.refusal(stopTimer, { params, body: {} }, me)).message).toBe(
      "We couldn't find that running timer.",
    )
    const log = (await read(id)).workLog
    expect(log.map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['TRAVEL', 20],
      ['WORK', 45],
      ['BREAK', 15],
    ])

    const work = log[1]
    const endedAt = new Date(Date.parse(work?.startedAt ?? '') + 30 * 60_000).toISOString()
    const edit = { params: { id, segmentId: work?.id ?? '' }, body: { endedAt, reason: 'Forgot to pause' } }
    expect(await testApp.call(editWorkSegment, edit, me)).toMatchObject({
      minutes: 30,
      editedReason: 'Forgot to pause',
    })
    expect((await testApp.refusal(editWorkSegment, { ...edit, body: { endedAt, reason: '' } }, me)).status).toBe(422)
    const missed = { kind: 'TRAVEL', startedAt: endedAt, endedAt: testApp.clock.now().toISOString() } as const
    expect(
      await testApp.refusal(addWorkSegment, { params, body: { ...missed, reason: 'To the shop' } }, me),
    ).toMatchObject({ issues: [{ message: 'This overlaps another time entry on this job.' }] })
    expect(await eventsOf(id)).toContain('booking.time_logged')
    expect((await readAsCustomer(id)).timeline.map(({ event }) => event)).not.toContain('booking.time_logged')
  })
})

describe('the timer of a job whose provider did not show up', () => {
  it('stops with the report', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id, startAt } = await requestJob()
    const params = { id }
    await advanceBookingTo(testApp, provider, id, 'EN_ROUTE')
    testApp.clock.advance(Date.parse(startAt) + 3_600_000 - testApp.clock.now().getTime())
    await testApp.call(reportProviderNoShow, { params, body: {} }, marketplace)
    const { status, workLog } = await testApp.call(getBooking, { params }, provider)
    expect(status).toBe('NO_SHOW')
    expect(workLog).toMatchObject([{ kind: 'TRAVEL', endedAt: testApp.clock.now().toISOString() }])
  })
})

describe('a timer that is started late', () => {
  it('counts from the end of the last entry', async () => {
    const id = await job(fixedPrice)
    const params = { id }
    await moveTo(id, 'IN_PROGRESS')
    const at = testApp.clock.now()
    const body = { kind: 'WORK' as const, occurredAt: at.toISOString() }
    await testApp.call(startTimer, { params, body }, me)
    testApp.clock.advance(3 * 3_600_000)
    await testApp.call(stopTimer, { params, body: {} }, me)
    testApp.clock.advance(3_600_000)
    const transition = (name: string) => testApp.db.transaction((tx) => updateWorkTimer(testApp.deps, tx, id, name, at))
    await testApp.call(startTimer, { params, body }, me)
    await testApp.call(stopTimer, { params, body: {} }, me)
    testApp.clock.advance(3_600_000)
    await transition('resume')
    await transition('pause')
    expect((await read(id)).workLog.map(({ minutes }) => minutes)).toEqual([180, 60, 0])
  })
})
