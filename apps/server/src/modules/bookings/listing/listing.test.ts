import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { listBookings } from '@fettle/protocol/bookings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { putCustomer, patchCustomer } from '@fettle/protocol/marketplace/customers'
import { describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

/** A provider, a customer, and a function with which the customer sends requests. */
async function pair() {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const requestJob = (overrides: Partial<Parameters<typeof requestBooking>[1]> = {}) =>
    requestBooking(testApp, { provider, customer, ...overrides })
  const accept = (id: string) => testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
  return { provider, customer, requestJob, accept }
}

describe('the list of bookings', () => {
  it('pages through everything once, latest start first, with counts independent of the page', async () => {
    const { provider, requestJob, accept } = await pair()
    const requests = []
    for (let index = 0; index < 7; index += 1)
      requests.push(await requestJob({ startAt: testApp.inHours(100 + (index % 3) * 5), durationMinutes: 15 }))
    await accept(requests[0]?.id ?? '')
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const reply = await testApp.send(listBookings, { query: { limit: 3, ...(cursor ? { cursor } : {}) } }, provider)
      if (!reply.body.success) throw new Error('refused')
      expect(reply.body.meta).toMatchObject({
        total: 7,
        countsByStatus: { REQUESTED: 6, CONFIRMED: 1, DECLINED: 0, EXPIRED: 0, CANCELLED: 0 },
      })
      seen.push(...reply.body.data.map(({ id }) => id))
      cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
    } while (cursor)
    const byStart = [...requests].sort((a, b) => b.startAt.localeCompare(a.startAt) || b.id.localeCompare(a.id))
    expect(seen).toEqual(byStart.map(({ id }) => id))
    const soonest = await testApp.call(listBookings, { query: { sort: 'startAt' } }, provider)
    expect(soonest.map(({ id }) => id)).toEqual(seen.toReversed())
  })

  it('goes on after the last row of a page that is sorted elsewhere by now', async () => {
    const provider = await createProvider(testApp)
    const customers = []
    for (const name of ['Amaka', 'Bisi', 'Chidi']) {
      const customer = await createCustomer(testApp, { name })
      customers.push(customer)
      await requestBooking(testApp, { provider, customer })
    }
    const namesAfter = async (cursor?: string) => {
      const reply = await testApp.send(listBookings, { query: { sort: 'customer', limit: 1, cursor } }, provider)
      if (!reply.body.success) throw new Error('refused')
      const next = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
      return { names: reply.body.data.map((row) => row.customer.name), next }
    }
    const first = await namesAfter()
    const renamed = { params: { id: customers[0]?.id ?? '' }, body: { name: 'Zainab' } }
    await testApp.call(patchCustomer, renamed, marketplace)
    const second = await namesAfter(first.next)
    const third = await namesAfter(second.next)
    expect([...first.names, ...second.names, ...third.names]).toEqual(['Amaka', 'Bisi', 'Chidi'])
  })

  it('says which requests the provider may accept now', async () => {
    const { provider, requestJob, accept } = await pair()
    const accepted = await requestJob({ startAt: testApp.inHours(90) })
    const open = await requestJob({ startAt: testApp.inHours(60) })
    await accept(accepted.id)
    const canAccept = async () =>
      Object.fromEntries((await testApp.call(listBookings, {}, provider)).map((row) => [row.id, row.canAccept]))
    expect(await canAccept()).toEqual({ [accepted.id]: false, [open.id]: true })
    testApp.clock.advance(59 * HOUR_MS)
    expect(await canAccept()).toEqual({ [accepted.id]: false, [open.id]: false })
  })

  it('names the confirmed job that a request overlaps', async () => {
    const { provider, requestJob, accept } = await pair()
    const job = await requestJob({ title: 'Boiler service', startAt: testApp.inHours(60), durationMinutes: 120 })
    const rival = await requestJob({ startAt: testApp.inHours(61), durationMinutes: 120 })
    const next = await requestJob({ startAt: testApp.inHours(62), durationMinutes: 60 })
    const overlaps = async () =>
      Object.fromEntries((await testApp.call(listBookings, {}, provider)).map((row) => [row.id, row.overlaps]))
    // Requests do not stand in each other's way.
    expect(await overlaps()).toEqual({ [job.id]: null, [rival.id]: null, [next.id]: null })
    await accept(job.id)
    expect(await overlaps()).toEqual({ [job.id]: null, [rival.id]: 'Boiler service', [next.id]: null })
  })

  it('filters by time range, including bookings that reach into it, also in counts', async () => {
    const { provider, requestJob } = await pair()
    await requestJob({ startAt: testApp.inHours(20), durationMinutes: 60 })
    const reachesIn = await requestJob({ startAt: testApp.inHours(29), durationMinutes: 120 })
    const within = await requestJob({ startAt: testApp.inHours(40), durationMinutes: 60 })
    await requestJob({ startAt: testApp.inHours(50), durationMinutes: 60 })
    const query = { from: testApp.inHours(30), to: testApp.inHours(50), sort: 'startAt' as const }
    const reply = await testApp.send(listBookings, { query }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([reachesIn.id, within.id])
    expect(reply.body.meta).toMatchObject({ total: 2, nextCursor: null, countsByStatus: { REQUESTED: 2 } })
    const ended = await testApp.call(
      listBookings,
      { query: { from: testApp.inHours(31), status: 'REQUESTED,CONFIRMED' } },
      provider,
    )
    expect(ended.map(({ id }) => id)).not.toContain(reachesIn.id)
    expect(ended).toHaveLength(2)
  })

  it('filters by customer, also in counts', async () => {
    const { provider, customer, requestJob } = await pair()
    const another = await createCustomer(testApp)
    const booking = await requestJob({ startAt: testApp.inHours(60) })
    await requestBooking(testApp, { provider, customer: another, startAt: testApp.inHours(70) })
    const reply = await testApp.send(listBookings, { query: { customerId: customer.id } }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([booking.id])
    expect(reply.body.meta).toMatchObject({ total: 1 })
  })

  it('filters by status with counts of all', async () => {
    const { provider, requestJob, accept } = await pair()
    const one = await requestJob({ startAt: testApp.inHours(30) })
    const two = await requestJob({ startAt: testApp.inHours(40) })
    const three = await requestJob({ startAt: testApp.inHours(50) })
    await accept(two.id)
    await testApp.call(declineBooking, { params: { id: three.id }, body: { reasonCode: 'TOO_FAR' } }, provider)
    const reply = await testApp.send(listBookings, { query: { status: 'REQUESTED,CONFIRMED', limit: 1 } }, provider)
    if (!reply.body.success) throw new Error('refused')
    expect(reply.body.data.map(({ id }) => id)).toEqual([two.id])
    expect(reply.body.meta).toMatchObject({ total: 2, countsByStatus: { REQUESTED: 1, CONFIRMED: 1, DECLINED: 1 } })
    const cursor = String(reply.body.meta?.['nextCursor'])
    const next = await testApp.call(listBookings, { query: { status: 'REQUESTED,CONFIRMED', cursor } }, provider)
    expect(next.map(({ id }) => id)).toEqual([one.id])
  })

  it('searches reference, title and customer, ignoring case and escaping wildcards', async () => {
    const { provider, requestJob } = await pair()
    const tap = await requestJob({ title: 'Dripping Tap 100%' })
    const drain = await requestJob({ title: 'Blocked drain_pipe', startAt: testApp.inHours(40) })
    const find = async (q: string) =>
      (await testApp.call(listBookings, { query: { q } }, provider)).map(({ id }) => id).sort()
    expect(await find('dripping')).toEqual([tap.id])
    expect(await find(drain.reference.toLowerCase())).toEqual([drain.id])
    expect(await find('chidi')).toEqual([tap.id, drain.id].sort())
    expect(await find('0%')).toEqual([tap.id])
    expect(await find('n_p')).toEqual([drain.id])
    expect(await find('%%')).toEqual([])
    const reply = await testApp.send(listBookings, { query: { q: 'drain' } }, provider)
    expect(reply.body.success && reply.body.meta).toMatchObject({ total: 1, countsByStatus: { REQUESTED: 1 } })
  })

  it("searches several words in any order, without accents, by current names, within the provider's own", async () => {
    const { provider, customer, requestJob } = await pair()
    const door = await requestJob({ title: "Réfection de l'entrée", serviceCategory: 'CARPENTRY' })
    const tap = await requestJob({ startAt: testApp.inHours(40) })
    const other = await pair()
    await other.requestJob({ title: 'Refection' })
    const find = async (q: string, query = {}) =>
      (await testApp.call(listBookings, { query: { q, ...query } }, provider)).map(({ id }) => id)
    const number = door.reference.slice(-6)
    for (const q of ['refection', 'ENTRÉE', "l'entree ref", 'okaf entr', `chidi ${number}`, number]) {
      expect(await find(q)).toEqual([door.id])
    }
    expect(await find('refection tap')).toEqual([])
    // Filters apply to the search too.
    expect(await find('chidi', { serviceCategory: 'CARPENTRY' })).toEqual([door.id])
    expect(await find('chidi', { from: testApp.inHours(39) })).toEqual([tap.id])
    expect(await find('chidi', { status: 'CONFIRMED' })).toEqual([])
    expect(await find('chidi', { sort: 'startAt', limit: 1 })).toEqual([door.id])
    const body = { name: 'Ngozi Eze' }
    await testApp.call(putCustomer, { params: { externalId: customer.externalId }, body }, marketplace)
    expect(await find('eze kitchen')).toEqual([tap.id])
    expect(await find('chidi')).toEqual([])
  })

  it('counts up to a thousand matches, says so, and shows the latest', async () => {
    const { provider, requestJob } = await pair()
    const { id } = await requestJob({ title: 'Roof to mend', startAt: testApp.inHours(30) })
    await testApp.db.execute(sql`
      insert into bookings (id, reference, provider_id, customer_id, status, title, description, start_at, end_at,
        time_zone, location, price_model, version, created_at, updated_at)
      select 'bkg_' || lpad(n::text, 26, '0'), 'BK-X-' || n, provider_id, customer_id, 'DECLINED', 'Roof ' || n,
        description, start_at - n * interval '1 hour', end_at - n * interval '1 hour', time_zone, location, 'TO_QUOTE', 1,
        created_at, updated_at
      from bookings, generate_series(1, 1010) n where id = ${id}`)
    const find = async (query: object) => {
      const reply = await testApp.send(listBookings, { query: { limit: 2, ...query } }, provider)
      if (!reply.body.success) throw new Error('refused')
      return { titles: reply.body.data.map(({ title }) => title), meta: reply.body.meta }
    }
    const common = await find({ q: 'roof' })
    expect(common).toMatchObject({ titles: ['Roof to mend', 'Roof 1'], meta: { total: 1000, atLeast: true } })
    const next = await find({ q: 'roof', cursor: String(common.meta?.['nextCursor']) })
    expect(next.titles).toEqual(['Roof 2', 'Roof 3'])
    expect((await find({ q: 'roof', status: 'REQUESTED' })).titles).toEqual(['Roof to mend'])
    const few = await find({ q: '77 roof' })
    expect(few).toMatchObject({ titles: ['Roof 77', 'Roof 177'], meta: { total: 19, atLeast: false } })
  })

  it('is empty with zero counts for a new provider', async () => {
    const { provider } = await pair()
    const reply = await testApp.send(listBookings, {}, provider)
    expect(reply.body).toMatchObject({
      data: [],
      meta: { nextCursor: null, total: 0, countsByStatus: { REQUESTED: 0, CONFIRMED: 0 } },
    })
  })

  it('refuses an unknown cursor or status, and a limit beyond a hundred', async () => {
    const { provider } = await pair()
    for (const query of [{ cursor: 'bm9uc2Vuc2U' }, { status: 'FINISHED' }, { limit: 101 }, { q: 'a' }]) {
      expect(await testApp.refusal(listBookings, { query }, provider)).toMatchObject({
        status: 422,
        code: 'VALIDATION_FAILED',
      })
    }
  })
})
