import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { CallInput } from '@fettle/protocol'
import { unreachableStates } from '@fettle/protocol'
import { getDisputeTerms, openDispute } from '@fettle/protocol/disputes'
import { getDashboard, listKpiItems } from '@fettle/protocol/workspace/dashboard'
import { getEarnings, listEarnings } from '@fettle/protocol/earnings/earnings'
import {
  createInvoice,
  getInvoice,
  issueInvoice,
  listBillableJobs,
  listInvoices,
  voidInvoice,
} from '@fettle/protocol/invoices/invoices'
import { cancelBooking, completeBooking, pauseBooking, reopenBooking } from '@fettle/protocol/bookings/actions'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { decideDispute } from '@fettle/protocol/marketplace/disputes'
import * as protocol from '@fettle/protocol/invoices/payments'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import { asFile, pdf } from '../../../../testing/fixtures/files.ts'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { createCustomer, createProvider, marketplace } from '../../../../testing/fixtures/providers.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { countStatements } from '../../../../testing/app/count-statements.ts'
import { waitForLocks } from '../../../../testing/app/wait-for-locks.ts'
import { sql } from '../../../platform/db/db.ts'
import { WORK_CONFIRMED_JOB } from '../../bookings/index.ts'

const testApp = setUpTestApp()

/** A provider with an invoice over ₦15,000, for confirmed or completed work. */
async function charged({ confirmed = true } = {}) {
  const { provider: me, customer, requestJob } = await createBookingScenario(testApp)
  const { id: bookingId } = await requestJob()
  await advanceBookingTo(testApp, me, bookingId, confirmed ? 'COMPLETED' : 'AWAITING_CONFIRMATION')
  await testApp.deps.jobs.runDue()
  if (!confirmed) {
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const { id } = await testApp.call(createInvoice, { body }, me)
    await testApp.call(issueInvoice, { params: { id }, body: {} }, me)
  }
  const [listed] = await testApp.call(listInvoices, {}, me)
  const invoiceId = String(listed?.id)
  type Direct = Partial<CallInput<typeof protocol.recordPayment>['body']>
  type Collected = Partial<CallInput<typeof protocol.recordMarketplacePayment>['body']>
  const direct = (amount: number, over: Direct = {}) => ({
    body: { invoiceId, amount, method: 'CASH' as const, ...over },
  })
  return {
    me,
    customer,
    bookingId,
    invoiceId,
    direct,
    record: (amount: number, over: Direct = {}) => testApp.call(protocol.recordPayment, direct(amount, over), me),
    collect: (amount: number, over: Collected = {}) =>
      testApp.call(protocol.recordMarketplacePayment, { body: { invoiceId, amount, ...over } }, marketplace),
    invoice: () => testApp.call(getInvoice, { params: { id: invoiceId } }, me),
    summary: () => testApp.call(getEarnings, {}, me),
    entries: () => testApp.call(listEarnings, {}, me),
    notices: async () =>
      (
        await testApp.db.query<{ workflow: string }>(
          sql`select workflow from notifications where provider_id = ${me.id} and workflow like 'payment%' order by id`,
        )
      ).map(({ workflow }) => workflow),
    confirm: async () => {
      await testApp.call(confirmMarketplaceBooking, { params: { id: bookingId }, body: {} }, marketplace)
      await testApp.deps.jobs.runDue()
    },
  }
}
const confirming = (id: string) => testApp.call(protocol.confirmPayment, { params: { id }, body: {} }, marketplace)
const rejecting = (id: string, reason = 'I never paid this.') => ({ params: { id }, body: { reason } })
const refunding = (id: string) =>
  testApp.call(protocol.refundPayment, { params: { id }, body: { reason: 'It leaks again.' } }, marketplace)

