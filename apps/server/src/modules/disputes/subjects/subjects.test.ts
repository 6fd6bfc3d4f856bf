import { HOUR_MS } from '@fettle/protocol/core/durations'
import {
  addContactAttempt,
  cancelBooking,
  contestNoShow,
  getCancellationPreview,
} from '@fettle/protocol/bookings/actions'
import { getBooking } from '@fettle/protocol/bookings'
import { proposeTermination, withdrawTermination } from '@fettle/protocol/contracts/actions'
import { getContractAudit, verifyContractAudit } from '@fettle/protocol/contracts/audit'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { disputeLimits } from '@fettle/protocol/disputes/flow'
import * as protocol from '@fettle/protocol/disputes'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { getInvoice, listInvoices, voidInvoice } from '@fettle/protocol/invoices/invoices'
import { createMarketplaceChannel, getCustomerChatToken } from '@fettle/protocol/marketplace/chat'
import { contestMarketplaceCancellation } from '@fettle/protocol/marketplace/bookings'
import { proposeMarketplaceTermination } from '@fettle/protocol/marketplace/contract-terminations'
import * as marketplaceApi from '@fettle/protocol/marketplace/disputes'
import { getMarketplaceInvoice } from '@fettle/protocol/marketplace/invoices'
import { recordPayment, rejectPayment } from '@fettle/protocol/invoices/payments'
import { createChatClient, createMessageId, socketTransport } from '@fettle/chat-client'
import { describe, expect, it } from 'vitest'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import {
  disputeAnswer,
  createDisputeScenario,
  disputeStatement,
} from '../../../../testing/fixtures/dispute-scenario.ts'
import { marketplace, actingCustomer, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'
import { list } from '../disputes.store.ts'

const testApp = setUpTestApp()

const later = (hours: number) => testApp.advance(hours * HOUR_MS)
const rationale = 'The photos show it.'

/** A dispute that the customer opens and the provider answers, settled for the provider's share. */
async function settleFor(provider: TestProvider, body: Parameters<typeof openAs>[0], amountToProvider: number) {
  const { id } = await openAs(body)
  await testApp.call(protocol.respondToDispute, { params: { id }, body: { statement: disputeAnswer } }, provider)
  const note = 'Let us meet in the middle.'
  const proposed = { params: { id }, body: { amountToProvider, note } }
  const { proposals } = await testApp.call(protocol.proposeSettlement, proposed, provider)
  const at = { params: { id, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: actingCustomer } }
  return testApp.call(marketplaceApi.acceptMarketplaceSettlement, at, marketplace)
}
type Opening = Parameters<typeof testApp.call<typeof marketplaceApi.openMarketplaceDispute>>[1]['body']
const openAs = (body: Omit<Opening, 'statement'>) =>
  testApp.call(marketplaceApi.openMarketplaceDispute, { body: { statement: disputeStatement, ...body } }, marketplace)

describe('a contested no-show', () => {
  it('is resolved as a dispute, and attributed by its decision', async () => {
    const { provider, bookingId, params } = await createDisputeScenario(testApp, 'NO_SHOW')
    const note = 'I stood at the gate for half an hour.'
    await testApp.call(contestNoShow, { params: { id: bookingId }, body: { note } }, provider)
    await later(0)
    const [dispute] = await testApp.call(protocol.listDisputes, { query: { subjectId: bookingId } }, provider)
    expect(dispute).toMatchObject({ subject: { type: 'CANCELLATION' }, reasonCode: 'NO_SHOW', openedBy: 'PROVIDER' })
    expect(await testApp.call(getBooking, { params: { id: bookingId } }, provider)).toMatchObject({
      status: 'DISPUTED',
    })
    await later(72)
    const { id = '' } = dispute ?? {}
    const missing = await testApp.refusal(
      marketplaceApi.decideDispute,
      { ...params(id), body: { rationale } },
      marketplace,
    )
    expect(missing).toMatchObject({ issues: [{ field: 'attribution' }] })
    const body = { rationale, attribution: 'CUSTOMER' as const }
    await testApp.call(marketplaceApi.decideDispute, { ...params(id), body }, marketplace)
    await later(7 * 24)
    expect(await testApp.call(getBooking, { params: { id: bookingId } }, provider)).toMatchObject({
      status: 'NO_SHOW',
      noShow: { attributedTo: 'CUSTOMER', contest: { status: 'CHANGED' } },
    })
  })
})

describe('a withdrawn dispute about a cancellation', () => {
  it("leaves the other side's right to contest it", async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id: bookingId, startAt } = await confirmJob()
    testApp.clock.advance(Date.parse(startAt) - HOUR_MS - +testApp.clock.now())
    const booking = { params: { id: bookingId } }
    for (const method of ['CALL', 'SMS'] as const)
      await testApp.call(addContactAttempt, { ...booking, body: { method } }, provider)
    const query = { reasonCode: 'CUSTOMER_UNRESPONSIVE' as const }
    const { previewHash } = await testApp.call(getCancellationPreview, { ...booking, query }, provider)
    await testApp.call(cancelBooking, { ...booking, body: { ...query, previewHash } }, provider)
    const { cancellation } = await testApp.call(getBooking, booking, provider)
    const subject = { type: 'CANCELLATION' as const, id: bookingId }
    const opening = { subject, reasonCode: 'FEE' as const, statement: disputeStatement }
    const { id } = await testApp.call(protocol.openDispute, { body: opening }, provider)
    await later(1)
    await testApp.call(protocol.withdrawDispute, { params: { id }, body: {} }, provider)
    expect((await testApp.call(getBooking, booking, provider)).cancellation).toEqual(cancellation)
    const body = { note: 'Nobody ever called me.' }
    const contested = await testApp.call(contestMarketplaceCancellation, { ...booking, body }, marketplace)
    expect(contested.cancellation?.contest).toMatchObject({ status: 'OPEN' })
  })
})

