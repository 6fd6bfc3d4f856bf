import { getBooking } from '@fettle/protocol/bookings'
import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { holdContract, proposeTermination, startMilestone, submitMilestone } from '@fettle/protocol/contracts/actions'
import { getContractAudit } from '@fettle/protocol/contracts/audit'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { createInvoice, issueInvoice, listInvoices, voidInvoice } from '@fettle/protocol/invoices/invoices'
import { acceptMarketplaceTermination } from '@fettle/protocol/marketplace/contract-terminations'
import { approveMilestone, requestMilestoneChanges } from '@fettle/protocol/marketplace/contract-milestones'
import {
  confirmPayment,
  recordMarketplacePayment,
  recordPayment,
  refundPayment,
} from '@fettle/protocol/invoices/payments'
import { listCustomerHistory } from '@fettle/protocol/workspace/customers'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import { asFile, pdf } from '../../../../testing/fixtures/files.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import { marketplace, requestBooking, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { MILESTONE_PAID } from '../../invoices/index.ts'

const testApp = setUpTestApp()

describe('a milestone', () => {
  it('is started, submitted with evidence, and approved', async () => {
    const { provider, customer, active, milestoneOf, approve, read, readAsCustomer } =
      await createContractScenario(testApp)
    const { id } = await active()
    const params = await milestoneOf(id, 1)
    const booking = await requestBooking(testApp, { provider, customer, startAt: '2026-03-09T08:00:00.000Z' })
    const started = await testApp.call(startMilestone, { params, body: { bookingIds: [booking.id] } }, provider)
    expect(started.milestones[0]).toMatchObject({ status: 'IN_PROGRESS', allowedActions: ['submit'] })
    const evidence = await testApp.call(createUpload, { body: { purpose: 'EVIDENCE' }, file: asFile(pdf()) }, provider)
    const body = { note: 'Out and away.', evidenceIds: [evidence.id] }
    const submitted = await testApp.call(submitMilestone, { params, body }, provider)
    expect(submitted.milestones[0]).toMatchObject({
      status: 'SUBMITTED',
      note: 'Out and away.',
      evidenceIds: [evidence.id],
      bookingIds: [booking.id],
      autoApproveAt: '2026-03-09T11:00:00.000Z',
      allowedActions: [],
    })
    expect((await readAsCustomer(id)).milestones[0]).toMatchObject({
      allowedActions: ['approve', 'request-changes', 'dispute'],
    })
    expect((await readAsCustomer(id)).files).toMatchObject([{ id: evidence.id }])
    await approve(id, 1)
    expect((await read(id)).milestones[0]).toMatchObject({
      status: 'APPROVED',
      approvedBySystem: false,
      autoApproveAt: null,
    })
  })

  it('is paid as a whole instead of by its visits', async () => {
    const { provider, customer, active, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active()
    const visit = await requestBooking(testApp, { provider, customer, startAt: '2026-03-10T08:00:00.000Z' })
    const bookingIds = [visit.id]
    const first = { params: await milestoneOf(id, 1), body: { bookingIds } }
    await testApp.call(startMilestone, first, provider)
    const links = await testApp.db.one<{ contract: string; milestone: string }>(
      sql`select contract_id as contract, milestone_id as milestone from bookings where id = ${visit.id}`,
    )
    expect(links).toEqual({ contract: id, milestone: first.params.milestoneId })
    const second = { params: await milestoneOf(id, 2), body: { bookingIds } }
    expect(await testApp.refusal(startMilestone, second, provider)).toMatchObject({ status: 422 })
  })

  it('is started once, and refuses to be started again with other visits', async () => {
    const { provider, customer, active, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active()
    const visit = await requestBooking(testApp, { provider, customer, startAt: '2026-03-12T08:00:00.000Z' })
    const params = await milestoneOf(id, 1)
    await testApp.call(startMilestone, { params, body: {} }, provider)
    expect((await testApp.call(startMilestone, { params, body: {} }, provider)).milestones[0]?.status).toBe(
      'IN_PROGRESS',
    )
    const late = { params, body: { bookingIds: [visit.id] } }
    expect(await testApp.refusal(startMilestone, late, provider)).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  it('leaves extra work on its visits to be charged with them', async () => {
    const { provider, customer, active, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active()
    const price = { model: 'FIXED' as const, amount: { amount: 1_500_000, currency: 'NGN' } }
    const visit = await requestBooking(testApp, { provider, customer, startAt: '2026-03-11T08:00:00.000Z', price })
    const milestone = { params: await milestoneOf(id, 1), body: { bookingIds: [visit.id] } }
    await testApp.call(startMilestone, milestone, provider)
    const params = { id: visit.id }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    const less = { lines: [{ description: 'Old valve kept', unitAmount: -1 }], reason: 'It does not leak.' }
    expect(await testApp.refusal(createPriceAdjustment, { params, body: less }, provider)).toMatchObject({
      status: 422,
    })
    const body = { lines: [{ description: 'New valve', unitAmount: 250_000 }], reason: 'The old one leaks.' }
    const extra = await testApp.call(createPriceAdjustment, { params, body }, provider)
    const answer = { params: { ...params, adjustmentId: extra.id }, body: {} }
    const visitOf = () => testApp.call(getBooking, { params }, provider)
    const listed = { params: { id: customer.id }, query: { kind: 'BOOKING' as const } }
    const amountInHistory = async () =>
      (await testApp.call(listCustomerHistory, listed, provider)).find((each) => each.id === visit.id)?.amount
    expect([(await visitOf()).adjustedTotal, await amountInHistory()]).toEqual([null, null])
    await testApp.call(approvePriceAdjustment, answer, marketplace)
    const onlyExtra = { amount: 250_000, currency: 'NGN' }
    expect([(await visitOf()).adjustedTotal, await amountInHistory()]).toEqual([onlyExtra, onlyExtra])
    await testApp.call(startBooking, { params, body: { otherJob: 'KEEP_RUNNING' } }, provider)
    await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, provider)
    await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const charged = await testApp.call(listInvoices, { query: { bookingId: visit.id } }, provider)
    expect(charged).toMatchObject([{ status: 'ISSUED', total: { amount: 250_000, currency: 'NGN' } }])
  })

  /** A confirmed visit with its own price, and its calls. */
  async function createVisit(parties: { provider: TestProvider; customer: { id: string } }) {
    const price = { model: 'FIXED' as const, amount: { amount: 1_500_000, currency: 'NGN' } }
    const startAt = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const { id } = await requestBooking(testApp, { ...parties, startAt, price })
    const { provider } = parties
    const params = { id }
    await testApp.call(acceptBooking, { params, body: { allowOverlap: true, overlapReason: 'Same job' } }, provider)
    const complete = async () => {
      await testApp.call(startBooking, { params, body: { otherJob: 'KEEP_RUNNING' } }, provider)
      await testApp.call(completeBooking, { params, body: { summary: 'Done.' } }, provider)
    }
    return { id, params, complete }
  }

  it('does not pay visits again that have their own invoice', async () => {
    const { provider, customer, active, milestoneOf } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    const visit = await createVisit({ provider, customer })
    await visit.complete()
    const subject = { type: 'BOOKING' as const, id: visit.id }
    const invoice = await testApp.call(createInvoice, { body: { subject } }, provider)
    await testApp.call(issueInvoice, { params: { id: invoice.id }, body: {} }, provider)
    const start = { params: await milestoneOf(id, 1), body: { bookingIds: [visit.id] } }
    expect(await testApp.refusal(startMilestone, start, provider)).toMatchObject({
      status: 422,
      issues: [{ message: 'This booking has its own invoice. Void it first.' }],
    })
    await testApp.call(voidInvoice, { params: { id: invoice.id }, body: { reason: 'Part of the contract' } }, provider)
    expect((await testApp.call(startMilestone, start, provider)).milestones[0]?.status).toBe('IN_PROGRESS')
  })

  it('that is cancelled leaves visits that have not started to be paid by themselves', async () => {
    const { provider, customer, active, milestoneOf, onBehalf } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    const [done, planned] = [await createVisit({ provider, customer }), await createVisit({ provider, customer })]
    const bookingIds = [done.id, planned.id]
    await testApp.call(startMilestone, { params: await milestoneOf(id, 1), body: { bookingIds } }, provider)
    await done.complete()
    const ending = { reasonCode: 'MUTUAL' as const, effectiveDate: testApp.clock.now().toISOString().slice(0, 10) }
    await testApp.call(proposeTermination, { params: { id }, body: ending }, provider)
    await testApp.call(acceptMarketplaceTermination, { params: { id }, body: { onBehalf: onBehalf() } }, marketplace)
    await planned.complete()
    for (const { params } of [done, planned]) {
      await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
      await testApp.deps.jobs.runDue()
    }
    const totals = async (bookingId: string) =>
      (await testApp.call(listInvoices, { query: { bookingId } }, provider)).map(({ total }) => total.amount)
    expect([await totals(done.id), await totals(planned.id)]).toEqual([[], [1_500_000]])
    expect(await testApp.call(getBooking, { params: planned.params }, provider)).toMatchObject({ milestoneId: null })
  })

  it('refers to visits of its own customer only', async () => {
    const { provider, active, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active()
    const body = { bookingIds: [`bkg_${'0'.repeat(26)}`] }
    expect(await testApp.refusal(startMilestone, { params: await milestoneOf(id, 1), body }, provider)).toMatchObject({
      issues: [{ message: 'Choose an open booking with this customer.' }],
    })
  })

  it('waits for the previous one when done in order', async () => {
    const { provider, active, milestoneOf, submit, approve } = await createContractScenario(testApp)
    const { id, milestones } = await active({ sequential: true })
    expect(milestones.map(({ allowedActions }) => allowedActions)).toEqual([['start'], [], []])
    const second = { params: await milestoneOf(id, 2), body: {} }
    expect(await testApp.refusal(startMilestone, second, provider)).toMatchObject({
      status: 409,
      code: 'MILESTONE_ORDER',
      message: 'Milestones are completed in order. Finish “Old units out” first.',
    })
    await submit(id, 1)
    expect(await testApp.refusal(startMilestone, second, provider)).toMatchObject({ code: 'MILESTONE_ORDER' })
    await approve(id, 1)
    expect(await testApp.call(startMilestone, second, provider)).toMatchObject({ status: 'ACTIVE' })
  })

  it('is returned three times at most', async () => {
    const { provider, active, milestoneOf, submit, read } = await createContractScenario(testApp)
    const { id } = await active()
    await submit(id, 1)
    const params = await milestoneOf(id, 1)
    const sendBack = (note: string) => ({ params, body: { note } })
    for (const note of ['Once.', 'Twice.', 'Thrice.']) {
      await testApp.call(requestMilestoneChanges, sendBack(note), marketplace)
      await testApp.call(submitMilestone, { params, body: { note: `After ${note}` } }, provider)
    }
    expect(await testApp.refusal(requestMilestoneChanges, sendBack('Again.'), marketplace)).toMatchObject({
      status: 409,
      code: 'CHANGES_LIMIT',
      message: 'Changes can be requested 3 times. Open a dispute instead.',
    })
    const [milestone] = (await read(id)).milestones
    expect(milestone?.changes.map(({ note }) => note)).toEqual(['Once.', 'Twice.', 'Thrice.'])
    expect(milestone).toMatchObject({ changesLeft: 0, status: 'SUBMITTED' })
  })

  it('refuses steps of other states, with the allowed ones', async () => {
    const { provider, active, milestoneOf, submit } = await createContractScenario(testApp)
    const { id } = await active()
    const params = await milestoneOf(id, 1)
    const body = { note: 'Done.' }
    const refused = { status: 409, code: 'INVALID_TRANSITION' }
    expect(await testApp.refusal(submitMilestone, { params, body }, provider)).toMatchObject({
      ...refused,
      message: 'This is not possible while the milestone is pending.',
      details: { from: 'PENDING', action: 'submit', allowed: ['start'] },
    })
    expect(await testApp.refusal(approveMilestone, { params, body: {} }, marketplace)).toMatchObject(refused)
    expect(await testApp.refusal(requestMilestoneChanges, { params, body }, marketplace)).toMatchObject(refused)
    await submit(id, 1)
    expect(await testApp.refusal(startMilestone, { params, body: {} }, provider)).toMatchObject({
      details: { from: 'SUBMITTED', allowed: [] },
    })
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    expect(await testApp.refusal(approveMilestone, { params, body: {} }, marketplace)).toMatchObject({
      details: { from: 'ON_HOLD' },
    })
    const nobodys = { params: { id, milestoneId: `mil_${'0'.repeat(26)}` }, body: {} }
    expect(await testApp.refusal(startMilestone, nobodys, provider)).toMatchObject({ status: 404 })
  })
})

describe('approving a milestone', () => {
  it('invoices and books it at once', async () => {
    const { provider, active, workOff, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active({ paymentTerms: { dueDays: 14, lateFeeBps: 0 } })
    await workOff(id, 1)
    const [invoice] = await testApp.call(listInvoices, {}, provider)
    expect(invoice).toMatchObject({
      status: 'ISSUED',
      subject: { type: 'MILESTONE' },
      total: { amount: 50_000 },
      dueAt: '2026-03-16T11:00:00.000Z',
    })
    expect((await read(id)).milestones[0]).toMatchObject({ invoiceId: invoice?.id, paidAt: null })
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ pending: { amount: 45_000 } })
    const body = {
      invoiceId: invoice?.id ?? '',
      amount: 50_000,
      method: 'MARKETPLACE' as const,
    }
    const payment = await testApp.call(recordMarketplacePayment, { body }, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await read(id)).toMatchObject({
      milestones: [{ status: 'PAID', paidAt: '2026-03-02T11:00:00.000Z' }, {}, {}],
      progress: { paidAmount: { amount: 50_000 }, approvedAmount: { amount: 50_000 } },
    })
    // Fully refunded: the invoice is void and the milestone is unpaid again.
    const refund = { params: { id: payment.id }, body: { reason: 'It leaks again.' } }
    await testApp.call(refundPayment, refund, marketplace)
    await testApp.deps.jobs.runDue()
    // The job of the payment, repeated after that of the refund.
    const milestoneId = String((await read(id)).milestones[0]?.id)
    await testApp.db.transaction((tx) => testApp.deps.jobs.add(tx, MILESTONE_PAID, { contractId: id, milestoneId }))
    await testApp.deps.jobs.runDue()
    expect(await read(id)).toMatchObject({
      milestones: [{ status: 'APPROVED', paidAt: null }, {}, {}],
      progress: { paidAmount: { amount: 0 }, approvedAmount: { amount: 50_000 } },
    })
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.map(({ event }) => event)).toEqual(expect.arrayContaining(['MILESTONE_PAID', 'MILESTONE_REFUNDED']))
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ pending: { amount: 0 } })
  })

  it('names its invoice, also where its provider voided the first and charged it again', async () => {
    const { provider, active, workOff, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    await workOff(id, 1)
    const milestone = async () => (await read(id)).milestones[0]
    const first = await milestone()
    const invoiceId = String(first?.invoiceId)
    await testApp.call(voidInvoice, { params: { id: invoiceId }, body: { reason: 'The wrong customer.' } }, provider)
    const subject = { type: 'MILESTONE' as const, id: String(first?.id) }
    const draft = await testApp.call(createInvoice, { body: { subject } }, provider)
    await testApp.deps.jobs.runDue()
    expect(await milestone()).toMatchObject({ invoiceId })
    await testApp.call(issueInvoice, { params: { id: draft.id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    expect(await milestone()).toMatchObject({ invoiceId: draft.id, status: 'APPROVED' })
  })

  it('takes effect once in concurrent calls', async () => {
    const { provider, active, submit, milestoneOf } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    await submit(id, 1)
    const params = await milestoneOf(id, 1)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => testApp.send(approveMilestone, { params, body: {} }, marketplace)),
    )
    expect(statusesOf(replies)).toEqual([200, 200, 200, 200])
    expect(await testApp.call(listInvoices, {}, provider)).toHaveLength(1)
    const { count } = await testApp.db.one<{ count: number }>(sql`
      select count(*) as count from events where subject_id = ${id} and type = 'milestone.approved'`)
    expect(count).toBe(1)
  })

  it('retains the agreed share until the whole is completed', async () => {
    const { provider, active, workOff } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active({ retentionBps: 1000 })
    await workOff(id, 1)
    await workOff(id, 2)
    const earned = () => testApp.call(getEarnings, {}, provider)
    expect(await earned()).toMatchObject({ onHold: { amount: 25_000 }, pending: { amount: 200_000 } })
    await workOff(id, 3)
    expect(await earned()).toMatchObject({ onHold: { amount: 0 }, pending: { amount: 270_000 } })
  })

  it('retains nothing of a milestone that was paid in cash', async () => {
    const { provider, active, workOff } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active({ retentionBps: 1000 })
    await workOff(id, 1)
    const [invoice] = await testApp.call(listInvoices, {}, provider)
    const paid = { invoiceId: invoice?.id ?? '', amount: 50_000, method: 'CASH' as const }
    const payment = await testApp.call(recordPayment, { body: paid }, provider)
    await testApp.call(confirmPayment, { params: { id: payment.id }, body: {} }, marketplace)
    await workOff(id, 2)
    // A tenth of the second milestone is on hold, and nothing else is missing.
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({
      onHold: { amount: 20_000 },
      pending: { amount: 160_000 },
    })
  })
})