describe('a payment collected by the marketplace', () => {
  it('is confirmed at once, pays the invoice partly or fully, and notifies', async () => {
    const { me, collect, invoice, notices, summary } = await charged()
    expect(await collect(500_000)).toMatchObject({ status: 'CONFIRMED', custody: 'PLATFORM', method: 'MARKETPLACE' })
    expect(await invoice()).toMatchObject({ status: 'PARTIALLY_PAID', paid: ngn(500_000), due: ngn(1_000_000) })
    expect(await invoice()).toMatchObject({ paidAt: null })
    testApp.clock.advance(HOUR_MS)
    const { paidAt } = await collect(1_000_000)
    expect(await invoice()).toMatchObject({ status: 'PAID', paidAt, due: ngn(0), allowedActions: [] })
    expect(await testApp.call(listInvoices, {}, me)).toMatchObject([{ status: 'PAID', paidAt }])
    expect(await notices()).toEqual(['payment-received', 'payment-received'])
    // Earned at confirmation: the collection method changes nothing.
    expect(await summary()).toMatchObject({ pending: ngn(1_350_000), collectedDirectly: ngn(0), feesOwed: ngn(0) })
  })

  it('in parts returns the exact fee once all are refunded', async () => {
    const { collect, summary } = await charged()
    const parts = [await collect(5), await collect(1_499_995)]
    for (const { id } of parts) await refunding(id)
    expect(await summary()).toMatchObject({ pending: ngn(0), feesOwed: ngn(0) })
  })

  it('may include a tip without a fee', async () => {
    const { collect, invoice, summary, entries } = await charged()
    await collect(1_500_000, { tip: 50_000 })
    expect(await invoice()).toMatchObject({ status: 'PAID', payments: [{ tip: ngn(50_000) }] })
    expect(await summary()).toMatchObject({ pending: ngn(1_400_000) })
    expect((await entries())[0]).toMatchObject({
      type: 'TIP',
      amount: ngn(50_000),
      source: { label: 'INV-2026-000001' },
    })
  })

  it('is recorded once per idempotency key', async () => {
    const { invoiceId, invoice } = await charged()
    const caller = { ...marketplace, headers: { 'idempotency-key': `paid-${invoiceId}` } }
    const body = { invoiceId, amount: 500_000 }
    const first = await testApp.call(protocol.recordMarketplacePayment, { body }, caller)
    expect(await testApp.call(protocol.recordMarketplacePayment, { body }, caller)).toEqual(first)
    expect((await invoice()).payments).toHaveLength(1)
  })
})