describe('a disputed contract', () => {
  it('is on hold, and continues with the settlement in its audit trail', async () => {
    const { provider, customer, active, workOff, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    await workOff(id, 1)
    const subject = { type: 'CONTRACT' as const, id }
    const input = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const }
    const opened = await openAs({ ...input, amountInDispute: 20_000 })
    expect(await read(id)).toMatchObject({ status: 'DISPUTED', disputeId: opened.id, allowedActions: [] })
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ onHold: ngn(18_000), pending: ngn(27_000) })
    await testApp.call(marketplaceApi.withdrawMarketplaceDispute, { params: { id: opened.id }, body: {} }, marketplace)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', disputeId: null })
    await settleFor(provider, { ...input, amountInDispute: 20_000 }, 5_000)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE' })
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ onHold: ngn(0), pending: ngn(31_500) })
    const events = (await testApp.call(getContractAudit, { params: { id } }, provider)).map(({ event }) => event)
    expect(events.filter((event) => event.startsWith('DISPUTE'))).toEqual([
      'DISPUTE_OPENED',
      'DISPUTE_WITHDRAWN',
      'DISPUTE_OPENED',
      'DISPUTE_SETTLED',
    ])
    expect(await testApp.call(verifyContractAudit, { params: { id } }, provider)).toMatchObject({ valid: true })
  })

  it('can be ended by a decision with the completed share', async () => {
    const { customer, active, read, milestoneOf } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    const opened = await openAs({ customerId: customer.id, subject: { type: 'CONTRACT', id }, reasonCode: 'CONDUCT' })
    await later(72)
    const params = { id: opened.id }
    const completed = { rationale, subjectStatus: 'COMPLETED' }
    expect(await testApp.refusal(marketplaceApi.decideDispute, { params, body: completed }, marketplace)).toMatchObject(
      {
        issues: [{ message: 'The work is not finished. End the contract or let it continue.' }],
      },
    )
    const { milestoneId } = await milestoneOf(id, 2)
    const settlement = [{ milestoneId, percentDone: 50 }]
    const body = { rationale, subjectStatus: 'TERMINATED', settlement }
    await testApp.call(marketplaceApi.decideDispute, { params, body }, marketplace)
    await later(7 * 24)
    const ended = await read(id)
    expect(ended).toMatchObject({ status: 'TERMINATED', disputeId: null })
    expect(ended.milestones.map(({ status, settled }) => [status, settled?.amount.amount])).toEqual([
      ['CANCELLED', undefined],
      ['APPROVED', 100_000],
      ['CANCELLED', undefined],
    ])
  })
})

