import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { acceptSettlement, appealDispute, withdrawDispute } from '@fettle/protocol/disputes'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { describe, expect, it } from 'vitest'
import { createDisputeScenario, disputeStatement } from '../../../testing/fixtures/dispute-scenario.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { marketplace, actingCustomer } from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { acceptMarketplaceSettlement, withdrawMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'

const testApp = setUpTestApp()

const after = (milliseconds: number) => new Date(+testApp.clock.now() + milliseconds).toISOString()

describe('opening a dispute', () => {
  it('pauses the booking, holds the disputed amount only and allows 72 hours to answer', async () => {
    const { byCustomer, booking, earnings, read } = await createDisputeScenario(testApp)
    const respondBy = after(72 * HOUR_MS)
    const opened = await byCustomer({ amountInDispute: 500_000, desiredOutcome: 'Half of it back.' })
    expect(opened).toMatchObject({
      status: 'OPEN',
      openedBy: 'CUSTOMER',
      statement: disputeStatement,
      desiredOutcome: 'Half of it back.',
      total: ngn(1_500_000),
      amountInDispute: ngn(500_000),
      stage: { until: respondBy, awaiting: ['PROVIDER'] },
      respondBy,
      allowedActions: ['withdraw', 'evidence'],
    })
    expect(await booking()).toMatchObject({ status: 'DISPUTED', disputeId: opened.id, allowedActions: [] })
    expect(await earnings()).toMatchObject({ pending: ngn(900_000), onHold: ngn(450_000) })
    expect(await read(opened.id)).toMatchObject({ allowedActions: ['respond', 'evidence'] })
  })

  it('about unconfirmed work lets the undisputed part clear', async () => {
    const { byCustomer, earnings } = await createDisputeScenario(testApp, 'AWAITING_CONFIRMATION')
    expect(await earnings()).toMatchObject({ pending: ngn(0) })
    const { id } = await byCustomer({ amountInDispute: 500_000 })
    expect(await earnings()).toMatchObject({ pending: ngn(900_000), onHold: ngn(450_000) })
    await testApp.call(withdrawMarketplaceDispute, { params: { id }, body: {} }, marketplace)
    expect(await earnings()).toMatchObject({ pending: ngn(0), onHold: ngn(0), available: ngn(0) })
  })
})

describe('a settlement', () => {
  it('moves the money at once: the provider gets their share, the rest is reversed', async () => {
    const { negotiating, propose, earnings, booking, provider } = await createDisputeScenario(testApp)
    const { id } = await negotiating({ amountInDispute: 600_000 })
    const { proposals } = await propose(id, 200_000)
    const proposalId = proposals[0]?.id ?? ''
    const accepting = { params: { id, proposalId }, body: { onBehalf: actingCustomer } }
    const settled = await testApp.call(acceptMarketplaceSettlement, accepting, marketplace)
    expect(settled).toMatchObject({
      status: 'RESOLVED',
      outcome: { by: 'AGREEMENT', amountToProvider: ngn(200_000), appealUntil: null },
      allowedActions: [],
    })
    expect(await booking()).toMatchObject({ status: 'COMPLETED' })
    expect(await earnings()).toMatchObject({ pending: ngn(990_000), onHold: ngn(0) })
    const [invoice] = await testApp.call(listInvoices, {}, provider)
    expect(invoice).toMatchObject({ total: ngn(1_500_000), due: ngn(1_100_000), status: 'ISSUED' })
  })

  it('of unconfirmed work confirms it', async () => {
    const { negotiating, proposeBack, earnings, booking, provider } = await createDisputeScenario(
      testApp,
      'AWAITING_CONFIRMATION',
    )
    const { id } = await negotiating()
    const { proposals } = await proposeBack(id, 1_000_000)
    const proposalId = proposals[0]?.id ?? ''
    await testApp.call(acceptSettlement, { params: { id, proposalId }, body: {} }, provider)
    expect(await booking()).toMatchObject({ status: 'COMPLETED' })
    await testApp.deps.jobs.runDue()
    expect(await earnings()).toMatchObject({ pending: ngn(900_000), onHold: ngn(0) })
    const invoices = await testApp.call(listInvoices, {}, provider)
    expect(invoices).toMatchObject([{ total: ngn(1_500_000), due: ngn(1_000_000) }])
  })
})

describe('a dispute decision', () => {
  it('takes effect after seven days without an appeal', async () => {
    const { reviewed, decide, later, earnings, booking, read } = await createDisputeScenario(testApp)
    const { id, status, reviewReason } = await reviewed()
    expect({ status, reviewReason }).toEqual({ status: 'UNDER_REVIEW', reviewReason: 'NO_ANSWER' })
    const appealUntil = after(7 * DAY_MS)
    expect(await decide(id, { amountToProvider: 0 })).toMatchObject({
      status: 'RESOLVED',
      outcome: { by: 'OPERATOR', appealUntil, effectiveAt: null },
    })
    expect(await booking()).toMatchObject({ status: 'DISPUTED' })
    await later(7 * 24)
    expect(await read(id)).toMatchObject({ outcome: { effectiveAt: appealUntil } })
    expect(await booking()).toMatchObject({ status: 'COMPLETED' })
    expect(await earnings()).toMatchObject({ pending: ngn(0), available: ngn(0), onHold: ngn(0) })
  })

  it('is reviewed once on appeal', async () => {
    const { reviewed, decide, provider, booking, earnings } = await createDisputeScenario(testApp)
    const { id } = await reviewed()
    await decide(id, { amountToProvider: 0 })
    const note = 'I have photos of the day before which show the same scratches.'
    const appealed = await testApp.call(appealDispute, { params: { id }, body: { note } }, provider)
    expect(appealed).toMatchObject({ status: 'UNDER_REVIEW', reviewReason: 'APPEAL', outcome: null, appeal: { note } })
    expect(await decide(id, { amountToProvider: 1_500_000 })).toMatchObject({ status: 'RESOLVED' })
    expect(await booking()).toMatchObject({ status: 'COMPLETED' })
    expect(await earnings()).toMatchObject({ onHold: ngn(0), available: ngn(1_350_000) })
    const refusal = await testApp.refusal(appealDispute, { params: { id }, body: { note } }, provider)
    expect(refusal).toMatchObject({ status: 409, code: 'INVALID_TRANSITION' })
  })
})

it('about unconfirmed work, once withdrawn, leaves the confirmation to the customer', async () => {
  const { byCustomer, booking, params } = await createDisputeScenario(testApp, 'AWAITING_CONFIRMATION')
  expect(await booking()).toMatchObject({ awaitingParty: 'CUSTOMER' })
  const { id } = await byCustomer()
  expect(await booking()).toMatchObject({ awaitingParty: null })
  await testApp.call(withdrawMarketplaceDispute, { ...params(id), body: {} }, marketplace)
  expect(await booking()).toMatchObject({ status: 'AWAITING_CONFIRMATION', awaitingParty: 'CUSTOMER' })
})

it('is withdrawn by the opening side only', async () => {
  const { byCustomer, provider, booking, params } = await createDisputeScenario(testApp)
  const { id } = await byCustomer()
  const refused = await testApp.refusal(withdrawDispute, { ...params(id), body: {} }, provider)
  expect(refused).toMatchObject({ code: 'INVALID_TRANSITION', details: { allowed: ['respond', 'evidence'] } })
  await testApp.call(withdrawMarketplaceDispute, { ...params(id), body: {} }, marketplace)
  expect(await booking()).toMatchObject({ status: 'COMPLETED', disputeId: null })
})