describe('a direct payment', () => {
  it('costs its invoice no statement more than the payment before, though each has a proof', async () => {
    const { record, invoice, me } = await charged()
    const recordWithProof = async (note: string) => {
      const proof = await testApp.call(createUpload, { body: { purpose: 'EVIDENCE' }, file: asFile(pdf({ note })) }, me)
      await record(100_000, { proofFileId: proof.id })
    }
    await recordWithProof('first receipt')
    await invoice()
    const one = await countStatements(testApp, invoice)
    await recordWithProof('second receipt')
    expect(await countStatements(testApp, invoice)).toBe(one)
    const { payments } = await invoice()
    expect(payments.map(({ proofUrl }) => proofUrl)).toEqual([
      expect.stringContaining('/'),
      expect.stringContaining('/'),
    ])
  })

  it('waits for the customer, and is booked with the fee that is owed', async () => {
    const { record, invoice, summary, entries, me } = await charged()
    const file = asFile(pdf({ note: 'receipt' }))
    const proof = await testApp.call(createUpload, { body: { purpose: 'EVIDENCE' }, file }, me)
    const paid = await record(600_000, { proofFileId: proof.id, externalReference: 'Receipt 7' })
    expect(paid).toMatchObject({
      status: 'PENDING_CONFIRMATION',
      custody: 'PROVIDER',
      externalReference: 'Receipt 7',
      proofUrl: expect.stringContaining('/'),
      confirmBy: new Date(+testApp.clock.now() + 72 * HOUR_MS).toISOString(),
    })
    expect(await invoice()).toMatchObject({ status: 'ISSUED', waiting: ngn(600_000), due: ngn(1_500_000) })
    expect(await summary()).toMatchObject({ pending: ngn(1_350_000), collectedDirectly: ngn(0) })
    expect(await confirming(paid.id)).toMatchObject({ status: 'CONFIRMED' })
    expect(await invoice()).toMatchObject({ status: 'PARTIALLY_PAID', paid: ngn(600_000), waiting: ngn(0) })
    expect(await summary()).toMatchObject({
      pending: ngn(1_350_000 - 540_000),
      collectedDirectly: ngn(600_000),
      feesOwed: ngn(60_000),
    })
    const booked = (await entries())
      .slice(0, 4)
      .map(({ type, custody, amount }) => `${type} ${custody} ${amount.amount}`)
    expect(new Set(booked)).toEqual(
      new Set([
        'EARNING PLATFORM -600000',
        'EARNING PROVIDER 600000',
        'PLATFORM_FEE PLATFORM 60000',
        'PLATFORM_FEE PROVIDER -60000',
      ]),
    )
  })

  it('of all in parts leaves nothing with the platform, so that the account can be closed', async () => {
    const { record, summary } = await charged()
    for (const amount of [5, 1_499_995]) await confirming((await record(amount)).id)
    expect(await summary()).toMatchObject({
      pending: ngn(0),
      collectedDirectly: ngn(1_500_000),
      feesOwed: ngn(150_000),
    })
  })

  it('is confirmed after 72 hours without an answer', async () => {
    const { record, invoice } = await charged()
    const { id } = await record(1_500_000)
    await testApp.advance(72 * HOUR_MS - 1000)
    expect(await invoice()).toMatchObject({ status: 'ISSUED' })
    await testApp.advance(1000)
    expect(await invoice()).toMatchObject({ status: 'PAID', payments: [{ id, status: 'CONFIRMED' }] })
  })

  it('is not counted when the customer denies it, and the provider is notified', async () => {
    const { record, invoice, notices, summary } = await charged()
    const { id } = await record(1_500_000)
    const rejected = await testApp.call(protocol.rejectPayment, rejecting(id), marketplace)
    expect(rejected).toMatchObject({ status: 'REJECTED', note: 'I never paid this.' })
    expect(await testApp.call(protocol.rejectPayment, rejecting(id), marketplace)).toEqual(rejected)
    await testApp.advance(4 * DAY_MS)
    expect(await invoice()).toMatchObject({ status: 'ISSUED', waiting: ngn(0), due: ngn(1_500_000) })
    expect(await summary()).toMatchObject({ collectedDirectly: ngn(0) })
    expect(await notices()).toEqual(['payment-rejected'])
  })

  it('before the work is confirmed is booked afterwards', async () => {
    const { record, summary, confirm } = await charged({ confirmed: false })
    await confirming((await record(1_500_000)).id)
    expect(await summary()).toMatchObject({ pending: ngn(0), collectedDirectly: ngn(0) })
    await confirm()
    expect(await summary()).toMatchObject({
      pending: ngn(0),
      collectedDirectly: ngn(1_500_000),
      feesOwed: ngn(150_000),
    })
  })
})

