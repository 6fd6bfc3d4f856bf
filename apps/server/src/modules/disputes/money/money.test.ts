import { HOUR_MS } from '@fettle/protocol/core/durations'
import { getBooking } from '@fettle/protocol/bookings'
import * as protocol from '@fettle/protocol/disputes'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import {
  createInvoice,
  getInvoice,
  issueInvoice,
  listBillableJobs,
  listInvoices,
  voidInvoice,
} from '@fettle/protocol/invoices/invoices'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as marketplaceApi from '@fettle/protocol/marketplace/disputes'
import {
  confirmPayment,
  recordMarketplacePayment,
  recordPayment,
  refundPayment,
} from '@fettle/protocol/invoices/payments'
import { describe, expect, it } from 'vitest'
import {
  disputeAnswer,
  createDisputeScenario,
  disputeStatement,
} from '../../../../testing/fixtures/dispute-scenario.ts'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { actingCustomer, marketplace, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { payBonus } from '../../earnings/index.ts'

const testApp = setUpTestApp()

const later = (hours: number) => testApp.advance(hours * HOUR_MS)
const rationale = 'The photos show it.'

const only = async (provider: TestProvider) => {
  const [invoice, other] = await testApp.call(listInvoices, {}, provider)
  if (!invoice || other) throw new Error('Not one invoice')
  return invoice
}
const earnings = (provider: TestProvider) => testApp.call(getEarnings, {}, provider)

/** Paid in cash and confirmed by both. */
async function paidInCash(provider: TestProvider, amount: number): Promise<string> {
  const { id: invoiceId } = await only(provider)
  const { id } = await testApp.call(recordPayment, { body: { invoiceId, amount, method: 'CASH' } }, provider)
  await testApp.call(confirmPayment, { params: { id }, body: {} }, marketplace)
  return id
}
const open = (body: Parameters<typeof testApp.call<typeof marketplaceApi.openMarketplaceDispute>>[1]['body']) =>
  testApp.call(marketplaceApi.openMarketplaceDispute, { body }, marketplace)

/** Answered without agreement, decided by an operator, not appealed. */
async function decided(provider: TestProvider, id: string, amountToProvider: number, over: object = {}) {
  const params = { id }
  await testApp.call(protocol.respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
  await later(7 * 24)
  // Regular calls keep the session alive.
  await earnings(provider)
  await testApp.call(
    marketplaceApi.decideDispute,
    { params, body: { rationale, amountToProvider, ...over } },
    marketplace,
  )
  await later(7 * 24)
}

describe('disputed work that was paid directly', () => {
  it('holds nothing; the provider owes the rest, less the platform fee', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    await paidInCash(provider, 1_500_000)
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(1_500_000), feesOwed: ngn(150_000) })
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(0), pending: ngn(0), available: ngn(0) })
    await decided(provider, id, 500_000)
    // Two thirds are refunded, and with them two thirds of the fee.
    expect(await earnings(provider)).toMatchObject({
      onHold: ngn(0),
      pending: ngn(0),
      available: ngn(0),
      collectedDirectly: ngn(500_000),
      feesOwed: ngn(50_000),
    })
    expect(await only(provider)).toMatchObject({ total: ngn(1_500_000), status: 'PAID', due: ngn(0) })
  })

  it('meanwhile is no longer on hold, so that other money can be paid out', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await paidInCash(provider, 500_000)
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(900_000), pending: ngn(0) })
    await paidInCash(provider, 1_000_000)
    expect(await earnings(provider)).toMatchObject({
      onHold: ngn(0),
      pending: ngn(0),
      collectedDirectly: ngn(1_500_000),
      feesOwed: ngn(150_000),
    })
  })

  it("in part is held and reversed from the platform's part first", async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    await paidInCash(provider, 600_000)
    const input = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    const { id } = await open({ ...input, amountInDispute: 1_500_000 })
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(810_000), pending: ngn(0) })
    await decided(provider, id, 1_000_000)
    // ₦5,000 less of the ₦9,000 due through the platform.
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(0), available: ngn(360_000) })
    expect(await only(provider)).toMatchObject({ due: ngn(400_000), status: 'PARTIALLY_PAID' })
  })
})