describe('a disputed milestone', () => {
  it('is approved for the settled amount, and blocked meanwhile while the contract continues', async () => {
    const {
      provider,
      customer,
      active,
      submit,
      read,
      milestoneOf,
      readAsCustomer: seen,
    } = await createContractScenario(testApp, {
      isNew: true,
    })
    const { id } = await active()
    await submit(id, 1)
    const { milestoneId } = await milestoneOf(id, 1)
    expect((await seen(id)).milestones[0]?.allowedActions).toContain('dispute')
    const subject = { type: 'MILESTONE' as const, id: milestoneId }
    const input = { customerId: customer.id, subject, reasonCode: 'INCOMPLETE' as const, amountInDispute: 30_000 }
    const opened = await openAs(input)
    const disputed = await read(id)
    expect(disputed).toMatchObject({
      status: 'ACTIVE',
      milestones: [{ status: 'SUBMITTED', disputeId: opened.id }, {}, {}],
    })
    expect((await seen(id)).milestones[0]?.allowedActions).toEqual([])
    // The undisputed part clears meanwhile.
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ onHold: ngn(27_000), pending: ngn(18_000) })
    await testApp.call(marketplaceApi.withdrawMarketplaceDispute, { params: { id: opened.id }, body: {} }, marketplace)
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ onHold: ngn(0), pending: ngn(0) })
    await settleFor(provider, input, 10_000)
    const { milestones } = await read(id)
    expect(milestones[0]).toMatchObject({ status: 'APPROVED', settled: { amount: ngn(30_000) }, disputeId: null })
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ onHold: ngn(0), pending: ngn(27_000) })
    expect(await testApp.call(listInvoices, {}, provider)).toMatchObject([{ total: ngn(50_000), due: ngn(30_000) }])
  })
})

describe('a milestone and its contract', () => {
  it('are not decided at the same time: by a dispute, and by a proposal to end the contract', async () => {
    const {
      provider,
      customer,
      active,
      submit,
      milestoneOf,
      read,
      readAsCustomer: seen,
    } = await createContractScenario(testApp)
    const { id } = await active()
    await submit(id, 1)
    const { milestoneId } = await milestoneOf(id, 1)
    const about = (type: 'MILESTONE' | 'CONTRACT') => ({
      customerId: customer.id,
      subject: { type, id: type === 'MILESTONE' ? milestoneId : id },
      reasonCode: 'INCOMPLETE' as const,
      statement: disputeStatement,
      amountInDispute: 30_000,
    })
    const ending = { reasonCode: 'MUTUAL' as const, effectiveDate: testApp.clock.now().toISOString().slice(0, 10) }
    const pending = { status: 409, code: 'TERMINATION_PENDING' }
    const refusal = {
      status: 409,
      code: 'MILESTONE_DISPUTED',
      message: 'A milestone of this contract is in dispute, which has to be settled first.',
    }

    await testApp.call(proposeTermination, { params: { id }, body: ending }, provider)
    expect((await seen(id)).milestones[0]?.allowedActions).not.toContain('dispute')
    const early = { body: about('MILESTONE') }
    expect(await testApp.refusal(marketplaceApi.openMarketplaceDispute, early, marketplace)).toMatchObject(pending)
    await testApp.call(withdrawTermination, { params: { id }, body: {} }, provider)

    await testApp.call(marketplaceApi.openMarketplaceDispute, early, marketplace)
    expect((await read(id)).allowedActions).not.toContain('termination')
    const input = { params: { id }, body: ending }
    expect(await testApp.refusal(proposeTermination, input, provider)).toMatchObject(refusal)
    expect(await testApp.refusal(proposeMarketplaceTermination, input, marketplace)).toMatchObject(refusal)
    const contractInput = { body: about('CONTRACT') }
    expect(await testApp.refusal(marketplaceApi.openMarketplaceDispute, contractInput, marketplace)).toMatchObject(
      refusal,
    )
  })
})