describe('a refund', () => {
  it('reverses earnings, tip and fee', async () => {
    const { collect, invoice, summary } = await charged()
    const { id } = await collect(1_500_000, { tip: 100_000 })
    await refunding(id)
    expect(await invoice()).toMatchObject({
      status: 'VOID',
      refunded: ngn(1_500_000),
      creditNote: { amount: ngn(1_500_000) },
    })
    expect(await summary()).toMatchObject({ pending: ngn(0), available: ngn(0) })
  })

  it('in part keeps the rest', async () => {
    const { collect, invoice, summary } = await charged()
    const { id } = await collect(500_000)
    await collect(1_000_000)
    await refunding(id)
    expect(await invoice()).toMatchObject({ status: 'PAID', paid: ngn(1_000_000), refunded: ngn(500_000), due: ngn(0) })
    expect(await summary()).toMatchObject({ pending: ngn(900_000) })
  })

  it('is not charged again with an invoice that replaces the voided one', async () => {
    const { me, bookingId, invoiceId, collect } = await charged()
    await refunding((await collect(500_000)).id)
    const body = { reason: 'The wrong address.' }
    await testApp.call(voidInvoice, { params: { id: invoiceId }, body }, me)
    expect(await testApp.call(listBillableJobs, { query: {} }, me)).toMatchObject([{ total: ngn(1_000_000) }])
    const subject = { type: 'BOOKING' as const, id: bookingId }
    const { id } = await testApp.call(createInvoice, { body: { subject } }, me)
    const reissued = await testApp.call(issueInvoice, { params: { id }, body: {} }, me)
    expect(reissued).toMatchObject({ total: ngn(1_000_000), due: ngn(1_000_000) })
  })

  it('of a direct payment clears what was owed', async () => {
    const { record, summary, invoice } = await charged()
    const { id } = await record(600_000)
    await confirming(id)
    await refunding(id)
    expect(await summary()).toMatchObject({ pending: ngn(810_000), collectedDirectly: ngn(0), feesOwed: ngn(0) })
    expect(await invoice()).toMatchObject({ status: 'ISSUED', due: ngn(900_000), refunded: ngn(600_000) })
  })
})

describe("the dashboard's earnings", () => {
  it('equal the ledger, with its entries as items', async () => {
    const { me, record, collect, bookingId } = await charged()
    await confirming((await record(500_000)).id)
    testApp.clock.advance(1000)
    await collect(1_000_000, { tip: 50_000 })
    testApp.clock.advance(1000)
    const { kpis } = await testApp.call(getDashboard, { query: { range: '30d' } }, me)
    expect(kpis.find(({ key }) => key === 'earnings')).toMatchObject({
      value: 1_400_000,
      currency: 'NGN',
      numerator: 2,
      drilldown: '/v2/dashboard/kpis/earnings/items?range=30d',
    })
    const rows = await testApp.call(listKpiItems, { params: { key: 'earnings' }, query: { range: '30d' } }, me)
    expect(
      rows.map(({ kind, title, customerName, amount, redirect }) => [
        kind,
        title,
        customerName,
        amount?.amount,
        redirect,
      ]),
    ).toEqual([
      ['ENTRY', 'Fix the kitchen tap', 'Chidi Okafor', 50_000, `/bookings/${bookingId}`],
      ['ENTRY', 'Fix the kitchen tap', 'Chidi Okafor', 1_350_000, `/bookings/${bookingId}`],
    ])
  })
})