describe('refunds after a dispute', () => {
  const collect = (invoiceId: string, amount: number) =>
    testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
  const refund = (id: string) =>
    testApp.call(refundPayment, { params: { id }, body: { reason: 'As decided.' } }, marketplace)

  it('take from the earnings only what the dispute did not', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const { id: invoiceId } = await only(provider)
    const first = await collect(invoiceId, 1_000_000)
    const second = await collect(invoiceId, 500_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 500_000)
    expect(await earnings(provider)).toMatchObject({ available: ngn(450_000) })
    // The customer gets back what they paid beyond the rest.
    await refund(first.id)
    expect(await earnings(provider)).toMatchObject({ available: ngn(450_000) })
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
    await refund(second.id)
    expect(await earnings(provider)).toMatchObject({ available: ngn(0) })
    expect(await only(provider)).toMatchObject({ status: 'VOID', due: ngn(0) })
  })

  it('of a direct payment give back what the dispute took from the platform', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const direct = await paidInCash(provider, 500_000)
    await collect((await only(provider)).id, 1_000_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 1_000_000)
    expect(await earnings(provider)).toMatchObject({ available: ngn(450_000), collectedDirectly: ngn(500_000) })
    // The provider returns the cash, and keeps what the customer paid to the platform.
    await refund(direct)
    const settled = { available: ngn(900_000), collectedDirectly: ngn(0), feesOwed: ngn(0) }
    expect(await earnings(provider)).toMatchObject(settled)
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
  })

  it('of a direct payment give nothing back that the dispute took from direct payments', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    await paidInCash(provider, 1_000_000)
    const direct = await paidInCash(provider, 500_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 1_000_000)
    const settled = { available: ngn(0), collectedDirectly: ngn(1_000_000), feesOwed: ngn(100_000) }
    expect(await earnings(provider)).toMatchObject(settled)
    await refund(direct)
    expect(await earnings(provider)).toMatchObject(settled)
  })

  it.each([333_333, 1_000_000])('are taken from the payment that is refunded: %i left', async (left) => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const direct = await paidInCash(provider, 500_000)
    const collected = await collect((await only(provider)).id, 1_000_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, left)
    const nothing = { collectedDirectly: ngn(0), feesOwed: ngn(0), pending: ngn(0) }
    await refund(direct)
    expect(await earnings(provider)).toMatchObject({ ...nothing, available: ngn(Math.round(left * 0.9)) })
    await refund(collected.id)
    expect(await earnings(provider)).toMatchObject({ ...nothing, available: ngn(0) })
  })

  it('of everything leave no earnings and no debt', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const { id: invoiceId } = await only(provider)
    const payment = await collect(invoiceId, 1_500_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 0)
    await refund(payment.id)
    expect(await earnings(provider)).toMatchObject({ available: ngn(0), pending: ngn(0), feesOwed: ngn(0) })
    expect(await only(provider)).toMatchObject({ status: 'VOID', due: ngn(0) })
  })
})

