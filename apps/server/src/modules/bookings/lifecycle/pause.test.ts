import { slotWarnings } from '@fettle/protocol/availability/availability'
import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline } from '@fettle/protocol/bookings'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { requestFix } from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { marketplace, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const statusOf = async (provider: TestProvider, id: string) =>
  (await testApp.call(getBooking, { params: { id } }, provider)).status
const startOf = (id: string, body: object = {}) => ({ params: { id }, body })

/** A provider working on `first`, with `second` confirmed for later that day. */
async function createRunningJob() {
  const jobs = await createBookingScenario(testApp)
  const { provider, confirmJob, inHours } = jobs
  const first = await confirmJob({ title: 'Fix the kitchen tap', startAt: inHours(24) })
  await testApp.call(actions.startBooking, startOf(first.id), provider)
  const second = await confirmJob({ title: 'Replace the boiler', startAt: inHours(30) })
  return { ...jobs, first, second }
}

describe('starting a second job while one is in progress', () => {
  it('is refused with the name of the other, without changes', async () => {
    const { provider, first, second } = await createRunningJob()
    expect(await testApp.refusal(actions.startBooking, startOf(second.id), provider)).toMatchObject({
      status: 409,
      code: 'JOB_IN_PROGRESS',
      message: '“Fix the kitchen tap” is still in progress. Pause it, or keep it running.',
      details: { bookingId: first.id, reference: first.reference, title: 'Fix the kitchen tap', count: 1 },
    })
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
    const { status, allowedActions } = await testApp.call(getBooking, { params: { id: second.id } }, provider)
    expect({ status, mayStart: allowedActions.includes('start') }).toEqual({ status: 'CONFIRMED', mayStart: true })
  })

  it('pauses the other like any pause: event, message, work log and timer', async () => {
    const { provider, first, second } = await createRunningJob()
    const timers = () =>
      testApp.db.query(sql`select key from graphile_worker.jobs where key = ${`bookings.fire-timer:stale:${first.id}`}`)
    expect(await timers()).toHaveLength(1)
    testApp.clock.advance(40 * MINUTE_MS)
    const started = await testApp.call(actions.startBooking, startOf(second.id, { otherJob: 'PAUSE' }), provider)
    expect(started.status).toBe('IN_PROGRESS')
    const paused = await testApp.call(getBooking, { params: { id: first.id } }, provider)
    expect(paused).toMatchObject({ status: 'PAUSED', pause: { reasonCode: 'OTHER', resumeOn: null } })
    expect(paused.workLog).toMatchObject([{ kind: 'WORK', minutes: 40 }])
    const timeline = await testApp.call(getBookingTimeline, { params: { id: first.id } }, provider)
    expect(timeline.at(-1)).toMatchObject({
      event: 'booking.paused',
      actor: { type: 'PROVIDER', id: provider.id },
      data: { reasonCode: 'OTHER' },
    })
    await testApp.deps.jobs.runDue()
    const lines = await testApp.db.query<{ text: string }>(sql`
      select text from chat.messages where extras #>> '{card,id}' = ${first.id} order by id`)
    expect(lines.map(({ text }) => text)).toContain('Work paused')
    expect(await timers()).toHaveLength(0)
  })

  it('runs beside the other on request', async () => {
    const { provider, first, second } = await createRunningJob()
    await testApp.call(actions.startBooking, startOf(second.id, { otherJob: 'KEEP_RUNNING' }), provider)
    expect(await Promise.all([first, second].map(({ id }) => statusOf(provider, id)))).toEqual([
      'IN_PROGRESS',
      'IN_PROGRESS',
    ])
  })

  it('names the latest one and the count, and pauses all of them', async () => {
    const { provider, confirmJob, inHours, first, second } = await createRunningJob()
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(actions.startBooking, startOf(second.id, { otherJob: 'KEEP_RUNNING' }), provider)
    const third = await confirmJob({ startAt: inHours(50) })
    const { details } = await testApp.refusal(actions.startBooking, startOf(third.id), provider)
    expect(details).toEqual({
      bookingId: second.id,
      reference: second.reference,
      title: 'Replace the boiler',
      count: 2,
    })
    await testApp.call(actions.startBooking, startOf(third.id, { otherJob: 'PAUSE' }), provider)
    for (const { id } of [first, second]) expect(await statusOf(provider, id)).toBe('PAUSED')
  })

  it('returns the same response for its key, whatever was paused since', async () => {
    const { provider, first, second } = await createRunningJob()
    const key = { ...provider, headers: { 'idempotency-key': testApp.deps.ids.token() } }
    const refused = { ...provider, headers: { 'idempotency-key': testApp.deps.ids.token() } }
    expect((await testApp.send(actions.startBooking, startOf(second.id), refused)).status).toBe(409)
    const input = startOf(second.id, { otherJob: 'PAUSE' })
    const answer = await testApp.send(actions.startBooking, input, key)
    await testApp.call(actions.resumeBooking, startOf(first.id, { otherJob: 'KEEP_RUNNING' }), provider)
    const secondResponse = await testApp.send(actions.startBooking, input, key)
    expect([secondResponse.status, secondResponse.body]).toEqual([200, answer.body])
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
    expect((await testApp.send(actions.startBooking, startOf(second.id), refused)).body).toMatchObject({
      code: 'JOB_IN_PROGRESS',
    })
  })

  it('offline pauses the other at that time, never before the other started', async () => {
    const { provider, first, second } = await createRunningJob()
    testApp.clock.advance(60 * MINUTE_MS)
    const before = (minutes: number) => new Date(testApp.clock.now().getTime() - minutes * MINUTE_MS).toISOString()
    const started = await testApp.call(getBooking, { params: { id: first.id } }, provider)
    const body = { otherJob: 'PAUSE', occurredAt: before(90) }
    await testApp.call(actions.startBooking, startOf(second.id, body), provider)
    const timeline = await testApp.call(getBookingTimeline, { params: { id: first.id } }, provider)
    expect(timeline.at(-1)).toMatchObject({ event: 'booking.paused', occurredAt: started.startedAt })

    const resumed = startOf(first.id, { otherJob: 'PAUSE', occurredAt: before(10), acknowledge: [...slotWarnings] })
    await testApp.call(actions.resumeBooking, resumed, provider)
    const other = await testApp.call(getBookingTimeline, { params: { id: second.id } }, provider)
    expect(other.at(-1)).toMatchObject({ event: 'booking.paused', occurredAt: before(10) })
  })

  it('leaves the other running when it cannot start itself', async () => {
    const { provider, first, requestJob } = await createRunningJob()
    const { id } = await requestJob()
    const { code } = await testApp.refusal(actions.startBooking, startOf(id, { otherJob: 'PAUSE' }), provider)
    expect(code).toBe('INVALID_TRANSITION')
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
  })

  it('never succeeds unnoticed beside a concurrent start', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
      const agreed = []
      for (let index = 0; index < 4; index += 1) agreed.push(await confirmJob({ startAt: inHours(24 + index * 3) }))
      const replies = await Promise.all(
        agreed.map(({ id }) => testApp.send(actions.startBooking, startOf(id), provider)),
      )
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
      const statuses = await Promise.all(agreed.map(({ id }) => statusOf(provider, id)))
      expect(statuses.filter((status) => status === 'IN_PROGRESS')).toHaveLength(1)
    }
  })

  it('leaves one running after concurrent starts that pause the others', async () => {
    const { provider, confirmJob, inHours } = await createBookingScenario(testApp)
    const agreed = []
    for (let index = 0; index < 4; index += 1) agreed.push(await confirmJob({ startAt: inHours(24 + index * 3) }))
    const input = ({ id }: { id: string }) => startOf(id, { otherJob: 'PAUSE' })
    const replies = await Promise.all(agreed.map((job) => testApp.send(actions.startBooking, input(job), provider)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const statuses = await Promise.all(agreed.map(({ id }) => statusOf(provider, id)))
    expect(statuses.toSorted()).toEqual(['IN_PROGRESS', 'PAUSED', 'PAUSED', 'PAUSED'])
  })
})

describe('leaving for a job while another is in progress', () => {
  it('requires a choice like starting it does, and leaves both as they are', async () => {
    const { provider, first, second } = await createRunningJob()
    testApp.clock.advance(Date.parse(second.startAt) - 60 * MINUTE_MS - testApp.clock.now().getTime())
    expect(await testApp.refusal(actions.startTravel, startOf(second.id), provider)).toMatchObject({
      status: 409,
      code: 'JOB_IN_PROGRESS',
      details: { bookingId: first.id, title: 'Fix the kitchen tap', count: 1 },
    })
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
    expect(await statusOf(provider, second.id)).toBe('CONFIRMED')
  })

  it('pauses the other at the time of leaving', async () => {
    const { provider, first, second } = await createRunningJob()
    testApp.clock.advance(Date.parse(second.startAt) - 60 * MINUTE_MS - testApp.clock.now().getTime())
    const occurredAt = new Date(testApp.clock.now().getTime() - 10 * MINUTE_MS).toISOString()
    const left = await testApp.call(
      actions.startTravel,
      startOf(second.id, { otherJob: 'PAUSE', occurredAt }),
      provider,
    )
    expect(left).toMatchObject({ status: 'EN_ROUTE' })
    const timeline = await testApp.call(getBookingTimeline, { params: { id: first.id } }, provider)
    expect(timeline.at(-1)).toMatchObject({ event: 'booking.paused', occurredAt, data: { reasonCode: 'OTHER' } })
  })

  it('keeps the other running on request, and requires a choice again when work starts', async () => {
    const { provider, first, second } = await createRunningJob()
    testApp.clock.advance(Date.parse(second.startAt) - 60 * MINUTE_MS - testApp.clock.now().getTime())
    await testApp.call(actions.startTravel, startOf(second.id, { otherJob: 'KEEP_RUNNING' }), provider)
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
    const { code } = await testApp.refusal(actions.startBooking, startOf(second.id), provider)
    expect(code).toBe('JOB_IN_PROGRESS')
  })

  it('leaves the other running when it is too early to leave', async () => {
    const { provider, first, second } = await createRunningJob()
    const early = startOf(second.id, { otherJob: 'PAUSE' })
    expect((await testApp.refusal(actions.startTravel, early, provider)).code).toBe('BOOKING_TOO_EARLY')
    expect(await statusOf(provider, first.id)).toBe('IN_PROGRESS')
  })
})

describe('resuming a job while another is in progress', () => {
  it('requires a choice, and takes over the time of the paused one', async () => {
    const { provider, first, second } = await createRunningJob()
    await testApp.call(actions.startBooking, startOf(second.id, { otherJob: 'PAUSE' }), provider)
    // Its visit is over, so it resumes in the slot of the running job.
    testApp.clock.advance(Date.parse(second.startAt) + 10 * MINUTE_MS - testApp.clock.now().getTime())
    const { code, details } = await testApp.refusal(actions.resumeBooking, startOf(first.id), provider)
    expect([code, details]).toMatchObject(['JOB_IN_PROGRESS', { bookingId: second.id, count: 1 }])
    const kept = { otherJob: 'KEEP_RUNNING' }
    expect((await testApp.refusal(actions.resumeBooking, startOf(first.id, kept), provider)).code).toBe('SLOT_CONFLICT')
    expect(await statusOf(provider, second.id)).toBe('IN_PROGRESS')
    const sure = { otherJob: 'PAUSE', acknowledge: [...slotWarnings] }
    const resumed = await testApp.call(actions.resumeBooking, startOf(first.id, sure), provider)
    expect(resumed.status).toBe('IN_PROGRESS')
    expect(await statusOf(provider, second.id)).toBe('PAUSED')
  })

  it('requires a choice when the provider reopens it, not when the customer requests a fix', async () => {
    const { provider, first, second } = await createRunningJob()
    const work = { params: { id: first.id }, body: { summary: 'The tap is tight.' } }
    await testApp.call(actions.completeBooking, work, provider)
    await testApp.call(actions.startBooking, startOf(second.id), provider)
    const { code, details } = await testApp.refusal(actions.reopenBooking, startOf(first.id), provider)
    expect([code, details]).toMatchObject(['JOB_IN_PROGRESS', { bookingId: second.id, title: 'Replace the boiler' }])
    await testApp.call(actions.reopenBooking, startOf(first.id, { otherJob: 'KEEP_RUNNING' }), provider)
    expect(await statusOf(provider, second.id)).toBe('IN_PROGRESS')

    await testApp.call(actions.completeBooking, work, provider)
    await testApp.call(actions.reopenBooking, startOf(first.id, { otherJob: 'PAUSE' }), provider)
    expect(await statusOf(provider, second.id)).toBe('PAUSED')

    await testApp.call(actions.completeBooking, work, provider)
    await testApp.call(actions.resumeBooking, startOf(second.id), provider)
    const fix = { params: { id: first.id }, body: { note: 'It still drips.' } }
    expect((await testApp.call(requestFix, fix, marketplace)).status).toBe('IN_PROGRESS')
    expect(await statusOf(provider, second.id)).toBe('IN_PROGRESS')
  })
})

describe('a job can be started despite', () => {
  it('running work of another provider', async () => {
    await createRunningJob()
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    expect((await testApp.call(actions.startBooking, startOf(id), provider)).status).toBe('IN_PROGRESS')
  })

  it.each(['EN_ROUTE', 'ARRIVED', 'PAUSED', 'AWAITING_CONFIRMATION'] as const)('a job that is %s', async (status) => {
    const { provider, requestJob, confirmJob, inHours } = await createBookingScenario(testApp)
    const { id: other } = await requestJob({ startAt: inHours(24) })
    await advanceBookingTo(testApp, provider, other, status)
    const { id } = await confirmJob({ startAt: inHours(60) })
    const started = await testApp.call(actions.startBooking, startOf(id, { otherJob: 'PAUSE' }), provider)
    expect(started.status).toBe('IN_PROGRESS')
    expect(await statusOf(provider, other)).toBe(status)
  })
})