describe('a payment is refused', () => {
  it('above the amount due, including pending payments', async () => {
    const { record, direct, invoiceId, me } = await charged()
    expect(await testApp.refusal(protocol.recordPayment, direct(1_500_001), me)).toMatchObject({
      status: 422,
      code: 'PAYMENT_TOO_LARGE',
      message: 'This is more than the ₦15,000 still due.',
    })
    await record(1_000_000)
    const body = { invoiceId, amount: 500_001 }
    expect((await testApp.refusal(protocol.recordMarketplacePayment, { body }, marketplace)).message).toBe(
      'This is more than the ₦5,000 still due.',
    )
  })

  it('of zero, by another method, in the future, or a year ago', async () => {
    const { direct, me } = await charged()
    const at = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString()
    for (const [amount, over, field, message = expect.any(String)] of [
      [0, {}, 'amount'],
      [1, { method: 'MARKETPLACE' as never }, 'method'],
      [1, { paidAt: at(1) }, 'paidAt', 'Choose a day that is not in the future.'],
      [1, { paidAt: at(-400) }, 'paidAt', 'Choose a day within the last year.'],
      [1, { proofFileId: `fil_${'0'.repeat(26)}` }, 'proofFileId'],
    ] as const) {
      const refusal = await testApp.refusal(protocol.recordPayment, direct(amount, over), me)
      expect(refusal.status).toBe(422)
      expect(refusal.issues?.[0]?.path[0]).toBe(field)
      expect(refusal.issues?.[0]?.message).toEqual(message)
    }
  })

  it('for a paid or void invoice, and for a draft', async () => {
    const { collect, direct, me } = await charged()
    await collect(1_500_000)
    expect(await testApp.refusal(protocol.recordPayment, direct(1), me)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      details: { from: 'PAID', allowed: [] },
    })
  })

  it("for another provider's invoice or customer's payment, with a 404", async () => {
    const { direct, record, invoiceId } = await charged()
    const { id } = await record(1)
    const other = await createProvider(testApp)
    const stranger = await createCustomer(testApp)
    const body = { invoiceId, amount: 1, customerId: stranger.id }
    for (const refusal of [
      await testApp.refusal(protocol.recordPayment, direct(1), other),
      await testApp.refusal(protocol.recordMarketplacePayment, { body }, marketplace),
      await testApp.refusal(
        protocol.confirmPayment,
        { params: { id }, body: { customerId: stranger.id } },
        marketplace,
      ),
      await testApp.refusal(
        protocol.rejectPayment,
        { params: { id }, body: { customerId: stranger.id, reason: 'Not me.' } },
        marketplace,
      ),
      await testApp.refusal(
        protocol.refundPayment,
        { params: { id: `pay_${'0'.repeat(26)}` }, body: { reason: 'Not me.' } },
        marketplace,
      ),
    ]) {
      expect(refusal.status).toBe(404)
    }
  })

  it('in a state that does not allow it', async () => {
    const { collect, record } = await charged()
    const { id } = await collect(500_000)
    const waiting = await record(500_000)
    expect(await testApp.refusal(protocol.rejectPayment, rejecting(id), marketplace)).toMatchObject({
      status: 409,
      message: 'This is not possible while the payment is confirmed.',
      details: { from: 'CONFIRMED', action: 'reject', allowed: [] },
    })
    expect((await testApp.refusal(protocol.refundPayment, rejecting(waiting.id), marketplace)).details).toMatchObject({
      from: 'PENDING_CONFIRMATION',
      allowed: [],
    })
    expect(unreachableStates(protocol.paymentFlow)).toEqual([])
  })
})

type Charged = Awaited<ReturnType<typeof charged>>

describe('work that was charged, reopened and cancelled', () => {
  it('is not owed, and refunded if it was paid', async () => {
    const cancelled = async (pay: (job: Charged) => Promise<unknown>) => {
      const job = await charged({ confirmed: false })
      await pay(job)
      const params = { id: job.bookingId }
      await testApp.call(reopenBooking, { params, body: {} }, job.me)
      await testApp.call(pauseBooking, { params, body: { reasonCode: 'OTHER' } }, job.me)
      await testApp.call(cancelBooking, { params, body: { reasonCode: 'ILLNESS_OR_EMERGENCY' } }, job.me)
      await testApp.deps.jobs.runDue()
      return job
    }
    const unpaid = await cancelled(async () => undefined)
    expect(await unpaid.invoice()).toMatchObject({
      status: 'VOID',
      due: ngn(0),
      creditNote: { amount: ngn(1_500_000), reason: 'It is not owed.' },
    })
    const reported = await cancelled(({ record }) => record(500_000))
    expect(await reported.invoice()).toMatchObject({ status: 'VOID', payments: [{ status: 'REJECTED' }] })
    const paid = await cancelled(({ collect }) => collect(1_500_000))
    expect(await paid.invoice()).toMatchObject({
      status: 'VOID',
      refunded: ngn(1_500_000),
      payments: [{ status: 'REFUNDED' }],
    })
    expect(await paid.summary()).toMatchObject({ pending: ngn(0), available: ngn(0) })
  })
})