describe('a dispute after a refund', () => {
  /** ₦10,000 of ₦15,000 were refunded. */
  async function refunded(status: 'AWAITING_CONFIRMATION' | 'COMPLETED') {
    const { provider, customer, subject } = await createDisputeScenario(testApp, status)
    if (status === 'AWAITING_CONFIRMATION') {
      const draft = await testApp.call(createInvoice, { body: { subject } }, provider)
      await testApp.call(issueInvoice, { params: { id: draft.id }, body: {} }, provider)
    }
    const { id: invoiceId } = await only(provider)
    const collect = (amount: number) =>
      testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
    const { id } = await collect(1_000_000)
    const last = await collect(500_000)
    const refund = (paymentId: string) =>
      testApp.call(refundPayment, { params: { id: paymentId }, body: { reason: 'As a courtesy.' } }, marketplace)
    await refund(id)
    const dispute = () => open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    return { provider, dispute, refundRest: () => refund(last.id) }
  }

  it.each(['AWAITING_CONFIRMATION', 'COMPLETED'] as const)(
    'of work that is %s is about what is left of the price',
    async (status) => {
      const { provider, dispute } = await refunded(status)
      const { id, amountInDispute } = await dispute()
      expect(amountInDispute).toEqual(ngn(500_000))
      await decided(provider, id, 200_000)
      expect(await earnings(provider)).toMatchObject({ pending: ngn(0), onHold: ngn(0), available: ngn(180_000) })
      expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
    },
  )

  it('of everything is not about money', async () => {
    const { provider, dispute, refundRest } = await refunded('COMPLETED')
    await refundRest()
    const { id, amountInDispute } = await dispute()
    expect(amountInDispute).toBeNull()
    const params = { id }
    await testApp.call(protocol.respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
    await later(7 * 24)
    await earnings(provider)
    await testApp.call(marketplaceApi.decideDispute, { params, body: { rationale } }, marketplace)
    await later(7 * 24)
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), available: ngn(0), feesOwed: ngn(0) })
  })
})

describe('a refund during a dispute', () => {
  it('counts towards what the decision takes back', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const { id: invoiceId } = await only(provider)
    const collect = (amount: number) =>
      testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
    const { id: paymentId } = await collect(600_000)
    await collect(900_000)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    const refund = { params: { id: paymentId }, body: { reason: 'As a courtesy.' } }
    await testApp.call(refundPayment, refund, marketplace)
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), onHold: ngn(810_000) })
    await decided(provider, id, 500_000)
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), onHold: ngn(0), available: ngn(450_000) })
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
  })
})

describe('a contract disputed twice', () => {
  it('returns the money of a milestone once', async () => {
    const the = await createContractScenario(testApp, { isNew: true })
    const { provider, customer } = the
    const { id: contractId } = await the.active()
    await the.workOff(contractId, 1)
    const settle = async (amountToProvider: number) => {
      const { id, amountInDispute } = await open({
        customerId: customer.id,
        subject: { type: 'CONTRACT', id: contractId },
        reasonCode: 'QUALITY',
        statement: disputeStatement,
      })
      const params = { id }
      await testApp.call(protocol.respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
      const body = { amountToProvider, note: 'Keep the rest.' }
      const { proposals } = await testApp.call(protocol.proposeSettlement, { params, body }, provider)
      const accepting = { params: { id, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: the.onBehalf() } }
      await testApp.call(marketplaceApi.acceptMarketplaceSettlement, accepting, marketplace)
      await testApp.deps.jobs.runDue()
      return amountInDispute
    }
    // The milestone brought ₦500.
    expect(await settle(30_000)).toEqual(ngn(50_000))
    expect(await earnings(provider)).toMatchObject({ pending: ngn(27_000) })
    expect(await settle(10_000)).toEqual(ngn(30_000))
    expect(await earnings(provider)).toMatchObject({ pending: ngn(9000) })
    expect(await only(provider)).toMatchObject({ due: ngn(10_000) })
  })
})

describe('a dispute about a milestone with a retained share', () => {
  it('leaves no more on hold than it leaves of the milestone', async () => {
    const the = await createContractScenario(testApp, { isNew: true })
    const { provider, customer } = the
    const { id: contractId } = await the.active({ retentionBps: 1000 })
    await the.workOff(contractId, 1)
    await the.workOff(contractId, 2)
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(25_000), pending: ngn(200_000) })
    const { milestoneId } = await the.milestoneOf(contractId, 1)
    const { id } = await open({
      customerId: customer.id,
      subject: { type: 'MILESTONE', id: milestoneId },
      reasonCode: 'QUALITY',
      statement: disputeStatement,
    })
    const params = { id }
    await testApp.call(protocol.respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
    const body = { amountToProvider: 0, note: 'It was all wrong.' }
    const { proposals } = await testApp.call(protocol.proposeSettlement, { params, body }, provider)
    const accepting = { params: { id, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: the.onBehalf() } }
    await testApp.call(marketplaceApi.acceptMarketplaceSettlement, accepting, marketplace)
    // A tenth of the second milestone.
    expect(await earnings(provider)).toMatchObject({ onHold: ngn(20_000), pending: ngn(160_000) })
  })
})

