import { changePassword, stepUp } from '@fettle/protocol/accounts/auth'
import { slotWarnings } from '@fettle/protocol/availability/availability'
import * as actions from '@fettle/protocol/bookings/actions'
import { getBookingTimeline } from '@fettle/protocol/bookings'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { requestOffers } from '@fettle/protocol/marketplace/offers'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import * as customers from '@fettle/protocol/marketplace/bookings'
import * as protocol from '@fettle/protocol/accounts/moderation'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { createQuickReply, listQuickReplies } from '@fettle/protocol/workspace/quick-replies'
import type { Operation } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { createProvider, marketplace, actingCustomer, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { createApiKey } from '../marketplace/index.ts'

const reason = 'The insurance has run out.'

const testApp = setUpTestApp()

const inDays = (days: number) => new Date(testApp.clock.now().getTime() + days * DAY_MS).toISOString()
const suspend = (id: string, body: object = {}) =>
  testApp.call(protocol.suspendProvider, { params: { id }, body: { reason, until: inDays(7), ...body } }, marketplace)
const reinstate = (id: string) => testApp.call(protocol.reinstateProvider, { params: { id }, body: {} }, marketplace)
const writes = (me: TestProvider) =>
  testApp.send(
    createQuickReply,
    {
      body: {
        shortcut: `r${testApp.deps.ids
          .token()
          .slice(0, 8)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, 'x')}`,
        text: 'Soon.',
      },
    },
    me,
  )
const suspensionOf = async (me: TestProvider) => (await testApp.call(getProfile, {}, me)).suspension

/** Calls it with an empty body: the suspension check comes before input validation. */
async function callWithEmptyBody({ method, path, name }: Operation, me: TestProvider, id: string) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(testApp.url + path.replaceAll(/:[A-Za-z]+/g, id), {
    method,
    headers: {
      authorization: `Bearer ${me.token}`,
      'idempotency-key': `suspended-${name}-${id}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  })
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code
}

describe('the list of suspensions', () => {
  it('shows end and reason, latest first, paged, to operators only', async () => {
    const [first, second, free] = [
      await createProvider(testApp),
      await createProvider(testApp),
      await createProvider(testApp),
    ]
    await suspend(first.id)
    testApp.clock.advance(1000)
    await suspend(second.id, { reason: 'No answer.', until: '2026-03-09T11:00:00.000Z' })
    const read = async (query: object = {}) => {
      const reply = await testApp.send(protocol.listSuspendedProviders, { query }, marketplace)
      if (!reply.body.success) throw new Error(reply.body.message)
      return { rows: reply.body.data, next: (reply.body.meta as { nextCursor: string | null }).nextCursor }
    }
    const since = testApp.clock.now().toISOString()
    const latest = {
      id: second.id,
      name: 'Ada Obi',
      suspension: { reason: 'No answer.', since, until: '2026-03-09T11:00:00.000Z' },
    }
    const top = await read({ limit: 1 })
    expect(top.rows).toEqual([latest])
    expect(await read({ limit: 1, cursor: top.next })).toMatchObject({
      rows: [{ id: first.id, suspension: { reason } }],
    })
    expect((await read()).rows.map(({ id }) => id)).not.toContain(free.id)
    await reinstate(second.id)
    expect((await read()).rows.map(({ id }) => id)).toEqual([first.id])
    await reinstate(first.id)
    expect(await read()).toEqual({ rows: [], next: null })
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Site', scopes: ['providers'] })
    expect(await testApp.refusal(protocol.listSuspendedProviders, {}, { token: key })).toMatchObject({ status: 403 })
  })
})

describe('a suspended provider', () => {
  it("is shown the day on which it ends in the provider's time zone", async () => {
    const me = await createProvider(testApp)
    await suspend(me.id, { until: '2026-03-09T23:30:00.000Z' })
    expect((await writes(me)).body).toMatchObject({
      message: 'Your account is suspended until 10 March 2026: The insurance has run out.',
    })
  })

  it('can read, and is shown until when and why writes are refused', async () => {
    const me = await createProvider(testApp)
    const standing = await suspend(me.id, { until: '2026-03-09T11:00:00.000Z' })
    expect(standing.suspension).toEqual({ reason, since: expect.any(String), until: '2026-03-09T11:00:00.000Z' })
    expect(await suspensionOf(me)).toEqual(standing.suspension)
    expect(await testApp.call(listQuickReplies, {}, me)).toEqual([])
    const { body } = await writes(me)
    expect(body).toMatchObject({
      status: 403,
      code: 'ACCOUNT_SUSPENDED',
      message: 'Your account is suspended until 9 March 2026: The insurance has run out.',
      details: { until: '2026-03-09T11:00:00.000Z' },
    })
    const notice = await testApp.db.one(sql`
      select params from notifications where provider_id = ${me.id} and workflow = 'account-suspended'`)
    expect(notice).toEqual({ params: { reason, until: '2026-03-09T11:00:00.000Z', timeZone: 'Africa/Lagos' } })
  })

  it('is refused every call that is not declared as allowed, and no other', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const running = await requestJob()
    await advanceBookingTo(testApp, me, running.id, 'IN_PROGRESS')
    const agreed = await requestJob({ startAt: inDays(3) })
    await advanceBookingTo(testApp, me, agreed.id, 'CONFIRMED')
    const other = await createBookingScenario(testApp)
    const otherBooking = await other.requestJob()
    await advanceBookingTo(testApp, other.provider, otherBooking.id, 'IN_PROGRESS')
    await suspend(me.id)
    const calls = testApp.app.operations.filter(({ audience }) => audience === 'provider' || audience === 'account')
    // Logging out and closing the account come last, since nothing can be called afterwards.
    const leaving = new Set(['auth.endSession', 'auth.endOtherSessions', 'privacy.closeAccount', 'bookings.complete'])
    const ordered = [
      ...calls.filter(({ name }) => !leaving.has(name)),
      ...calls.filter(({ name }) => leaving.has(name)),
    ]
    expect(ordered.length).toBeGreaterThan(150)
    for (const call of ordered) {
      const isFree = call.method === 'GET' || call.whileSuspended === 'always'
      const codes = []
      for (const id of [agreed.id, otherBooking.id, running.id]) {
        codes.push((await callWithEmptyBody(call, me, id)) === 'ACCOUNT_SUSPENDED' ? 'refused' : 'allowed')
      }
      const [ofAgreed, ofTheirs, ofRunning] = isFree
        ? ['allowed', 'allowed', 'allowed']
        : ['refused', 'refused', call.whileSuspended === 'running' ? 'allowed' : 'refused']
      expect([call.name, ...codes]).toEqual([call.name, ofAgreed, ofTheirs, ofRunning])
    }
    // Calls that finish running work always name the booking in the path.
    const finishing = calls.filter(({ whileSuspended }) => whileSuspended === 'running')
    expect(finishing.length).toBeGreaterThan(20)
    for (const { path } of finishing) expect(path).toMatch(/^\/v2\/bookings\/:id\//)
  })

  it('can finish a running job, and not start another', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const running = await requestJob()
    await advanceBookingTo(testApp, me, running.id, 'PAUSED')
    const agreed = await requestJob({ startAt: inDays(3) })
    await advanceBookingTo(testApp, me, agreed.id, 'CONFIRMED')
    await suspend(me.id)
    const start = (id: string) => testApp.send(actions.startBooking, { params: { id }, body: {} }, me)
    expect((await start(agreed.id)).body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    await testApp.call(actions.resumeBooking, { params: { id: running.id }, body: {} }, me)
    const completion = { params: { id: running.id }, body: { summary: 'The tap is tight.' } }
    expect(await testApp.call(actions.completeBooking, completion, me)).toMatchObject({
      status: 'AWAITING_CONFIRMATION',
    })
  })

  it('receives no requests and is not found by search', async () => {
    const { provider: me, customer } = await createBookingScenario(testApp)
    const found = async () => (await testApp.call(listProviders, { query: {} }, marketplace)).map(({ id }) => id)
    expect(await found()).toContain(me.id)
    await suspend(me.id)
    expect(await found()).not.toContain(me.id)
    const wish = {
      customerId: customer.id,
      title: 'Fix the kitchen tap',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const booking = { ...wish, providerId: me.id, startAt: inDays(3), durationMinutes: 60 }
    const no = { code: 'NOT_ALLOWED', message: 'This provider is not accepting requests at the moment.' }
    expect((await testApp.refusal(createMarketplaceBooking, { body: booking }, marketplace)).issues).toMatchObject([
      { field: 'providerId', ...no },
    ])
    const recurring = { ...booking, recurrence: { rule: { freq: 'WEEKLY' as const, count: 3 } } }
    expect((await testApp.refusal(createMarketplaceBooking, { body: recurring }, marketplace)).issues).toMatchObject([
      no,
    ])
    const series = {
      ...wish,
      providerId: me.id,
      timeZone: 'Africa/Lagos',
      startsOn: inDays(3).slice(0, 10),
      localStart: '09:00',
      durationMinutes: 60,
      rule: { freq: 'WEEKLY' as const, count: 3 },
      conflictPolicy: 'FAIL' as const,
    }
    expect((await testApp.refusal(createMarketplaceSeries, { body: series }, marketplace)).issues).toMatchObject([no])
    const quotes = { ...wish, providerIds: [me.id], description: 'It drips day and night.' }
    expect((await testApp.refusal(requestOffers, { body: quotes }, marketplace)).issues).toMatchObject([no])
    await reinstate(me.id)
    await testApp.call(createMarketplaceBooking, { body: booking }, marketplace)
  })

  it('can still secure the account', async () => {
    const me = await createProvider(testApp)
    await suspend(me.id)
    const wrong = await testApp.refusal(stepUp, { body: { password: 'not this one' } }, me)
    expect(wrong.code).not.toBe('ACCOUNT_SUSPENDED')
    const change = { body: { currentPassword: 'not this one', newPassword: 'three unrelated words 26' } }
    expect((await testApp.refusal(changePassword, change, me)).code).not.toBe('ACCOUNT_SUSPENDED')
  })
})

describe('a suspension', () => {
  it('ends by itself at its time, also when extended', async () => {
    const me = await createProvider(testApp)
    await suspend(me.id, { until: inDays(2) })
    await suspend(me.id, { until: inDays(4), reason: 'The new policy is not valid either.' })
    await testApp.advance(2 * DAY_MS)
    expect((await writes(me)).status).toBe(403)
    testApp.clock.advance(2 * DAY_MS)
    expect((await writes(me)).status).toBe(201)
    await testApp.deps.jobs.runDue()
    expect(await suspensionOf(me)).toBeNull()
  })

  it('ends when an operator lifts it', async () => {
    const me = await createProvider(testApp)
    await suspend(me.id)
    expect((await writes(me)).status).toBe(403)
    expect(await reinstate(me.id)).toEqual({ id: me.id, suspension: null })
    expect(await reinstate(me.id)).toEqual({ id: me.id, suspension: null })
    expect((await writes(me)).status).toBe(201)
  })

  it('needs a reason, an end within a year, and an existing provider', async () => {
    const me = await createProvider(testApp)
    const refused = async (body: object, id = me.id) =>
      testApp.refusal(
        protocol.suspendProvider,
        { params: { id }, body: { reason, until: inDays(7), ...body } },
        marketplace,
      )
    expect((await refused({ reason: 'x' })).issues).toMatchObject([{ field: 'reason' }])
    expect((await refused({ until: inDays(-1) })).issues).toMatchObject([{ field: 'until', code: 'TOO_SMALL' }])
    expect((await refused({ until: inDays(400) })).issues).toMatchObject([{ field: 'until', code: 'TOO_BIG' }])
    const nobody = `usr_${'0'.repeat(26)}`
    expect((await refused({}, nobody)).status).toBe(404)
    expect(
      (await testApp.refusal(protocol.reinstateProvider, { params: { id: nobody }, body: {} }, marketplace)).status,
    ).toBe(404)
    expect((await testApp.refusal(protocol.getProviderAudit, { params: { id: nobody } }, marketplace)).status).toBe(404)
  })
})

describe('the audit log of a provider', () => {
  it('lists actions by and on them, newest first, paged', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    await advanceBookingTo(testApp, me, (await requestJob()).id, 'COMPLETED')
    await suspend(me.id)
    await reinstate(me.id)
    const read = (query: object) =>
      testApp.send(protocol.getProviderAudit, { params: { id: me.id }, query }, marketplace)
    const { body } = await read({ type: 'provider' })
    expect(body).toMatchObject({
      data: [
        { event: 'provider.reinstated', actor: { type: 'OPERATOR', name: 'Demo marketplace' } },
        { event: 'provider.suspended', actor: { type: 'OPERATOR' }, data: { reason } },
        { event: 'provider.onboarded', actor: { type: 'PROVIDER', id: me.id } },
      ],
    })
    const all: string[] = []
    for (let before: string | null | undefined; before !== null;) {
      const page = await read({ limit: 3, ...(before && { before }) })
      if (!page.body.success) throw new Error(page.body.message)
      all.push(...page.body.data.map(({ id }) => id))
      before = (page.body.meta as { nextCursor: string | null }).nextCursor
    }
    const whole = await read({ limit: 100 })
    expect(whole.body.success && whole.body.data.map(({ id }) => id)).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
    const oneEvent = await read({ type: 'booking.completed' })
    expect(oneEvent.body).toMatchObject({ data: [{ event: 'booking.completed', subject: { type: 'booking' } }] })
  })

  it('shows operators from where a customer accepted, until the customer is deleted', async () => {
    const { provider: me, customer, confirmJob, inHours } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const slots = [{ startAt: inHours(48), endAt: inHours(50) }]
    const proposal = { params: { id }, body: { slots, reasonCode: 'WEATHER' as const, acknowledge: [...slotWarnings] } }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, proposal, me)
    const acceptance = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
    const taken = await testApp.call(customers.acceptMarketplaceProposal, acceptance, marketplace)
    const seen = await testApp.call(getBookingTimeline, { params: { id } }, me)
    for (const shown of [taken, seen]) expect(JSON.stringify(shown)).not.toContain(actingCustomer.ip)
    const audit = async () => {
      const query = { type: 'booking.rescheduled' }
      return testApp.call(protocol.getProviderAudit, { params: { id: me.id }, query }, marketplace)
    }
    expect(await audit()).toMatchObject([{ actor: { type: 'CUSTOMER', id: customer.id }, onBehalf: actingCustomer }])
    const why = { reasonCode: 'CHANGED_MIND' as const }
    const preview = { params: { id }, query: why }
    const { previewHash } = await testApp.call(customers.getMarketplaceCancellationPreview, preview, marketplace)
    const body = { ...why, acceptFee: true, previewHash }
    await testApp.call(customers.cancelMarketplaceBooking, { params: { id }, body }, marketplace)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    expect(await audit()).toMatchObject([{ actor: { id: customer.id }, onBehalf: null }])
  })
})
