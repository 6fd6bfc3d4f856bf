import { DAY_MS } from '@fettle/protocol/core/durations'
import { unreachableStates } from '@fettle/protocol'
import { completeBooking } from '@fettle/protocol/bookings/actions'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { getBooking } from '@fettle/protocol/bookings'
import { listEarnings } from '@fettle/protocol/earnings/earnings'
import * as protocol from '@fettle/protocol/invoices/invoices'
import { invoiceCardsMax } from '@fettle/protocol/invoices/constants'
import * as marketplaceApi from '@fettle/protocol/marketplace/invoices'
import {
  cancelMarketplaceBooking,
  confirmMarketplaceBooking,
  contestMarketplaceCancellation,
} from '@fettle/protocol/marketplace/bookings'
import { recordMarketplacePayment, recordPayment, refundPayment } from '@fettle/protocol/invoices/payments'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { countStatements } from '../../../testing/app/count-statements.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { nextNumber } from './invoices.store.ts'
import { draftIn, issueFor } from './issue.service.ts'

const testApp = setUpTestApp()

/** A provider with completed or confirmed work of ₦15,000. */
async function work(state: 'AWAITING_CONFIRMATION' | 'COMPLETED' = 'COMPLETED') {
  const jobs = await createBookingScenario(testApp)
  const { id } = await jobs.requestJob()
  await advanceBookingTo(testApp, jobs.provider, id, state)
  await testApp.deps.jobs.runDue()
  return { ...jobs, bookingId: id, me: jobs.provider }
}
const listOf = (me: TestProvider, query = {}) => testApp.call(protocol.listInvoices, { query }, me)
const only = async (me: TestProvider) => {
  const [invoice, ...others] = await listOf(me)
  if (!invoice || others.length > 0) throw new Error(`${others.length + 1} invoices`)
  const details = await testApp.call(protocol.getInvoice, { params: { id: invoice.id } }, me)
  expect(invoice.allowedActions).toEqual(details.allowedActions)
  return details
}
const voiding = (id: string, reason = 'The wrong customer.') => ({ params: { id }, body: { reason } })
const chargeFor = (me: TestProvider, bookingId: string, terms = {}) =>
  testApp.call(protocol.createInvoice, { body: { subject: { type: 'BOOKING', id: bookingId }, ...terms } }, me)
const issue = (me: TestProvider, id: string, body = {}) =>
  testApp.call(protocol.issueInvoice, { params: { id }, body }, me)
const pay = (invoiceId: string, amount: number) =>
  testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)