describe('disputed work whose invoice is voided', () => {
  it('by the outcome is not charged again', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 0)
    expect(await only(provider)).toMatchObject({ status: 'VOID' })
    expect(await testApp.call(listBillableJobs, { query: {} }, provider)).toEqual([])
    expect(await testApp.refusal(createInvoice, { body: { subject } }, provider)).toMatchObject({
      status: 409,
      code: 'NOT_BILLABLE',
    })
  })

  it('by its provider is charged with what the outcome left', async () => {
    const { provider, customer, subject } = await createDisputeScenario(testApp)
    const { id } = await open({ customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement })
    await decided(provider, id, 500_000)
    const chargeAgain = async (invoiceId: string) => {
      const voiding = { params: { id: invoiceId }, body: { reason: 'The wrong address.' } }
      await testApp.call(voidInvoice, voiding, provider)
      expect(await testApp.call(listBillableJobs, { query: {} }, provider)).toMatchObject([{ total: ngn(500_000) }])
      const draft = await testApp.call(createInvoice, { body: { subject } }, provider)
      return testApp.call(issueInvoice, { params: { id: draft.id }, body: {} }, provider)
    }
    const second = await chargeAgain((await only(provider)).id)
    expect(second).toMatchObject({ total: ngn(500_000), due: ngn(500_000) })
    expect(await chargeAgain(second.id)).toMatchObject({ total: ngn(500_000) })
  })
})

describe('a disputed direct payment', () => {
  it('is reversed by decision: the invoice is due again without a fee', async () => {
    const { provider, customer } = await createDisputeScenario(testApp)
    const paymentId = await paidInCash(provider, 1_500_000)
    expect(await only(provider)).toMatchObject({ status: 'PAID' })
    const subject = { type: 'PAYMENT' as const, id: paymentId }
    const { id } = await open({
      customerId: customer.id,
      subject,
      reasonCode: 'NON_PAYMENT',
      statement: disputeStatement,
    })
    await decided(provider, id, 0)
    expect(await only(provider)).toMatchObject({ status: 'ISSUED', due: ngn(1_500_000) })
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(0), feesOwed: ngn(0) })
    expect((await earnings(provider)).available).toEqual(ngn(1_350_000))
    const params = { id: (await only(provider)).id }
    const { payments } = await testApp.call(getInvoice, { params }, provider)
    expect(payments).toMatchObject([{ status: 'REJECTED', disputeId: id, allowedActions: [] }])
    // Later payments are earned as usual.
    await paidInCash(provider, 1_500_000)
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(1_500_000), feesOwed: ngn(150_000) })
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
  })
})

describe('a direct payment found not to have been made after its work was disputed', () => {
  it('leaves what the first dispute left, to come through the platform', async () => {
    const { provider, customer, subject, negotiating, propose } = await createDisputeScenario(testApp)
    const paymentId = await paidInCash(provider, 1_500_000)
    const { id } = await negotiating()
    const proposalId = (await propose(id, 500_000)).proposals[0]?.id ?? ''
    const accepting = { params: { id, proposalId }, body: { onBehalf: actingCustomer } }
    await testApp.call(marketplaceApi.acceptMarketplaceSettlement, accepting, marketplace)
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(500_000), feesOwed: ngn(50_000) })
    const second = await open({
      customerId: customer.id,
      subject: { type: 'PAYMENT', id: paymentId },
      reasonCode: 'NON_PAYMENT',
      statement: disputeStatement,
    })
    await decided(provider, second.id, 0)
    expect(await only(provider)).toMatchObject({ subject: { id: subject.id }, due: ngn(500_000) })
    expect(await earnings(provider)).toMatchObject({
      available: ngn(450_000),
      collectedDirectly: ngn(0),
      feesOwed: ngn(0),
    })
  })
})