describe('a disputed payment', () => {
  it('that the customer rejected is confirmed by settlement, entirely or not at all', async () => {
    const { provider, bookingId } = await createDisputeScenario(testApp)
    const [invoice] = await testApp.call(listInvoices, { query: { bookingId } }, provider)
    const paid = { invoiceId: invoice?.id ?? '', amount: 1_000_000, method: 'CASH' as const }
    const { id: paymentId } = await testApp.call(recordPayment, { body: paid }, provider)
    await testApp.call(
      rejectPayment,
      { params: { id: paymentId }, body: { reason: 'I never paid this.' } },
      marketplace,
    )
    const seen = async () => (await testApp.call(getInvoice, { params: { id: paid.invoiceId } }, provider)).payments[0]
    expect(await seen()).toMatchObject({ disputeId: null, allowedActions: ['dispute'] })
    const subject = { type: 'PAYMENT' as const, id: paymentId }
    const opening = { subject, reasonCode: 'NON_PAYMENT' as const, statement: disputeStatement }
    const part = await testApp.refusal(protocol.openDispute, { body: { ...opening, amountInDispute: 1 } }, provider)
    expect(part).toMatchObject({ issues: [{ message: 'Award all of it or nothing.' }] })
    const { id: first } = await testApp.call(protocol.openDispute, { body: opening }, provider)
    expect(await seen()).toMatchObject({ disputeId: first, allowedActions: [] })
    await testApp.call(protocol.withdrawDispute, { params: { id: first }, body: {} }, provider)
    expect(await seen()).toMatchObject({ disputeId: null, allowedActions: ['dispute'] })
    const { id } = await testApp.call(protocol.openDispute, { body: opening }, provider)
    await later(72)
    const body = { rationale, amountToProvider: 1_000_000 }
    await testApp.call(marketplaceApi.decideDispute, { params: { id }, body }, marketplace)
    await later(7 * 24)
    const [after] = await testApp.call(listInvoices, { query: { bookingId } }, provider)
    expect(after).toMatchObject({ status: 'PARTIALLY_PAID', due: ngn(500_000) })
    expect(await seen()).toMatchObject({ status: 'CONFIRMED', disputeId: id, allowedActions: [] })
  })

  it('is not counted on an invoice that was voided meanwhile', async () => {
    const { provider, bookingId } = await createDisputeScenario(testApp)
    const [invoice] = await testApp.call(listInvoices, { query: { bookingId } }, provider)
    const paid = { invoiceId: String(invoice?.id), amount: 500_000, method: 'CASH' as const }
    const { id: paymentId } = await testApp.call(recordPayment, { body: paid }, provider)
    const reason = 'I never paid this.'
    await testApp.call(rejectPayment, { params: { id: paymentId }, body: { reason } }, marketplace)
    const subject = { type: 'PAYMENT' as const, id: paymentId }
    const opening = { subject, reasonCode: 'NON_PAYMENT' as const, statement: disputeStatement }
    const { id } = await testApp.call(protocol.openDispute, { body: opening }, provider)
    const params = { id: paid.invoiceId }
    await testApp.call(voidInvoice, { params, body: { reason: 'The wrong customer.' } }, provider)
    await later(72)
    const body = { rationale, amountToProvider: 500_000 }
    await testApp.call(marketplaceApi.decideDispute, { params: { id }, body }, marketplace)
    await later(7 * 24)
    const { status, paid: sum, payments } = await testApp.call(getInvoice, { params }, provider)
    expect({ status, sum, payments }).toMatchObject({ status: 'VOID', sum: ngn(0), payments: [{ status: 'REJECTED' }] })
  })

  it('is answered while pending, and can be disputed for two weeks once confirmed', async () => {
    const { provider, customer, bookingId } = await createDisputeScenario(testApp)
    const [invoice] = await testApp.call(listInvoices, { query: { bookingId } }, provider)
    const paid = { invoiceId: invoice?.id ?? '', amount: 1_000_000, method: 'CASH' as const }
    const recorded = await testApp.call(recordPayment, { body: paid }, provider)
    expect(recorded).toMatchObject({ disputeId: null, allowedActions: [] })
    const params = { id: paid.invoiceId }
    const customerActions = async () =>
      (await testApp.call(getMarketplaceInvoice, { params, query: {} }, marketplace)).payments[0]?.allowedActions
    expect(await customerActions()).toEqual(['confirm', 'reject'])
    await later(72)
    expect(await customerActions()).toEqual(['dispute'])
    await later(disputeLimits.paymentDays * 24)
    expect(await customerActions()).toEqual(['dispute'])
    const until = testApp.clock.now()
    await later(1)
    expect(await customerActions()).toEqual([])
    const body = {
      customerId: customer.id,
      subject: { type: 'PAYMENT' as const, id: recorded.id },
      reasonCode: 'NON_PAYMENT' as const,
      statement: disputeStatement,
    }
    expect(await testApp.refusal(marketplaceApi.openMarketplaceDispute, { body }, marketplace)).toMatchObject({
      code: 'DISPUTE_CLOSED',
      details: { time: formatMoment(until, 'Africa/Lagos'), until: until.toISOString() },
    })
  })
})