describe('work that was paid, reopened and got another price', () => {
  /** Resumes the paid work, and hands it over with a price that differs by `unitAmount`. */
  async function finishAt({ bookingId: id, me, confirm }: Charged, unitAmount: number, conclude = confirm) {
    await testApp.call(reopenBooking, { params: { id }, body: {} }, me)
    const lines = [{ description: 'A second tap', quantity: '1', unitAmount }]
    const input = { params: { id }, body: { lines, reason: 'The second one drips too.' } }
    const adjustment = await testApp.call(createPriceAdjustment, input, me)
    const params = { id, adjustmentId: adjustment.id }
    await testApp.call(approvePriceAdjustment, { params, body: {} }, marketplace)
    await testApp.call(completeBooking, { params: { id }, body: { summary: 'Both are tight.' } }, me)
    await conclude()
  }
  const invoicesOf = async ({ me, invoiceId }: Charged) => {
    const listed = await testApp.call(listInvoices, {}, me)
    const [current, ...others] = listed.filter(({ id }) => id !== invoiceId)
    if (!current || others.length > 0) throw new Error(`${others.length} other invoices`)
    const read = (id: string) => testApp.call(getInvoice, { params: { id } }, me)
    return { before: await read(invoiceId), current: await read(current.id) }
  }

  it('is due for what a higher price adds', async () => {
    const job = await charged({ confirmed: false })
    await job.collect(1_500_000)
    await finishAt(job, 300_000)
    const { before, current } = await invoicesOf(job)
    expect(before).toMatchObject({
      status: 'VOID',
      payments: [],
      creditNote: { amount: ngn(1_500_000), reason: 'The price changed.' },
    })
    const sums = { total: ngn(1_800_000), paid: ngn(1_500_000), due: ngn(300_000) }
    expect(current).toMatchObject({ status: 'PARTIALLY_PAID', ...sums, payments: [{ amount: ngn(1_500_000) }] })
    const earned = (await job.entries()).filter(({ type }) => type === 'EARNING').map(({ amount }) => amount.amount)
    expect(earned).toEqual([1_800_000])
  })

  it('is credited by what a lower price takes off, and can be disputed for what is left', async () => {
    const job = await charged({ confirmed: false })
    await job.collect(1_500_000)
    await finishAt(job, -300_000)
    expect(await job.invoice()).toMatchObject({
      status: 'PAID',
      due: ngn(0),
      credits: [{ amount: ngn(300_000), reason: 'The price changed.' }],
    })
    const query = { type: 'BOOKING' as const, id: job.bookingId }
    expect((await testApp.call(getDisputeTerms, { query }, job.me)).total).toEqual(ngn(1_200_000))
    // A repeated job changes nothing.
    await testApp.db.transaction((tx) => testApp.deps.jobs.add(tx, WORK_CONFIRMED_JOB, { id: job.bookingId }))
    await testApp.deps.jobs.runDue()
    expect((await job.invoice()).credits).toHaveLength(1)
  })

  it('is credited in full once it costs nothing', async () => {
    const job = await charged({ confirmed: false })
    await job.collect(1_500_000)
    await finishAt(job, -1_500_000)
    const { status, due, credits } = await job.invoice()
    expect({ status, due, credits }).toMatchObject({ due: ngn(0), credits: [{ amount: ngn(1_500_000) }] })
    const earned = (await job.entries()).filter(({ type }) => type === 'EARNING').map(({ amount }) => amount.amount)
    expect(earned).toEqual([])
  })

  it('has a void invoice if nothing was paid and it costs nothing', async () => {
    const job = await charged({ confirmed: false })
    await finishAt(job, -1_500_000)
    expect(await job.invoice()).toMatchObject({ status: 'VOID', creditNote: { reason: 'The price changed.' } })
    expect(await testApp.call(listBillableJobs, { query: {} }, job.me)).toEqual([])
  })

  it('keeps a payment that waits for the customer, who can confirm it', async () => {
    const job = await charged({ confirmed: false })
    const { id } = await job.record(1_500_000)
    await finishAt(job, 300_000)
    expect((await invoicesOf(job)).current).toMatchObject({ status: 'ISSUED', waiting: ngn(1_500_000) })
    await confirming(id)
    expect((await invoicesOf(job)).current).toMatchObject({ status: 'PARTIALLY_PAID', due: ngn(300_000) })
    expect(await testApp.call(listBillableJobs, { query: {} }, job.me)).toEqual([])
  })

  it('keeps a payment that the customer rejected, which a dispute may uphold', async () => {
    const job = await charged({ confirmed: false })
    const { id } = await job.record(1_500_000)
    await testApp.call(protocol.rejectPayment, rejecting(id), marketplace)
    await finishAt(job, 300_000)
    const statement = 'I have a receipt with their signature for it.'
    const subject = { type: 'PAYMENT' as const, id }
    const dispute = await testApp.call(openDispute, { body: { subject, reasonCode: 'NON_PAYMENT', statement } }, job.me)
    await testApp.advance(3 * DAY_MS)
    const body = { rationale: 'The receipt shows it.', amountToProvider: 1_500_000 }
    await testApp.call(decideDispute, { params: { id: dispute.id }, body }, marketplace)
    await testApp.advance(7 * DAY_MS)
    const { current } = await invoicesOf(job)
    expect(current).toMatchObject({ status: 'PARTIALLY_PAID', paid: ngn(1_500_000), due: ngn(300_000) })
    expect(await job.summary()).toMatchObject({ collectedDirectly: ngn(1_500_000) })
  })

  it('counts a payment that is confirmed while the new price replaces its invoice', async () => {
    const job = await charged({ confirmed: false })
    const { id } = await job.record(1_500_000)
    await finishAt(job, 300_000, async () => {
      const params = { id: job.bookingId }
      const pending = await testApp.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from invoices where id = ${job.invoiceId} for update`)
        await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
        const charging = testApp.deps.jobs.runDue()
        await waitForLocks(testApp)
        const answering = confirming(id)
        await waitForLocks(testApp, 2)
        return [charging, answering]
      })
      await Promise.all(pending)
    })
    const { before, current } = await invoicesOf(job)
    expect(before).toMatchObject({ status: 'VOID', paid: ngn(0), waiting: ngn(0) })
    const sums = { paid: ngn(1_500_000), waiting: ngn(0), due: ngn(300_000) }
    expect(current).toMatchObject({ status: 'PARTIALLY_PAID', ...sums })
  })
})

describe('concurrent payments', () => {
  it('never exceed the amount due', async () => {
    const { invoiceId, direct, invoice, me } = await charged()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? testApp.send(protocol.recordPayment, direct(200_000), me)
          : testApp.send(protocol.recordMarketplacePayment, { body: { invoiceId, amount: 200_000 } }, marketplace),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const { paid, waiting, payments } = await invoice()
    expect(paid.amount + waiting.amount).toBe(1_400_000)
    expect(payments).toHaveLength(7)
  })

  it('are answered once: yes or no', async () => {
    const { record, invoice } = await charged()
    const { id } = await record(1_500_000)
    const answers = await Promise.all([
      testApp.send(protocol.confirmPayment, { params: { id }, body: {} }, marketplace),
      testApp.send(protocol.rejectPayment, rejecting(id), marketplace),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { paid, waiting } = await invoice()
    expect([0, 1_500_000]).toContain(paid.amount)
    expect(waiting.amount).toBe(0)
  })
})
