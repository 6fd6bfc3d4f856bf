import { DAY_MS } from '@fettle/protocol/core/durations'
import { getEarnings, listEarnings } from '@fettle/protocol/earnings/earnings'
import { saveLanguage } from '@fettle/protocol/accounts/profile'
import * as protocol from '@fettle/protocol/invoices/invoices'
import { confirmMarketplaceBooking, reportProviderNoShow } from '@fettle/protocol/marketplace/bookings'
import {
  cancelBooking,
  completeBooking,
  pauseBooking,
  reopenBooking,
  startBooking,
} from '@fettle/protocol/bookings/actions'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { cancelMarketplaceOffer, getMarketplaceOffer, undoAcceptance } from '@fettle/protocol/marketplace/offers'
import {
  confirmPayment,
  recordMarketplacePayment,
  recordPayment,
  refundPayment,
} from '@fettle/protocol/invoices/payments'
import { decideDispute, openMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { cancelOffer, convertOffer } from '@fettle/protocol/offers/actions'
import { getOffer } from '@fettle/protocol/offers'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import { disputeStatement } from '../../../testing/fixtures/dispute-scenario.ts'
import { asFile, picture } from '../../../testing/fixtures/files.ts'
import { bathroomOffer, createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { payBonus } from '../earnings/index.ts'

const testApp = setUpTestApp()

const listOf = (me: TestProvider, query = {}) => testApp.call(protocol.listInvoices, { query }, me)
const voiding = (id: string, reason = 'The wrong customer.') => ({ params: { id }, body: { reason } })
const pay = (invoiceId: string, amount: number) =>
  testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)

describe('a deposit', () => {
  /** An accepted offer: ₦17,611.90 with a deposit of ₦5,283.57. */
  async function accepted() {
    const quote = await createOfferScenario(testApp, { isNew: true })
    const { id } = await quote.sent()
    await quote.accept(id)
    const [deposit] = await listOf(quote.provider)
    if (!deposit) throw new Error('No deposit was charged.')
    return { ...quote, me: quote.provider, offerId: id, deposit }
  }
  /** Its work, booked for tomorrow. */
  async function booked({ me, offerId }: { me: TestProvider; offerId: string }) {
    const startAt = new Date(+testApp.clock.now() + DAY_MS).toISOString()
    const body = { target: 'BOOKING' as const, startAt, acknowledge: ['OUTSIDE_WORKING_HOURS' as const] }
    const { convertedTo } = await testApp.call(convertOffer, { params: { id: offerId }, body }, me)
    return String(convertedTo?.id)
  }
  /** Its work: booked, completed and confirmed. */
  async function completeJob({ me, offerId }: { me: TestProvider; offerId: string }) {
    const bookingId = await booked({ me, offerId })
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params: { id: bookingId }, body: {} }, me)
    await testApp.call(completeBooking, { params: { id: bookingId }, body: { summary: 'Done.' } }, me)
    await testApp.call(confirmMarketplaceBooking, { params: { id: bookingId }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const [invoice] = await listOf(me, { bookingId })
    return testApp.call(protocol.getInvoice, { params: { id: String(invoice?.id) } }, me)
  }

  const waitDays = async (days: number, me: TestProvider) => {
    for (let day = 0; day < days; day += 1) {
      await testApp.advance(DAY_MS)
      // Regular calls keep the session alive.
      await testApp.call(getEarnings, {}, me)
    }
  }

  const chargingDeposit = ({ me, offerId: id }: { me: TestProvider; offerId: string }) =>
    testApp.refusal(protocol.createInvoice, { body: { subject: { type: 'DEPOSIT', id } } }, me)

  it('is charged when its offer is accepted', async () => {
    const { deposit, offerId } = await accepted()
    expect(deposit).toMatchObject({
      status: 'ISSUED',
      number: 'INV-2026-000001',
      subject: { type: 'DEPOSIT', id: offerId, label: expect.stringMatching(/^OF-/) },
      total: ngn(528_357),
    })
  })

  it('has a title in the language of its provider', async () => {
    const { provider: me, sent, accept } = await createOfferScenario(testApp, { isNew: true })
    await testApp.call(saveLanguage, { body: { locale: 'fr' } }, me)
    const { id } = await sent()
    await accept(id)
    expect(await listOf(me)).toMatchObject([{ title: 'Acompte\u00A0: New bathroom' }])
  })

  it('is deducted from the final invoice, which has the agreed lines, discount and tax', async () => {
    const quote = await accepted()
    await pay(quote.deposit.id, 528_357)
    const invoice = await completeJob(quote)
    expect(invoice).toMatchObject({
      total: ngn(1_761_190),
      due: ngn(1_232_833),
      deposits: [{ invoiceId: quote.deposit.id, number: 'INV-2026-000001', amount: 528_357 }],
      totals: { subtotal: 1_730_125, orderDiscount: 86_506, total: 1_761_190, taxMode: 'EXCLUSIVE' },
    })
    expect(invoice.lines.map(({ name, amount }) => [name, amount])).toEqual([
      ['Tiling', 1_350_000],
      ['Tiles', 300_125],
      ['Travel', 80_000],
    ])
    const held = await testApp.call(protocol.getInvoice, { params: { id: quote.deposit.id } }, quote.me)
    expect(held.allowedActions).toEqual([])
  })

  /** Disputed work with a deposit that was paid directly. The platform owes its provider ₦20,000 of other money. */
  async function disputedWithDirectDeposit() {
    const quote = await accepted()
    const { me, customer, deposit } = quote
    const payDirectly = async (invoiceId: string, amount: number) => {
      const body = { invoiceId, amount, method: 'CASH' as const }
      const { id } = await testApp.call(recordPayment, { body }, me)
      await testApp.call(confirmPayment, { params: { id }, body: {} }, marketplace)
    }
    await payDirectly(deposit.id, 528_357)
    const source = { type: 'referral' as const, id: `inv_${me.id}`, label: '' }
    await testApp.deps.db.transaction((tx) =>
      payBonus(testApp.deps, tx, { providerId: me.id, source, amountIn: () => 2_000_000 }),
    )
    const { id: invoiceId, subject } = await completeJob(quote)
    const claim = {
      customerId: customer.id,
      subject: { type: 'BOOKING' as const, id: subject.id },
      reasonCode: 'QUALITY' as const,
      statement: disputeStatement,
    }
    const dispute = await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
    const summary = () => testApp.call(getEarnings, {}, me)
    expect(await summary()).toMatchObject({ onHold: ngn(1_109_550), pending: ngn(2_000_000) })
    return { me, dispute, summary, payRest: () => payDirectly(invoiceId, 1_232_833) }
  }

  it('that was paid directly is taken from the provider, not from other money, when the work is disputed', async () => {
    const { me, dispute, summary } = await disputedWithDirectDeposit()
    await waitDays(4, me)
    const decision = { rationale: 'The tiles came off the wall.', amountToProvider: 0 }
    await testApp.call(decideDispute, { params: { id: dispute.id }, body: decision }, marketplace)
    await waitDays(8, me)
    expect(await summary()).toMatchObject({
      onHold: ngn(0),
      available: ngn(2_000_000),
      collectedDirectly: ngn(0),
      feesOwed: ngn(0),
    })
  })

  it('and the rest that are paid directly leave nothing to hold in a dispute', async () => {
    const { summary, payRest } = await disputedWithDirectDeposit()
    await payRest()
    expect(await summary()).toMatchObject({ onHold: ngn(0), pending: ngn(2_000_000) })
  })

  it('that covers the whole price pays the final invoice, which is issued once', async () => {
    const quote = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await quote.sent({ deposit: { type: 'PERCENT', value: 10_000 } })
    await quote.accept(offerId)
    const me = quote.provider
    const [deposit] = await listOf(me)
    await pay(String(deposit?.id), 1_761_190)
    const bookingId = await booked({ me, offerId })
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params: { id: bookingId }, body: {} }, me)
    await testApp.call(completeBooking, { params: { id: bookingId }, body: { summary: 'Done.' } }, me)
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const draft = await testApp.call(protocol.createInvoice, { body }, me)
    const issue = () => testApp.call(protocol.issueInvoice, { params: { id: draft.id }, body: {} }, me)
    const issued = await issue()
    expect(issued).toMatchObject({ status: 'PAID', due: ngn(0), deposits: [{ amount: 1_761_190 }] })
    expect(await issue()).toEqual(issued)
  })

  it('that paid the invoice of work which was reopened and cancelled is refunded', async () => {
    const quote = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await quote.sent({ deposit: { type: 'PERCENT', value: 10_000 } })
    await quote.accept(offerId)
    const me = quote.provider
    const [deposit] = await listOf(me)
    await pay(String(deposit?.id), 1_761_190)
    const bookingId = await booked({ me, offerId })
    testApp.clock.advance(DAY_MS)
    const params = { id: bookingId }
    await testApp.call(startBooking, { params, body: {} }, me)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const { id } = await testApp.call(protocol.createInvoice, { body }, me)
    await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    await testApp.call(reopenBooking, { params, body: {} }, me)
    await testApp.call(pauseBooking, { params, body: { reasonCode: 'OTHER' } }, me)
    await testApp.call(cancelBooking, { params, body: { reasonCode: 'ILLNESS_OR_EMERGENCY' } }, me)
    await testApp.deps.jobs.runDue()
    expect(await listOf(me)).toMatchObject([
      { id, status: 'VOID' },
      { id: deposit?.id, status: 'VOID' },
    ])
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(0), available: ngn(0) })
  })

  const covered = { invoice: { status: 'PAID', total: 361_190 }, deposit: { status: 'PAID', credits: [167_167] } }
  const free = { invoice: { status: 'VOID', total: 1_761_190 }, deposit: { status: 'VOID', credits: [] } }
  it.each([
    { price: 361_190, paid: 0, ...covered },
    { price: 361_190, paid: 1_232_833, ...covered },
    { price: 0, paid: 0, ...free },
    { price: 0, paid: 1_232_833, ...free },
  ])('is to be refunded as far as it exceeds the price of reopened work: $price, $paid paid', async (expected) => {
    const quote = await accepted()
    const { me } = quote
    await pay(quote.deposit.id, 528_357)
    const bookingId = await booked(quote)
    const params = { id: bookingId }
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params, body: {} }, me)
    const complete = () => testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    await complete()
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const { id } = await testApp.call(protocol.createInvoice, { body }, me)
    await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    if (expected.paid > 0) await pay(id, expected.paid)
    await testApp.call(reopenBooking, { params, body: {} }, me)
    const lines = [{ description: 'Left out', unitAmount: expected.price - 1_761_190 }]
    const change = { params, body: { lines, reason: 'Only a part was needed.' } }
    const { id: adjustmentId } = await testApp.call(createPriceAdjustment, change, me)
    await testApp.call(approvePriceAdjustment, { params: { ...params, adjustmentId }, body: {} }, marketplace)
    await complete()
    await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const [current] = await listOf(me, { bookingId, sort: '-createdAt' })
    expect(current).toMatchObject({ ...expected.invoice, total: ngn(expected.invoice.total), due: ngn(0) })
    const deposit = await testApp.call(protocol.getInvoice, { params: { id: quote.deposit.id } }, me)
    const credits = deposit.credits.map(({ amount }) => amount.amount)
    expect({ status: deposit.status, credits }).toEqual(expected.deposit)
    const notes = await testApp.db.one(sql`
      select sum(amount)::int as credited from credit_notes where provider_id = ${me.id}`)
    expect(notes).toEqual({ credited: 1_761_190 - expected.price })
    const entries = await testApp.call(listEarnings, { query: {} }, me)
    const sum = entries.filter(({ type }) => type === 'EARNING').reduce((all, { amount }) => all + amount.amount, 0)
    expect(sum).toBe(expected.price)
    // Without the platform's share of a tenth.
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(expected.price * 0.9) })
  })

  it.each([
    { price: 361_190, isInvoiced: false, deposit: covered.deposit },
    { price: 361_190, isInvoiced: true, deposit: covered.deposit },
    { price: 0, isInvoiced: false, deposit: free.deposit },
  ])('is to be refunded as far as it exceeds the price confirmed: $price, invoiced: $isInvoiced', async (expected) => {
    const quote = await accepted()
    const { me } = quote
    await pay(quote.deposit.id, 528_357)
    const bookingId = await booked(quote)
    const params = { id: bookingId }
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params, body: {} }, me)
    const lines = [{ description: 'Left out', unitAmount: expected.price - 1_761_190 }]
    const change = { params, body: { lines, reason: 'Only a part was needed.' } }
    const { id: adjustmentId } = await testApp.call(createPriceAdjustment, change, me)
    await testApp.call(approvePriceAdjustment, { params: { ...params, adjustmentId }, body: {} }, marketplace)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    if (expected.isInvoiced) {
      const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
      const { id } = await testApp.call(protocol.createInvoice, { body }, me)
      await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    }
    await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const { status, credits } = await testApp.call(protocol.getInvoice, { params: { id: quote.deposit.id } }, me)
    expect({ status, credits: credits.map(({ amount }) => amount.amount) }).toEqual(expected.deposit)
    // Without the platform's share of a tenth.
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(expected.price * 0.9) })
  })

  it.each([
    { outcome: 361_190, isPaid: true, deposit: { status: 'PAID', due: 0, credits: [167_167] } },
    { outcome: 361_190, isPaid: false, deposit: { status: 'ISSUED', due: 361_190, credits: [167_167] } },
    { outcome: 0, isPaid: true, deposit: { status: 'PAID', due: 0, credits: [528_357] } },
    { outcome: 0, isPaid: false, deposit: { status: 'VOID', due: 0, credits: [] } },
  ])('is credited as far as it exceeds the outcome of a dispute: $outcome, paid: $isPaid', async (expected) => {
    const quote = await accepted()
    const { me, customer, deposit } = quote
    const first = expected.isPaid ? [await pay(deposit.id, 528_357)] : []
    const { id, bookingId } = await completeJob(quote)
    const payments = expected.isPaid ? [await pay(id, 1_232_833), ...first] : []
    const subject = { type: 'BOOKING' as const, id: String(bookingId) }
    const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    const dispute = await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
    await waitDays(4, me)
    const decision = { rationale: 'The photos show it.', amountToProvider: expected.outcome }
    await testApp.call(decideDispute, { params: { id: dispute.id }, body: decision }, marketplace)
    await waitDays(8, me)
    const read = (invoiceId: string) => testApp.call(protocol.getInvoice, { params: { id: invoiceId } }, me)
    expect(await read(id)).toMatchObject({ due: ngn(0), credits: [{ amount: ngn(1_232_833) }] })
    const { status, due, credits } = await read(deposit.id)
    expect({ status, due: due.amount, credits: credits.map(({ amount }) => amount.amount) }).toEqual(expected.deposit)
    const sumNotes = () =>
      testApp.db.one(sql`select sum(amount)::int as credited from credit_notes where provider_id = ${me.id}`)
    expect(await sumNotes()).toEqual({ credited: 1_761_190 - expected.outcome })
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ available: ngn(expected.outcome * 0.9) })
    // Everything is paid back, also what the provider may keep.
    for (const payment of payments)
      await testApp.call(refundPayment, { params: { id: payment.id }, body: { reason: 'As decided.' } }, marketplace)
    if (payments.length === 0) return
    expect(await sumNotes()).toEqual({ credited: 1_761_190 })
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(0), available: ngn(0) })
  })

  it.each([
    { parts: [300_000, 228_357], refunded: 300_000 },
    { parts: [528_357], refunded: 528_357 },
  ])('that is refunded while its work waits for confirmation is taken from the work: $parts', async (expected) => {
    const quote = await accepted()
    const { me } = quote
    const payments = []
    for (const amount of expected.parts) payments.push(await pay(quote.deposit.id, amount))
    const bookingId = await booked(quote)
    const params = { id: bookingId }
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params, body: {} }, me)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const { id } = await testApp.call(protocol.createInvoice, { body }, me)
    await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    const refund = (paymentId = '') =>
      testApp.call(refundPayment, { params: { id: paymentId }, body: { reason: 'It leaks again.' } }, marketplace)
    await refund(payments[0]?.id)
    await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const pending = async () => (await testApp.call(getEarnings, {}, me)).pending.amount
    // Without the platform's share of a tenth.
    expect(await pending()).toBe(Math.round((1_761_190 - expected.refunded) * 0.9))
    for (const { id: paymentId } of payments.slice(1)) await refund(paymentId)
    expect(await pending()).toBe(Math.round((1_761_190 - 528_357) * 0.9))
  })

  it.each([
    { steps: ['charge', 'refund', 'void', 'charge', 'confirm'], isReduced: true },
    { steps: ['charge', 'refund', 'void', 'confirm'], isReduced: true },
    { steps: ['charge', 'refund', 'confirm', 'void', 'charge'], isReduced: true },
    { steps: ['charge', 'refund', 'confirm', 'void', 'charge', 'void', 'charge'], isReduced: true },
    { steps: ['charge', 'confirm', 'refund', 'void', 'charge'], isReduced: true },
    { steps: ['charge', 'confirm', 'void', 'refund', 'charge'], isReduced: true },
    // Its invoice was void when the deposit was refunded: the whole price is due.
    { steps: ['charge', 'void', 'refund', 'charge', 'confirm'], isReduced: false },
    // Its invoice was issued after the refund and asks for the rest of the price.
    { steps: ['refund', 'charge', 'confirm'], isReduced: false },
    { steps: ['refund', 'charge', 'void', 'charge', 'confirm'], isReduced: false },
  ] as const)('that was refunded stays deducted where its work is charged again: $steps', async (expected) => {
    for (const parts of [[528_357], [300_000, 228_357]]) {
      const quote = await accepted()
      const { me } = quote
      const payments = []
      for (const amount of parts) payments.push(await pay(quote.deposit.id, amount))
      const bookingId = await booked(quote)
      const params = { id: bookingId }
      testApp.clock.advance(DAY_MS)
      await testApp.call(startBooking, { params, body: {} }, me)
      await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
      const current = async () => {
        const [last] = await listOf(me, { bookingId, sort: '-createdAt' })
        return String(last?.id)
      }
      const charge = async () => {
        const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
        const { id } = await testApp.call(protocol.createInvoice, { body }, me)
        await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
      }
      const refund = { params: { id: String(payments[0]?.id) }, body: { reason: 'It leaks again.' } }
      const actions = {
        charge,
        refund: () => testApp.call(refundPayment, refund, marketplace),
        confirm: () => testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace),
        void: async () => testApp.call(protocol.voidInvoice, voiding(await current()), me),
      }
      for (const step of expected.steps) {
        testApp.clock.advance(1000)
        await actions[step]()
        await testApp.deps.jobs.runDue()
      }
      const invoice = await testApp.call(protocol.getInvoice, { params: { id: await current() } }, me)
      const refunded = parts[0] ?? 0
      expect(invoice).toMatchObject({
        total: ngn(1_761_190),
        due: ngn(1_761_190 - 528_357 + (expected.isReduced ? 0 : refunded)),
      })
      const earned = expected.isReduced ? 1_761_190 - refunded : 1_761_190
      // Without the platform's share of a tenth.
      expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(Math.round(earned * 0.9)) })
    }
  })

  it.each([
    { steps: ['charge', 'refund', 'void', 'again', 'charge', 'confirm'] },
    { steps: ['charge', 'confirm', 'refund', 'void', 'again', 'charge'] },
    { steps: ['charge', 'refund', 'void', 'again', 'charge', 'void', 'charge', 'confirm'] },
    { steps: ['charge', 'confirm', 'refund', 'void', 'again', 'charge', 'void', 'charge'] },
  ] as const)('that was refunded stays deducted beside the one that replaces it: $steps', async ({ steps }) => {
    const quote = await accepted()
    const { me, deposit, offerId } = quote
    const first = await pay(deposit.id, 300_000)
    const bookingId = await booked(quote)
    const params = { id: bookingId }
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params, body: {} }, me)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    const chargeFor = async (subject: { type: 'BOOKING' | 'DEPOSIT'; id: string }) => {
      const { id } = await testApp.call(protocol.createInvoice, { body: { subject } }, me)
      return testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    }
    let invoiceId = ''
    let replacing = ''
    const actions = {
      charge: async () => {
        invoiceId = (await chargeFor({ type: 'BOOKING', id: bookingId })).id
      },
      refund: () =>
        testApp.call(refundPayment, { params: { id: first.id }, body: { reason: 'It leaks again.' } }, marketplace),
      confirm: () => testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace),
      void: async () => {
        await testApp.call(protocol.voidInvoice, voiding(invoiceId), me)
        if (!replacing) await testApp.call(protocol.voidInvoice, voiding(deposit.id), me)
      },
      again: async () => {
        replacing = (await chargeFor({ type: 'DEPOSIT', id: offerId })).id
        await pay(replacing, 228_357)
      },
    }
    for (const step of steps) {
      testApp.clock.advance(1000)
      await actions[step]()
      await testApp.deps.jobs.runDue()
    }
    const { due, deposits } = await testApp.call(protocol.getInvoice, { params: { id: invoiceId } }, me)
    expect(deposits).toMatchObject([
      { invoiceId: deposit.id, amount: 300_000 },
      { invoiceId: replacing, amount: 228_357 },
    ])
    expect(due).toEqual(ngn(1_232_833))
    // Without the platform's share of a tenth.
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(1_461_190 * 0.9) })
  })

  it.each([
    { bps: 3000, steps: ['refund', 'confirm', 'dispute'] as const, amountInDispute: ngn(1_232_833) },
    { bps: 3000, steps: ['confirm', 'refund', 'dispute'] as const, amountInDispute: ngn(1_232_833) },
    { bps: 3000, steps: ['confirm', 'dispute', 'refund'] as const, amountInDispute: ngn(1_761_190) },
    { bps: 3000, steps: ['refund', 'dispute'] as const, amountInDispute: ngn(1_232_833) },
    { bps: 3000, steps: ['dispute', 'refund'] as const, amountInDispute: ngn(1_761_190) },
    { bps: 10_000, steps: ['refund', 'dispute'] as const, amountInDispute: null },
  ])('that was refunded counts in a dispute about its work: $bps, $steps', async ({ bps, steps, amountInDispute }) => {
    const quote = await createOfferScenario(testApp, { isNew: true })
    const { provider: me, customer } = quote
    const { id: offerId } = await quote.sent({ deposit: { type: 'PERCENT', value: bps } })
    await quote.accept(offerId)
    const [deposit] = await listOf(me)
    const payment = await pay(String(deposit?.id), deposit?.total.amount ?? 0)
    const bookingId = await booked({ me, offerId })
    const params = { id: bookingId }
    testApp.clock.advance(DAY_MS)
    await testApp.call(startBooking, { params, body: {} }, me)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, me)
    const subject = { type: 'BOOKING' as const, id: bookingId }
    const { id } = await testApp.call(protocol.createInvoice, { body: { subject } }, me)
    await testApp.call(protocol.issueInvoice, { params: { id }, body: {} }, me)
    let disputeId = ''
    const actions = {
      refund: () =>
        testApp.call(refundPayment, { params: { id: payment.id }, body: { reason: 'It leaks again.' } }, marketplace),
      confirm: () => testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace),
      dispute: async () => {
        const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
        const dispute = await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
        expect(dispute.amountInDispute).toEqual(amountInDispute)
        disputeId = dispute.id
      },
    }
    for (const step of steps) {
      await actions[step]()
      await testApp.deps.jobs.runDue()
    }
    await waitDays(4, me)
    const outcome = amountInDispute ? 1_000_000 : 0
    const decision = { rationale: 'The photos show it.', ...(outcome > 0 && { amountToProvider: outcome }) }
    await testApp.call(decideDispute, { params: { id: disputeId }, body: decision }, marketplace)
    await waitDays(12, me)
    expect(await testApp.call(protocol.getInvoice, { params: { id } }, me)).toMatchObject({ due: ngn(outcome) })
    // Without the platform's share of a tenth.
    const settled = { pending: ngn(0), onHold: ngn(0), available: ngn(outcome * 0.9) }
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject(settled)
  })

  it('shows the pictures of the offer beside its lines, also in the PDF', async () => {
    const quote = await createOfferScenario(testApp, { isNew: true })
    const photo = asFile(await picture(400, 300), 'tiles.jpg')
    const { id: imageFileId } = await testApp.call(
      createUpload,
      { body: { purpose: 'OFFER_PHOTO' }, file: photo },
      quote.provider,
    )
    const lineItems = bathroomOffer.lineItems.map((line) => (line.id === 'tiles' ? { ...line, imageFileId } : line))
    const { id: offerId } = await quote.sent({ lineItems })
    await quote.accept(offerId)
    const invoice = await completeJob({ me: quote.provider, offerId })
    expect(invoice.lines.map(({ name, imageFileId: image }) => [name, image ?? null])).toEqual([
      ['Tiling', null],
      ['Tiles', imageFileId],
      ['Travel', null],
    ])
    expect(invoice.files).toMatchObject([{ id: imageFileId, url: expect.stringContaining('/files/offer_photo/') }])
    for (const path of [`/v2/invoices/${invoice.id}/pdf`, `/v2/offers/${offerId}/revisions/1/pdf`]) {
      const headers = { authorization: `Bearer ${quote.provider.token}` }
      const printed = Buffer.from(await (await fetch(testApp.url + path, { headers })).arrayBuffer())
      expect([path, printed.includes('/Subtype /Image')]).toEqual([path, true])
    }
  })

  it('is held in the ledger until the work is confirmed', async () => {
    const quote = await accepted()
    await pay(quote.deposit.id, 528_357)
    const summary = () => testApp.call(getEarnings, {}, quote.me)
    expect(await summary()).toMatchObject({ pending: ngn(528_357), available: ngn(0) })
    testApp.clock.advance(9 * DAY_MS)
    expect(await summary()).toMatchObject({ pending: ngn(528_357), available: ngn(0) })
    await completeJob(quote)
    const share = 176_119
    expect(await summary()).toMatchObject({ pending: ngn(1_761_190 - share) })
    testApp.clock.advance(3 * DAY_MS)
    expect(await summary()).toMatchObject({ pending: ngn(0), available: ngn(1_761_190 - share) })
    const entries = await testApp.call(listEarnings, { query: { type: 'DEPOSIT' } }, quote.me)
    expect(entries.map(({ amount, status, availableAt }) => [amount.amount, status, availableAt])).toEqual([
      [-528_357, 'REVERSED', null],
      [528_357, 'REVERSED', null],
    ])
  })

  it('is shown with the acceptance in its current state', async () => {
    const { me, offerId, deposit } = await accepted()
    const status = async () => {
      await testApp.deps.jobs.runDue()
      return (await testApp.call(getOffer, { params: { id: offerId } }, me)).acceptance?.deposit?.status
    }
    expect(await status()).toBe('DUE')
    await testApp.call(protocol.voidInvoice, voiding(deposit.id), me)
    expect(await status()).toBe('VOID')
    const body = { subject: { type: 'DEPOSIT' as const, id: offerId } }
    const nextInvoice = await testApp.call(protocol.createInvoice, { body }, me)
    await testApp.call(protocol.issueInvoice, { params: { id: nextInvoice.id }, body: {} }, me)
    expect(await status()).toBe('DUE')
    await pay(nextInvoice.id, 528_357)
    expect(await status()).toBe('PAID')
    const offer = await testApp.call(getMarketplaceOffer, { params: { id: offerId } }, marketplace)
    expect(offer.allowedActions).not.toContain('undo-acceptance')
  })

  it('accepts no tip', async () => {
    const { deposit } = await accepted()
    const body = { invoiceId: deposit.id, amount: 100_000, tip: 5_000 }
    expect(await testApp.refusal(recordMarketplacePayment, { body }, marketplace)).toMatchObject({
      status: 422,
      issues: [{ field: 'tip', code: 'NOT_ALLOWED', message: 'You can only tip for finished work.' }],
    })
  })

  it('is voided with the acceptance, which stays when it was paid', async () => {
    const first = await accepted()
    await testApp.call(undoAcceptance, { params: { id: first.offerId }, body: {} }, marketplace)
    expect(await listOf(first.me)).toMatchObject([{ status: 'VOID', due: ngn(0) }])
    expect(await chargingDeposit(first)).toMatchObject({ code: 'NOT_BILLABLE' })
    const second = await accepted()
    await pay(second.deposit.id, 100_000)
    expect(
      await testApp.refusal(undoAcceptance, { params: { id: second.offerId }, body: {} }, marketplace),
    ).toMatchObject({
      status: 409,
      code: 'DEPOSIT_PAID',
      message: 'The deposit has already been paid. Cancel instead, and it will be refunded.',
    })
  })

  it('that was drafted again is voided with the offer', async () => {
    const { me, offerId, deposit } = await accepted()
    await testApp.call(protocol.voidInvoice, voiding(deposit.id), me)
    await testApp.call(protocol.createInvoice, { body: { subject: { type: 'DEPOSIT', id: offerId } } }, me)
    await testApp.call(cancelOffer, { params: { id: offerId }, body: { reasonCode: 'ILLNESS_OR_EMERGENCY' } }, me)
    expect(await chargingDeposit({ me, offerId })).toMatchObject({ code: 'NOT_BILLABLE' })
  })

  it('that was paid is refunded when the offer is cancelled', async () => {
    const { me, offerId, deposit } = await accepted()
    await pay(deposit.id, 528_357)
    const body = { reasonCode: 'CHANGED_MIND' as const }
    await testApp.call(cancelMarketplaceOffer, { params: { id: offerId }, body }, marketplace)
    expect(await testApp.call(protocol.getInvoice, { params: { id: deposit.id } }, me)).toMatchObject({
      status: 'VOID',
      refunded: ngn(528_357),
      payments: [{ status: 'REFUNDED' }],
      creditNote: { amount: ngn(528_357), reason: 'Everything that was paid was refunded.' },
    })
    expect(await chargingDeposit({ me, offerId })).toMatchObject({ code: 'NOT_BILLABLE' })
    const inFrench = { ...me, headers: { 'accept-language': 'fr' } }
    expect(await testApp.call(protocol.getInvoice, { params: { id: deposit.id } }, inFrench)).toMatchObject({
      payments: [{ note: 'Le devis accepté a été annulé.' }],
      creditNote: { reason: 'Tout ce qui avait été payé a été remboursé.' },
    })
    expect(await testApp.call(getEarnings, {}, me)).toMatchObject({ pending: ngn(0), available: ngn(0) })
    expect((await testApp.call(listEarnings, {}, me)).map(({ type, amount }) => [type, amount.amount])).toEqual([
      ['REFUND', -528_357],
      ['DEPOSIT', 528_357],
    ])
  })

  it('is not owed once its work is cancelled, and refunded if it was paid', async () => {
    const cancelled = async ({ wasPaid }: { wasPaid: boolean }) => {
      const quote = await accepted()
      if (wasPaid) await pay(quote.deposit.id, 528_357)
      const params = { id: await booked(quote) }
      await testApp.call(cancelBooking, { params, body: { reasonCode: 'ILLNESS_OR_EMERGENCY' } }, quote.me)
      await testApp.deps.jobs.runDue()
      return quote
    }
    const unpaid = await cancelled({ wasPaid: false })
    expect(await listOf(unpaid.me)).toMatchObject([{ id: unpaid.deposit.id, status: 'VOID', due: ngn(0) }])
    const offer = await testApp.call(getOffer, { params: { id: unpaid.offerId } }, unpaid.me)
    expect(offer).toMatchObject({ status: 'CONVERTED', acceptance: { deposit: { status: 'VOID' } } })
    expect(await chargingDeposit(unpaid)).toMatchObject({ code: 'NOT_BILLABLE' })
    const paid = await cancelled({ wasPaid: true })
    expect(await testApp.call(protocol.getInvoice, { params: { id: paid.deposit.id } }, paid.me)).toMatchObject({
      status: 'VOID',
      refunded: ngn(528_357),
      payments: [{ status: 'REFUNDED' }],
    })
    expect(await testApp.call(getEarnings, {}, paid.me)).toMatchObject({ pending: ngn(0), available: ngn(0) })
  })

  it('that its provider voided is not charged again for work that was cancelled or is invoiced in full', async () => {
    const voided = async () => {
      const quote = await accepted()
      await testApp.call(protocol.voidInvoice, voiding(quote.deposit.id), quote.me)
      return quote
    }
    const cancelled = await voided()
    const params = { id: await booked(cancelled) }
    await testApp.call(cancelBooking, { params, body: { reasonCode: 'ILLNESS_OR_EMERGENCY' } }, cancelled.me)
    await testApp.deps.jobs.runDue()
    expect(await chargingDeposit(cancelled)).toMatchObject({ code: 'NOT_BILLABLE' })
    const finished = await voided()
    expect(await completeJob(finished)).toMatchObject({ due: ngn(1_761_190), deposits: [] })
    expect(await chargingDeposit(finished)).toMatchObject({ code: 'NOT_BILLABLE' })
  })

  it('is not owed for work whose provider did not show up', async () => {
    const quote = await accepted()
    const params = { id: await booked(quote) }
    testApp.clock.advance(DAY_MS + 3_600_000)
    await testApp.call(reportProviderNoShow, { params, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await listOf(quote.me)).toMatchObject([{ id: quote.deposit.id, status: 'VOID', due: ngn(0) }])
  })
})