describe('an invoice for work', () => {
  it('is issued on confirmation, with number, line and due date', async () => {
    const { me, bookingId, customer } = await work()
    const invoice = await only(me)
    expect(invoice).toMatchObject({
      number: 'INV-2026-000001',
      status: 'ISSUED',
      overdue: false,
      subject: { type: 'BOOKING', id: bookingId, label: expect.stringMatching(/^BK-/) },
      customer: { id: customer.id, name: 'Chidi Okafor' },
      bookingId,
      total: ngn(1_500_000),
      due: ngn(1_500_000),
      lines: [{ name: 'Fix the kitchen tap', quantity: '1', amount: 1_500_000 }],
      allowedActions: ['void', 'remind', 'record-payment'],
    })
    expect(Date.parse(String(invoice.dueAt)) - Date.parse(String(invoice.issuedAt))).toBe(7 * DAY_MS)
  })

  it('can be drafted on completion with other terms, and issued once', async () => {
    const { me, bookingId } = await work('AWAITING_CONFIRMATION')
    expect(await listOf(me)).toEqual([])
    const draft = await chargeFor(me, bookingId, { dueInDays: 14, note: 'Thank you.' })
    expect(draft).toMatchObject({ status: 'DRAFT', number: null, dueInDays: 14, allowedActions: ['issue', 'void'] })
    expect(await chargeFor(me, bookingId)).toMatchObject({ id: draft.id })
    const issued = await issue(me, draft.id)
    expect(issued).toMatchObject({ status: 'ISSUED', note: 'Thank you.' })
    expect(await issue(me, draft.id)).toEqual(issued)
    await testApp.call(confirmMarketplaceBooking, { params: { id: bookingId }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await listOf(me)).toMatchObject([{ id: draft.id, number: 'INV-2026-000001' }])
  })

  it('keeps the terms of its draft until others are sent', async () => {
    const { me, bookingId } = await work('AWAITING_CONFIRMATION')
    const { id, version } = await chargeFor(me, bookingId, { dueInDays: 14 })
    expect(await chargeFor(me, bookingId, { dueInDays: 14 })).toMatchObject({ id, version, dueInDays: 14 })
    const withNote = await chargeFor(me, bookingId, { note: 'Thank you.' })
    expect(withNote).toMatchObject({ id, version: version + 1, dueInDays: 14, note: 'Thank you.' })
    const issued = await issue(me, id)
    expect(await chargeFor(me, bookingId, { dueInDays: 3, note: 'Too late.' })).toEqual(issued)
  })

  it('has as a draft the lines that are agreed now, also if they cost the same', async () => {
    const { provider: me, customer } = await createBookingScenario(testApp)
    const draft = (title: string) =>
      testApp.db.transaction((tx) => {
        const subject = { type: 'MILESTONE' as const, id: `mil_${me.id}`, label: 'CT-2026-000001' }
        return draftIn(testApp.deps, tx, { ...subject, providerId: me.id, customer, title, amount: ngn(10_000) })
      })
    const { id, version } = await draft('Old units out')
    expect(await draft('Old units out')).toMatchObject({ id, version })
    expect(await draft('New units in')).toMatchObject({ id, version: version + 1, lines: [{ name: 'New units in' }] })
  })

  it('is refused before there is anything to charge', async () => {
    const { provider: me, confirmJob, requestJob, inHours } = await createBookingScenario(testApp)
    const { id } = await confirmJob({ startAt: inHours(72) })
    const create = (subject: { type: 'BOOKING' | 'CANCELLATION_FEE'; id: string }) =>
      testApp.refusal(protocol.createInvoice, { body: { subject } }, me)
    expect(await create({ type: 'BOOKING', id })).toMatchObject({
      status: 409,
      code: 'NOT_BILLABLE',
      message: 'There is nothing to invoice for this.',
    })
    expect((await create({ type: 'CANCELLATION_FEE', id })).code).toBe('NOT_BILLABLE')
    const quoted = await requestJob({ price: { model: 'TO_QUOTE' } })
    await advanceBookingTo(testApp, me, quoted.id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    expect((await create({ type: 'BOOKING', id: quoted.id })).code).toBe('NOT_BILLABLE')
    expect(await listOf(me)).toEqual([])
  })

  it('charges the extra work the customer agreed to, also without a price before', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob({ price: { model: 'TO_QUOTE' } })
    await advanceBookingTo(testApp, me, id, 'IN_PROGRESS')
    const extra = (unitAmount: number) => ({
      params: { id },
      body: { lines: [{ description: 'New valve', unitAmount }], reason: 'The old one leaks.' },
    })
    expect(await testApp.refusal(createPriceAdjustment, extra(-1), me)).toMatchObject({ status: 422 })
    const { id: adjustmentId } = await testApp.call(createPriceAdjustment, extra(250_000), me)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId }, body: {} }, marketplace)
    expect((await testApp.call(getBooking, { params: { id } }, me)).adjustedTotal).toEqual(ngn(250_000))
    await testApp.call(completeBooking, { params: { id }, body: { summary: 'Done.' } }, me)
    const jobs = await testApp.call(protocol.listBillableJobs, { query: {} }, me)
    expect(jobs).toMatchObject([{ subject: { id }, total: ngn(250_000) }])
    await testApp.call(confirmMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await only(me)).toMatchObject({ total: ngn(250_000), lines: [{ name: 'New valve', amount: 250_000 }] })
  })

  it('is never below zero, however much is deducted from hourly work', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob({ price: { model: 'HOURLY', hourlyRate: ngn(600_000) } })
    await advanceBookingTo(testApp, me, id, 'IN_PROGRESS')
    const body = { lines: [{ description: 'Apology', unitAmount: -90_000_000 }], reason: 'We were late.' }
    const { id: adjustmentId } = await testApp.call(createPriceAdjustment, { params: { id }, body }, me)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId }, body: {} }, marketplace)
    await testApp.call(completeBooking, { params: { id }, body: { summary: 'Done.' } }, me)
    await testApp.call(confirmMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    expect((await testApp.call(getBooking, { params: { id } }, me)).adjustedTotal).toEqual(ngn(0))
    expect(await listOf(me)).toEqual([])
  })

  it('is offered for handed-over work without one, also again after it was voided', async () => {
    const { me, bookingId, customer } = await work('AWAITING_CONFIRMATION')
    const offered = (query = {}) => testApp.call(protocol.listBillableJobs, { query }, me)
    const job = {
      subject: { type: 'BOOKING', id: bookingId, label: expect.stringMatching(/^BK-/) },
      customer: { id: customer.id, name: 'Chidi Okafor' },
      title: 'Fix the kitchen tap',
      total: ngn(1_500_000),
    }
    expect(await offered({ customerId: customer.id })).toMatchObject([job])
    // However many jobs there are: the session, their ids, the jobs and their invoices.
    expect(await countStatements(testApp, () => offered())).toBeLessThanOrEqual(5)
    expect(await offered({ customerId: `cus_${'0'.repeat(26)}` })).toEqual([])
    const { id } = await chargeFor(me, bookingId)
    expect(await offered()).toEqual([])
    await testApp.call(protocol.voidInvoice, voiding(id), me)
    expect(await offered()).toMatchObject([job])
    const other = await createProvider(testApp)
    expect(await testApp.call(protocol.listBillableJobs, { query: {} }, other)).toEqual([])
  })

  it('is not offered for work that is under way or has no price', async () => {
    const { provider: me, confirmJob, requestJob, inHours } = await createBookingScenario(testApp)
    await confirmJob({ startAt: inHours(72) })
    const quoted = await requestJob({ price: { model: 'TO_QUOTE' } })
    await advanceBookingTo(testApp, me, quoted.id, 'AWAITING_CONFIRMATION')
    expect(await testApp.call(protocol.listBillableJobs, { query: {} }, me)).toEqual([])
  })

  it('is a 404 for everybody else', async () => {
    const { me, bookingId } = await work()
    const { id } = await only(me)
    const other = await createProvider(testApp)
    const params = { id }
    const subject = { type: 'BOOKING' as const, id: bookingId }
    for (const refusal of [
      await testApp.refusal(protocol.getInvoice, { params }, other),
      await testApp.refusal(protocol.issueInvoice, { params, body: {} }, other),
      await testApp.refusal(protocol.voidInvoice, voiding(id), other),
      await testApp.refusal(protocol.remindOfInvoice, { params, body: {} }, other),
      await testApp.refusal(protocol.createInvoice, { body: { subject } }, other),
      await testApp.refusal(
        marketplaceApi.getMarketplaceInvoice,
        { params, query: { customerId: `cus_${'0'.repeat(26)}` } },
        marketplace,
      ),
    ]) {
      expect(refusal.status).toBe(404)
    }
  })
})