describe('dashboard and evidence bundle', () => {
  it('ask for an answer until it is given; both sides see the same evidence', async () => {
    const { byCustomer, provider, read, bookingId } = await createDisputeScenario(testApp)
    const { id } = await byCustomer()
    const todos = async () => (await testApp.call(getDashboard, {}, provider)).todos.map(({ id: todo }) => todo)
    expect(await todos()).toContain(`ANSWER_DISPUTE:${id}`)
    await later(0)
    const { evidencePack } = await read(id)
    expect(evidencePack?.documents).toMatchObject([{ type: 'BOOKING', id: bookingId }])
    expect(evidencePack?.timeline.map(({ event }) => event)).toContain('booking.completed')
    const seen = await testApp.call(marketplaceApi.getMarketplaceDispute, { params: { id } }, marketplace)
    expect(seen.evidencePack).toEqual(evidencePack)
    const [listed] = await list(testApp.db, { providerId: provider.id })
    expect(listed).not.toHaveProperty('evidencePack')
    await testApp.call(protocol.respondToDispute, { params: { id }, body: { statement: disputeAnswer } }, provider)
    expect(await todos()).not.toContain(`ANSWER_DISPUTE:${id}`)
  })

  it('have the conversation, also what one of the two has cleared', async () => {
    const { byCustomer, provider, customer, read } = await createDisputeScenario(testApp)
    const body = { providerId: provider.id, customerId: customer.id }
    const { cid } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const { chat } = testApp.app
    await chat.sendMessage(cid, customer.id, { id: createMessageId(), text: 'All is well, thank you.' })
    const { token, appKey } = await testApp.call(getCustomerChatToken, { params: { id: customer.id } }, marketplace)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: customer.id }, token: () => token })
    await client.call('channels.truncate', { cid })
    client.disconnect()
    expect(await chat.listNewest(cid, customer.id, 1)).toEqual([])
    const { id } = await byCustomer()
    await later(0)
    const { evidencePack } = await read(id)
    expect(evidencePack?.chat).toMatchObject([{ by: 'CUSTOMER', text: 'All is well, thank you.' }])
  })
})