describe('a reduced cancellation fee', () => {
  /** Cancelled an hour before: half of ₦15,000 is charged. */
  async function calledOff() {
    const { provider, customer, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    testApp.clock.advance(Date.parse(startAt) - HOUR_MS - +testApp.clock.now())
    const params = { id }
    const body = { reasonCode: 'CHANGED_MIND' as const, acceptFee: true }
    const preview = await testApp.refusal(cancelMarketplaceBooking, { params, body }, marketplace)
    const { previewHash } = (preview.details as { preview: { previewHash: string } }).preview
    await testApp.call(cancelMarketplaceBooking, { params, body: { ...body, previewHash } }, marketplace)
    await later(0)
    const input = {
      customerId: customer.id,
      subject: { type: 'CANCELLATION' as const, id },
      statement: disputeStatement,
    }
    const fee = async () => {
      const { cancellation } = await testApp.call(getBooking, { params }, provider)
      return cancellation?.fee.amount
    }
    return { provider, customer, fee, dispute: () => open({ ...input, reasonCode: 'FEE' }) }
  }

  it('is charged less with a credit note', async () => {
    const { provider, fee, dispute } = await calledOff()
    const { id, amountInDispute } = await dispute()
    expect(amountInDispute).toEqual(ngn(750_000))
    expect(await only(provider)).toMatchObject({ onHold: true, due: ngn(750_000) })
    await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
    expect(await only(provider)).toMatchObject({ onHold: false, total: ngn(750_000), due: ngn(300_000) })
    expect(await fee()).toEqual(ngn(300_000))
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), available: ngn(0), onHold: ngn(0) })
  })

  it('that was paid is held meanwhile and partly refunded', async () => {
    const { provider, fee, dispute } = await calledOff()
    const { id: invoiceId } = await only(provider)
    await testApp.call(recordMarketplacePayment, { body: { invoiceId, amount: 750_000 } }, marketplace)
    expect(await earnings(provider)).toMatchObject({ pending: ngn(750_000) })
    const { id } = await dispute()
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), onHold: ngn(750_000) })
    await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
    expect(await earnings(provider)).toMatchObject({ available: ngn(300_000), onHold: ngn(0) })
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
    expect(await fee()).toEqual(ngn(300_000))
  })

  it('that is refunded meanwhile holds none of the other money', async () => {
    const { provider, dispute } = await calledOff()
    const { id: invoiceId } = await only(provider)
    const collect = { body: { invoiceId, amount: 750_000 } }
    const { id } = await testApp.call(recordMarketplacePayment, collect, marketplace)
    const source = { type: 'referral' as const, id: `inv_${provider.id}`, label: '' }
    await testApp.db.transaction((tx) =>
      payBonus(testApp.deps, tx, { providerId: provider.id, source, amountIn: () => 2_000_000 }),
    )
    await dispute()
    expect(await earnings(provider)).toMatchObject({ pending: ngn(2_000_000), onHold: ngn(750_000) })
    await testApp.call(refundPayment, { params: { id }, body: { reason: 'As a courtesy.' } }, marketplace)
    expect(await earnings(provider)).toMatchObject({ pending: ngn(2_000_000), onHold: ngn(0) })
  })

  it('that is refunded meanwhile is not charged again', async () => {
    const { provider, dispute } = await calledOff()
    const { id: invoiceId } = await only(provider)
    const collect = { body: { invoiceId, amount: 750_000 } }
    const payment = await testApp.call(recordMarketplacePayment, collect, marketplace)
    const { id } = await dispute()
    const params = { id: payment.id }
    await testApp.call(refundPayment, { params, body: { reason: 'As a courtesy.' } }, marketplace)
    await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
    expect(await only(provider)).toMatchObject({ id: invoiceId, status: 'VOID' })
    expect(await earnings(provider)).toMatchObject({ pending: ngn(0), available: ngn(0), onHold: ngn(0) })
  })

  it('that was refunded afterwards stays with the provider in part', async () => {
    const { provider, dispute } = await calledOff()
    const { id: invoiceId } = await only(provider)
    const collect = (amount: number) =>
      testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
    const payment = await collect(450_000)
    await collect(300_000)
    const { id } = await dispute()
    await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
    const params = { id: payment.id }
    await testApp.call(refundPayment, { params, body: { reason: 'As decided.' } }, marketplace)
    expect(await earnings(provider)).toMatchObject({ available: ngn(300_000) })
    expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
  })

  it.each([
    { refunded: 'PLATFORM', direct: 300_000, left: { available: ngn(0), collectedDirectly: ngn(300_000) } },
    { refunded: 'PROVIDER', direct: 450_000, left: { available: ngn(300_000), collectedDirectly: ngn(0) } },
  ])(
    'leaves what the other payment has, once the one held by the $refunded is refunded',
    async ({ refunded, direct, left }) => {
      for (const isDirectFirst of [true, false]) {
        const { provider, dispute } = await calledOff()
        const { id: invoiceId } = await only(provider)
        const paidDirectly = () => paidInCash(provider, direct)
        const paidOnline = async () => {
          const body = { invoiceId, amount: 750_000 - direct }
          return (await testApp.call(recordMarketplacePayment, { body }, marketplace)).id
        }
        const first = isDirectFirst ? await paidDirectly() : await paidOnline()
        await later(1)
        const second = isDirectFirst ? await paidOnline() : await paidDirectly()
        const { id } = await dispute()
        await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
        const params = { id: isDirectFirst === (refunded === 'PROVIDER') ? first : second }
        await testApp.call(refundPayment, { params, body: { reason: 'As decided.' } }, marketplace)
        expect(await earnings(provider)).toMatchObject({ ...left, pending: ngn(0), onHold: ngn(0) })
        expect(await only(provider)).toMatchObject({ status: 'PAID', due: ngn(0) })
      }
    },
  )

  it('is what the last of three payments has, once the others are refunded', async () => {
    const { provider, dispute } = await calledOff()
    const { id: invoiceId } = await only(provider)
    const cash = await paidInCash(provider, 200_000)
    const collect = async (amount: number) => {
      await later(1)
      return testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
    }
    await collect(200_000)
    const { id: last } = await collect(350_000)
    const { id } = await dispute()
    await decided(provider, id, 300_000, { attribution: 'CUSTOMER' })
    for (const paymentId of [cash, last]) {
      const params = { id: paymentId }
      await testApp.call(refundPayment, { params, body: { reason: 'As a courtesy.' } }, marketplace)
    }
    const left = { available: ngn(200_000), collectedDirectly: ngn(0), pending: ngn(0), onHold: ngn(0) }
    expect(await earnings(provider)).toMatchObject(left)
  })

  it('whose direct payment was not made afterwards is not collected', async () => {
    const { provider, customer, dispute } = await calledOff()
    const paymentId = await paidInCash(provider, 750_000)
    const { id } = await dispute()
    const params = { id }
    await testApp.call(protocol.respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
    const body = { amountToProvider: 300_000, note: 'Keep the rest.' }
    const { proposals } = await testApp.call(protocol.proposeSettlement, { params, body }, provider)
    const accepting = { params: { id, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: actingCustomer } }
    await testApp.call(marketplaceApi.acceptMarketplaceSettlement, accepting, marketplace)
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(300_000) })
    const subject = { type: 'PAYMENT' as const, id: paymentId }
    const claim = { customerId: customer.id, subject, reasonCode: 'NON_PAYMENT' as const, statement: disputeStatement }
    await decided(provider, (await open(claim)).id, 0)
    expect(await earnings(provider)).toMatchObject({ collectedDirectly: ngn(0), pending: ngn(0), available: ngn(0) })
    expect(await only(provider)).toMatchObject({ due: ngn(300_000) })
  })

  it('to zero is not charged', async () => {
    const { provider, fee, dispute } = await calledOff()
    const { id } = await dispute()
    await decided(provider, id, 0, { attribution: 'NEUTRAL' })
    expect(await only(provider)).toMatchObject({ status: 'VOID', due: ngn(0) })
    expect(await fee()).toEqual(ngn(0))
  })
})