describe('invoice numbers', () => {
  it('have no gaps or duplicates, with concurrent and failing issues', async () => {
    const { provider: me, customer } = await createBookingScenario(testApp)
    const numbers = await Promise.all(
      Array.from({ length: 75 }, async (_, index) => {
        const isLost = index % 3 === 2
        const issued = testApp.db.transaction(async (tx) => {
          const invoice = await issueFor(testApp.deps, tx, {
            type: 'MILESTONE',
            id: `mil_${me.id}_${index}`,
            label: 'CT-2026-000001',
            providerId: me.id,
            customer: { id: customer.id, name: 'Chidi Okafor' },
            title: `Part ${index + 1}`,
            amount: ngn(10_000 + index),
          })
          if (isLost) throw new Error('The rest of it went wrong.')
          return invoice?.number
        })
        return isLost ? issued.catch(() => undefined) : issued
      }),
    )
    const assigned = numbers.filter((number) => number !== undefined && number !== null).toSorted()
    expect(assigned).toEqual(Array.from({ length: 50 }, (_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`))
  })

  it('restart each year', async () => {
    const { provider: me } = await createBookingScenario(testApp)
    const next = (day: string) => testApp.db.transaction((tx) => nextNumber(tx, 'INV', me.id, day))
    expect([await next('2026-12-31'), await next('2027-01-01'), await next('2027-01-02')]).toEqual([
      'INV-2026-000001',
      'INV-2027-000001',
      'INV-2027-000002',
    ])
  })
})

describe('an issued invoice', () => {
  it('is never changed or deleted: the database refuses', async () => {
    const { me } = await work()
    const { id } = await only(me)
    for (const change of [
      sql`update invoices set total = total + 1 where id = ${id}`,
      sql`update invoices set lines = '[]' where id = ${id}`,
      sql`update invoices set number = 'INV-2026-999999' where id = ${id}`,
      sql`update invoices set due_at = now() where id = ${id}`,
    ]) {
      await expect(testApp.db.execute(change)).rejects.toThrow('never changed')
    }
    await expect(testApp.db.execute(sql`delete from invoices where id = ${id}`)).rejects.toThrow('never deleted')
  })

  it('is voided with a numbered credit note, and can be charged again', async () => {
    const { me, bookingId } = await work()
    const { id } = await only(me)
    const gone = await testApp.call(protocol.voidInvoice, voiding(id), me)
    expect(gone).toMatchObject({
      status: 'VOID',
      due: ngn(0),
      creditNote: { number: 'CN-2026-000001', amount: ngn(1_500_000), reason: 'The wrong customer.' },
      allowedActions: [],
    })
    expect(await testApp.call(protocol.voidInvoice, voiding(id), me)).toEqual(gone)
    const timeline = await testApp.call(protocol.getInvoiceTimeline, { params: { id } }, me)
    expect(timeline.map(({ event }) => event)).toEqual(['invoice.issued', 'invoice.voided'])
    const secondInvoice = await chargeFor(me, bookingId)
    expect(await issue(me, secondInvoice.id)).toMatchObject({ number: 'INV-2026-000002', total: ngn(1_500_000) })
  })

  it('refuses transitions of other states, with the allowed ones', async () => {
    const { me } = await work()
    const { id } = await only(me)
    await pay(id, 500_000)
    expect(await testApp.refusal(protocol.voidInvoice, voiding(id), me)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the invoice is partially paid.',
      details: { from: 'PARTIALLY_PAID', action: 'void', allowed: ['remind', 'record-payment'] },
    })
    await pay(id, 1_000_000)
    for (const refusal of [
      await testApp.refusal(protocol.issueInvoice, { params: { id }, body: {} }, me),
      await testApp.refusal(protocol.remindOfInvoice, { params: { id }, body: {} }, me),
    ]) {
      expect(refusal).toMatchObject({ status: 409, code: 'INVALID_TRANSITION', details: { from: 'PAID', allowed: [] } })
    }
  })

  it('is changed by current version only', async () => {
    const { me } = await work()
    const { id, version } = await only(me)
    await pay(id, 500_000)
    const refusal = await testApp.refusal(protocol.remindOfInvoice, { params: { id }, body: { version } }, me)
    expect(refusal).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { current: { status: 'PARTIALLY_PAID' } },
    })
  })

  it('allows a reminder every 48 hours, three in total', async () => {
    const { me } = await work()
    const { id } = await only(me)
    const remind = { params: { id }, body: {} }
    for (const sent of [1, 2, 3]) {
      const invoice = await testApp.call(protocol.remindOfInvoice, remind, me)
      expect(invoice.reminders.sent).toBe(sent)
      expect(invoice.allowedActions).not.toContain('remind')
      expect((await only(me)).allowedActions).not.toContain('remind')
      if (sent < 3) {
        const retryDay = new Date(testApp.clock.now().getTime() + 2 * DAY_MS).toLocaleString('en-GB', {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
          timeZone: 'Africa/Lagos',
        })
        expect(await testApp.refusal(protocol.remindOfInvoice, remind, me)).toMatchObject({
          code: 'REMINDER_TOO_SOON',
          message: `You can remind the customer again from ${retryDay}.`,
        })
        testApp.clock.advance(2 * DAY_MS)
      }
    }
    testApp.clock.advance(2 * DAY_MS)
    expect((await testApp.refusal(protocol.remindOfInvoice, remind, me)).code).toBe('REMINDER_LIMIT')
  })

  it.each(['invoice', 'ledger'] as const)('is not charged again while it is refunded: %s locked', async (locked) => {
    const { me, bookingId } = await work()
    const { id } = await only(me)
    const payment = await pay(id, 1_500_000)
    const refund = { params: { id: payment.id }, body: { reason: 'It leaks again.' } }
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const answers = await testApp.db.transaction(async (tx) => {
      // Holds the refund up before or after it voids the invoice.
      await tx.execute(
        locked === 'invoice'
          ? sql`select 1 from invoices where id = ${id} for update`
          : sql`select 1 from ledgers where provider_id = ${me.id} for update`,
      )
      const refunding = testApp.send(refundPayment, refund, marketplace)
      await waitForLocks(testApp, 1)
      const charging = testApp.send(protocol.createInvoice, { body }, me)
      await waitForLocks(testApp, 2)
      return [refunding, charging]
    })
    const [refunded, charged] = await Promise.all(answers)
    expect(refunded?.status).toBe(200)
    expect(charged?.body).toMatchObject({ code: 'NOT_BILLABLE' })
    expect(await listOf(me)).toMatchObject([{ id, status: 'VOID' }])
  })

  it('reminds of what no reported payment covers', async () => {
    const { me } = await work()
    const { id, due } = await only(me)
    const report = { invoiceId: id, amount: 400_000, method: 'CASH' as const }
    await testApp.call(recordPayment, { body: report }, me)
    await testApp.call(protocol.remindOfInvoice, { params: { id }, body: {} }, me)
    const timeline = await testApp.call(protocol.getInvoiceTimeline, { params: { id } }, me)
    const reminder = timeline.find(({ event }) => event === 'invoice.reminded')
    expect(reminder?.data['due']).toEqual({ ...due, amount: due.amount - 400_000 })
  })

  it('is overdue after its due day, while something is due', async () => {
    const { me } = await work()
    const { id } = await only(me)
    const { dueAt } = await only(me)
    const midnight = Date.parse(`${String(dueAt).slice(0, 10)}T23:00:00.000Z`)
    const to = (moment: number) => testApp.clock.advance(moment - testApp.clock.now().getTime())
    // In Lagos the due day ends at 23:00 UTC.
    for (const moment of [Date.parse(String(dueAt)) + 1000, midnight - 1]) {
      to(moment)
      expect(await only(me)).toMatchObject({ overdue: false })
      expect(await listOf(me, { overdue: 'true' })).toEqual([])
    }
    to(midnight)
    expect(await testApp.call(protocol.getInvoice, { params: { id } }, me)).toMatchObject({ overdue: true })
    const read = { params: { id } }
    expect(await testApp.call(marketplaceApi.getMarketplaceInvoice, read, marketplace)).toMatchObject({ overdue: true })
    const meta = (await testApp.send(protocol.listInvoices, { query: {} }, me)).body
    expect(meta).toMatchObject({ meta: { overdue: 1 } })
    expect(await listOf(me, { overdue: 'true' })).toMatchObject([{ id, overdue: true }])
    await pay(id, 1_500_000)
    expect(await listOf(me, { overdue: 'true' })).toEqual([])
  })

  it('reaches every state of its table', () => expect(unreachableStates(protocol.invoiceFlow)).toEqual([]))

  it('is available as PDF to both sides', async () => {
    const { me } = await work()
    const { id } = await only(me)
    for (const [path, token] of [
      [`/v2/invoices/${id}/pdf`, me.token],
      [`/v2/marketplace/invoices/${id}/pdf`, 'mk_test_demo'],
    ]) {
      const response = await fetch(testApp.url + String(path), { headers: { authorization: `Bearer ${token}` } })
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    }
  })
})

describe('the list of invoices', () => {
  it('is paged, newest or oldest first, with the total due, by status and search', async () => {
    const jobs = await createBookingScenario(testApp)
    const me = jobs.provider
    for (const title of ['A tap', 'A boiler', 'A sink']) {
      const { id } = await jobs.requestJob({ title })
      await advanceBookingTo(testApp, me, id, 'COMPLETED')
      await testApp.deps.jobs.runDue()
      testApp.clock.advance(1000)
    }
    const first = await testApp.send(protocol.listInvoices, { query: { limit: 2 } }, me)
    if (!first.body.success) throw new Error('refused')
    expect(first.body.meta).toMatchObject({
      total: 3,
      countsByStatus: { ISSUED: 3, PAID: 0 },
      overdue: 0,
      due: ngn(4_500_000),
    })
    const cursor = String(first.body.meta?.['nextCursor'])
    const rest = await listOf(me, { limit: 2, cursor })
    expect([...first.body.data, ...rest].map(({ title }) => title)).toEqual(['A sink', 'A boiler', 'A tap'])
    const oldest = await testApp.send(protocol.listInvoices, { query: { sort: 'createdAt', limit: 2 } }, me)
    if (!oldest.body.success) throw new Error('refused')
    const after = String(oldest.body.meta?.['nextCursor'])
    const latest = await listOf(me, { sort: 'createdAt', limit: 2, cursor: after })
    expect([...oldest.body.data, ...latest].map(({ title }) => title)).toEqual(['A tap', 'A boiler', 'A sink'])
    await pay(rest[0]?.id ?? '', 1_500_000)
    expect(await listOf(me, { status: 'PAID' })).toMatchObject([{ title: 'A tap' }])
    expect(await listOf(me, { q: 'boil' })).toMatchObject([{ title: 'A boiler' }])
  })

  it('goes on after the last invoice of a page that is partly paid by now', async () => {
    const jobs = await createBookingScenario(testApp)
    for (const title of ['A tap', 'A boiler', 'A sink']) {
      const { id } = await jobs.requestJob({ title })
      await advanceBookingTo(testApp, jobs.provider, id, 'COMPLETED')
      await testApp.deps.jobs.runDue()
      testApp.clock.advance(1000)
    }
    for (const sort of ['-dueAt', 'customer', '-total', '-due'] as const) {
      const all = await listOf(jobs.provider, { sort })
      const page = await testApp.send(protocol.listInvoices, { query: { sort, limit: 1 } }, jobs.provider)
      const cursor = String(page.body.success && page.body.meta?.['nextCursor'])
      // The rest of the sum comes after the others.
      if (sort === '-due') await pay(all[0]?.id ?? '', 100_000)
      const rest = await listOf(jobs.provider, { sort, cursor })
      const expected = sort === '-due' ? [...all.slice(1), all[0]] : all.slice(1)
      expect(rest.map(({ id }) => id)).toEqual(expected.map((invoice) => invoice?.id))
    }
  })

  it('sums what is left to pay, after credits, by currency', async () => {
    const { me, customer, bookingId } = await work()
    const { id } = await only(me)
    await testApp.db.execute(sql`update invoices set credited = 400000 where id = ${id}`)
    const subject = { type: 'CANCELLATION_FEE' as const, id: bookingId, label: 'BK', title: 'A fee', providerId: me.id }
    const amount = { amount: 2_000, currency: 'EUR' }
    await testApp.db.transaction((tx) => issueFor(testApp.deps, tx, { ...subject, customer, amount }))
    const { body } = await testApp.send(protocol.listInvoices, { query: {} }, me)
    expect(body.success && body.meta).toMatchObject({
      total: 2,
      countsByStatus: { ISSUED: 2 },
      due: { amount: 2_000, currency: 'EUR' },
      dues: [{ amount: 2_000, currency: 'EUR' }, ngn(1_100_000)],
    })
  })

  it("searches number, subject, title and customer, in any order and without accents, within one's own", async () => {
    const jobs = await createBookingScenario(testApp)
    const me = jobs.provider
    for (const title of ['Évier à déboucher', 'A boiler']) {
      const { id } = await jobs.requestJob({ title })
      await advanceBookingTo(testApp, me, id, 'COMPLETED')
      await testApp.deps.jobs.runDue()
      testApp.clock.advance(1000)
    }
    const [boiler, sink] = await listOf(me)
    if (!boiler || !sink) throw new Error('not charged')
    const found = async (q: string, caller = me) => (await listOf(caller, { q })).map(({ id }) => id)
    for (const q of ['evier', 'DÉBOUCHER', 'oka evi', String(sink.number), sink.subject.label, '000001']) {
      expect(await found(q)).toEqual([sink.id])
    }
    expect(await found('okafor chidi')).toEqual([boiler.id, sink.id])
    for (const q of ['evier boiler', '0_0', '%%']) expect(await found(q)).toEqual([])
    expect(await found('evier', await createProvider(testApp))).toEqual([])
    // A draft gets its number when it is issued and is then found by it; totals cover the search results.
    const { id } = await jobs.requestJob({ title: 'A gate' })
    await advanceBookingTo(testApp, me, id, 'AWAITING_CONFIRMATION')
    const draft = await chargeFor(me, id)
    expect(await found('INV-2026-000003')).toEqual([])
    await issue(me, draft.id)
    expect(await found('INV-2026-000003')).toEqual([draft.id])
    const sums = await testApp.send(protocol.listInvoices, { query: { q: 'gate' } }, me)
    expect(sums.body.success && sums.body.meta).toMatchObject({ total: 1, due: ngn(1_500_000), atLeast: false })
  })

  it('returns several as cards with actions, without those of others', async () => {
    const one = await work()
    const other = await work()
    const [ownInvoice, otherInvoice] = [await only(one.me), await only(other.me)]
    const listCards = (...ids: string[]) =>
      testApp.call(protocol.listInvoiceCards, { query: { ids: ids.join(',') } }, one.me)
    const { id, number, allowedActions } = ownInvoice
    expect(await listCards(id, otherInvoice.id, `inv_${'0'.repeat(26)}`)).toMatchObject([
      { id, number, allowedActions },
    ])
    const ids = Array.from({ length: invoiceCardsMax + 1 }, () => id)
    expect(await testApp.refusal(protocol.listInvoiceCards, { query: { ids: ids.join(',') } }, one.me)).toMatchObject({
      status: 422,
    })
  })

  it("reads as many statements for one invoice as for several of one's customers", async () => {
    const { me, customer, requestJob } = await work()
    const listForCustomer = () =>
      testApp.call(marketplaceApi.listMarketplaceInvoices, { query: { customerId: customer.id } }, marketplace)
    await listForCustomer()
    const one = await countStatements(testApp, listForCustomer)
    const { id } = await requestJob({ title: 'A boiler' })
    await advanceBookingTo(testApp, me, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    expect(await countStatements(testApp, listForCustomer)).toBe(one)
    expect(await listForCustomer()).toHaveLength(2)
  })

  it('shows a marketplace customer their own, without drafts', async () => {
    const { me, customer, bookingId } = await work('AWAITING_CONFIRMATION')
    const draft = await chargeFor(me, bookingId)
    const listForCustomer = () =>
      testApp.call(marketplaceApi.listMarketplaceInvoices, { query: { customerId: customer.id } }, marketplace)
    expect(await listForCustomer()).toEqual([])
    const input = { params: { id: draft.id }, query: { customerId: customer.id } }
    expect((await testApp.refusal(marketplaceApi.getMarketplaceInvoice, input, marketplace)).status).toBe(404)
    await issue(me, draft.id)
    expect(await listForCustomer()).toMatchObject([{ id: draft.id }])
    const seen = await testApp.call(marketplaceApi.getMarketplaceInvoice, input, marketplace)
    expect(seen).toMatchObject({ providerId: me.id, providerName: 'Ada Obi', due: ngn(1_500_000) })
    expect(seen.provider).toMatchObject({ name: 'Ada Obi', letterhead: { logo: null, colour: 'ORANGE' } })
  })
})

describe('a cancellation fee', () => {
  /** Cancelled an hour before: half of ₦15,000. */
  async function cancelledLate() {
    const { provider: me, customer, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    testApp.clock.advance(Date.parse(startAt) - 3_600_000 - +testApp.clock.now())
    const body = { reasonCode: 'CHANGED_MIND' as const, acceptFee: true }
    const preview = await testApp.refusal(cancelMarketplaceBooking, { params: { id }, body }, marketplace)
    const { previewHash } = (preview.details as { preview: { previewHash: string } }).preview
    await testApp.call(cancelMarketplaceBooking, { params: { id }, body: { ...body, previewHash } }, marketplace)
    await testApp.deps.jobs.runDue()
    return { me, customer, bookingId: id }
  }

  it('is invoiced at once, and earned when paid', async () => {
    const { me, bookingId } = await cancelledLate()
    const invoice = await only(me)
    expect(invoice).toMatchObject({
      status: 'ISSUED',
      subject: { type: 'CANCELLATION_FEE', id: bookingId },
      total: ngn(750_000),
      title: 'Cancellation at short notice: Fix the kitchen tap',
    })
    expect(await testApp.call(listEarnings, {}, me)).toEqual([])
    await pay(invoice.id, 750_000)
    expect(await testApp.call(listEarnings, {}, me)).toMatchObject([
      { type: 'CANCELLATION_FEE', amount: ngn(750_000), custody: 'PLATFORM', status: 'PENDING' },
    ])
  })

  /** Cancelled by the provider, who could not reach the customer: the customer may contest that. */
  async function cancelledByProvider() {
    const jobs = await createBookingScenario(testApp)
    const me = jobs.provider
    const { id, startAt } = await jobs.confirmJob()
    testApp.clock.advance(Date.parse(startAt) - 3_600_000 - +testApp.clock.now())
    const actions = await import('@fettle/protocol/bookings/actions')
    const query = { reasonCode: 'CUSTOMER_UNRESPONSIVE' as const }
    for (const method of ['CALL', 'SMS'] as const) {
      await testApp.call(actions.addContactAttempt, { params: { id }, body: { method } }, me)
    }
    const { previewHash } = await testApp.call(actions.getCancellationPreview, { params: { id }, query }, me)
    await testApp.call(actions.cancelBooking, { params: { id }, body: { ...query, previewHash } }, me)
    await testApp.deps.jobs.runDue()
    const contest = async () => {
      const body = { note: 'Nobody ever called me.' }
      await testApp.call(contestMarketplaceCancellation, { params: { id }, body }, marketplace)
      await testApp.deps.jobs.runDue()
    }
    return { me, bookingId: id, contest }
  }

  it('that is contested is not reminded of or overdue', async () => {
    const { me, contest } = await cancelledByProvider()
    expect(await only(me)).toMatchObject({ onHold: false })
    await contest()
    testApp.clock.advance(9 * DAY_MS)
    expect(await only(me)).toMatchObject({ onHold: true, overdue: false, allowedActions: ['void', 'record-payment'] })
  })

  it('that is contested is not charged again after its invoice was voided', async () => {
    const { me, bookingId, contest } = await cancelledByProvider()
    const { id } = await only(me)
    const input = { body: { subject: { type: 'CANCELLATION_FEE' as const, id: bookingId } } }
    await testApp.call(protocol.voidInvoice, voiding(id), me)
    const draft = await testApp.call(protocol.createInvoice, input, me)
    await contest()
    expect(await testApp.call(protocol.getInvoice, { params: { id: draft.id } }, me)).toMatchObject({ status: 'DRAFT' })
    expect(await testApp.refusal(protocol.issueInvoice, { params: { id: draft.id }, body: {} }, me)).toMatchObject({
      code: 'NOT_BILLABLE',
    })
    await testApp.call(protocol.voidInvoice, voiding(draft.id), me)
    expect(await testApp.refusal(protocol.createInvoice, input, me)).toMatchObject({ code: 'NOT_BILLABLE' })
  })
})

describe('invoices at the turn of the year', () => {
  it('have the number of the year that has begun in the time zone of their provider', async () => {
    // In Lagos the new year begins at 23:00 UTC.
    testApp.clock.advance(Date.parse('2026-12-31T23:30:00Z') - +testApp.clock.now())
    const { me } = await work()
    const { id, number } = await only(me)
    expect(number).toBe('INV-2027-000001')
    expect(await testApp.call(protocol.voidInvoice, voiding(id), me)).toMatchObject({
      creditNote: { number: 'CN-2027-000001' },
    })
  })
})
