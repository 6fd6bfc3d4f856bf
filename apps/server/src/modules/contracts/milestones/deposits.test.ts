import { createContract } from '@fettle/protocol/contracts/actions'
import { proposeSettlement, respondToDispute } from '@fettle/protocol/disputes'
import { getEarnings, listEarnings } from '@fettle/protocol/earnings/earnings'
import { createInvoice, getInvoice, issueInvoice, listInvoices, voidInvoice } from '@fettle/protocol/invoices/invoices'
import {
  confirmPayment,
  recordMarketplacePayment,
  recordPayment,
  refundPayment,
} from '@fettle/protocol/invoices/payments'
import { acceptMarketplaceSettlement, openMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { describe, expect, it } from 'vitest'
import { contractScenarioBetween } from '../../../../testing/fixtures/contract-scenario.ts'
import { disputeAnswer, disputeStatement } from '../../../../testing/fixtures/dispute-scenario.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { payBonus } from '../../earnings/index.ts'

const testApp = setUpTestApp()

const twoMilestones = [
  { title: 'Tearing out', amount: 300_000, dueDate: '2026-03-20' },
  { title: 'Fitting', amount: 500_000, dueDate: '2026-03-25' },
]

const threeMilestones = [...twoMilestones, { title: 'Painting', amount: 100_000, dueDate: '2026-03-28' }]

/** A signed contract of an offer with a deposit of ₦5,283.57, and ₦20,000 of other money that is pending. */
async function signed(milestones = twoMilestones, over: { retentionBps?: number } = {}) {
  const { provider: me, customer, sent, accept } = await createOfferScenario(testApp, { isNew: true })
  const { id: offerId } = await sent()
  await accept(offerId)
  const [deposit] = await testApp.call(listInvoices, {}, me)
  const invoiceId = deposit?.id ?? ''
  const { id } = await testApp.call(createContract, { body: { offerId } }, me)
  const { edit, send, sign, workOff, read, milestoneOf, onBehalf } = contractScenarioBetween(testApp, me, customer)
  const totalAmount = milestones.reduce((sum, { amount }) => sum + amount, 0)
  await edit(id, { startDate: '2026-03-09', totalAmount, milestones, ...over })
  await send(id)
  await sign(id)
  const source = { type: 'referral' as const, id: `inv_${me.id}`, label: '' }
  await testApp.db.transaction((tx) =>
    payBonus(testApp.deps, tx, { providerId: me.id, source, amountIn: () => 2_000_000 }),
  )
  const payDirectly = async (amount: number) => {
    const body = { invoiceId, amount, method: 'CASH' as const }
    const payment = await testApp.call(recordPayment, { body }, me)
    return testApp.call(confirmPayment, { params: { id: payment.id }, body: {} }, marketplace)
  }
  const collect = (amount: number) =>
    testApp.call(recordMarketplacePayment, { body: { invoiceId, amount } }, marketplace)
  const refund = (paymentId: string) =>
    testApp.call(refundPayment, { params: { id: paymentId }, body: { reason: 'By agreement.' } }, marketplace)
  /** What is pending besides the other money, what the provider collected, and what they owe the platform for it. */
  const money = async () => {
    const { pending, collectedDirectly, feesOwed } = await testApp.call(getEarnings, {}, me)
    return [pending.amount - 2_000_000, collectedDirectly.amount, feesOwed.amount]
  }
  const onHold = async () => (await testApp.call(getEarnings, {}, me)).onHold.amount
  const open = (subject: { type: 'MILESTONE' | 'CONTRACT'; id: string }) => {
    const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    return testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
  }
  const dispute = async (order: number) => open({ type: 'MILESTONE', id: (await milestoneOf(id, order)).milestoneId })
  const settle = async (disputeId: string, amountToProvider: number) => {
    const params = { id: disputeId }
    await testApp.call(respondToDispute, { params, body: { statement: disputeAnswer } }, me)
    const body = { amountToProvider, note: 'Keep the rest.' }
    const { proposals } = await testApp.call(proposeSettlement, { params, body }, me)
    const accepting = { params: { ...params, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: onBehalf() } }
    await testApp.call(acceptMarketplaceSettlement, accepting, marketplace)
  }
  const deposits = async () => {
    const entries = await testApp.call(listEarnings, { query: { type: 'DEPOSIT' } }, me)
    return entries.map(({ amount, status }) => [amount.amount, status])
  }
  return {
    me,
    invoiceId,
    workOff: (order: number) => workOff(id, order),
    read: () => read(id),
    invoiceOf: async (order: number) => {
      const { milestones } = await read(id)
      const invoice = milestones.find((each) => each.order === order)?.invoiceId
      return testApp.call(getInvoice, { params: { id: invoice ?? '' } }, me)
    },
    readDeposit: () => testApp.call(getInvoice, { params: { id: invoiceId } }, me),
    payDirectly,
    collect,
    refund,
    money,
    onHold,
    dispute,
    disputeContract: () => open({ type: 'CONTRACT', id }),
    settle,
    deposits,
  }
}

describe('a deposit of more than the first milestone', () => {
  it('that was paid directly is transferred as far as each milestone deducts it', async () => {
    const { workOff, payDirectly, money, deposits } = await signed()
    await payDirectly(528_357)
    expect(await money()).toEqual([0, 528_357, 0])
    await workOff(1)
    expect(await money()).toEqual([0, 528_357, 30_000])
    expect(await deposits()).toEqual([
      [-300_000, 'REVERSED'],
      [528_357, 'PAID_OUT'],
    ])
    await workOff(2)
    // ₦2,716.43 less a tenth are to come through the platform.
    expect(await money()).toEqual([244_479, 528_357, 52_836])
    expect(await deposits()).toEqual([
      [-228_357, 'REVERSED'],
      [-300_000, 'REVERSED'],
      [528_357, 'REVERSED'],
    ])
  })

  it('that was paid directly after the first milestone is transferred as far as that deducts it', async () => {
    const { workOff, payDirectly, money } = await signed()
    await workOff(1)
    expect(await money()).toEqual([270_000, 0, 0])
    await payDirectly(528_357)
    expect(await money()).toEqual([0, 528_357, 30_000])
    await workOff(2)
    expect(await money()).toEqual([244_479, 528_357, 52_836])
  })

  it('that was refunded stays deducted from a milestone that is charged again', async () => {
    const { me, workOff, collect, refund, money, invoiceOf } = await signed()
    const payment = await collect(528_357)
    await workOff(1)
    await workOff(2)
    const { id, subject } = await invoiceOf(2)
    await refund(payment.id)
    expect(await invoiceOf(2)).toMatchObject({ due: ngn(271_643) })
    await testApp.call(voidInvoice, { params: { id }, body: { reason: 'The wrong address.' } }, me)
    const body = { subject: { type: 'MILESTONE' as const, id: subject.id } }
    const draft = await testApp.call(createInvoice, { body }, me)
    const issued = await testApp.call(issueInvoice, { params: { id: draft.id }, body: {} }, me)
    expect(issued).toMatchObject({ status: 'ISSUED', total: ngn(500_000), due: ngn(271_643) })
    expect((await money())[0]).toBe(244_479)
  })

  it('that the platform holds waits for the next milestone with what the first one does not deduct', async () => {
    const { workOff, collect, money, deposits } = await signed()
    await collect(528_357)
    await workOff(1)
    expect(await money()).toEqual([270_000 + 228_357, 0, 0])
    expect(await deposits()).toEqual([
      [-300_000, 'REVERSED'],
      [528_357, 'PENDING'],
    ])
    await workOff(2)
    expect(await money()).toEqual([720_000, 0, 0])
  })

  it('that was paid in both ways is used in the order of the payments', async () => {
    const { workOff, payDirectly, collect, money } = await signed()
    await payDirectly(100_000)
    await collect(428_357)
    await workOff(1)
    expect(await money()).toEqual([180_000 + 228_357, 100_000, 10_000])
    await workOff(2)
    expect(await money()).toEqual([180_000 + 450_000, 100_000, 10_000])
  })

  it.each(['directly', 'to the platform'])('is refunded from the milestone and what waits: paid %s', async (how) => {
    const { workOff, payDirectly, collect, refund, money, readDeposit } = await signed()
    const { id } = how === 'directly' ? await payDirectly(528_357) : await collect(528_357)
    await workOff(1)
    await refund(id)
    expect(await money()).toEqual([0, 0, 0])
    expect(await readDeposit()).toMatchObject({ status: 'VOID', refunded: ngn(528_357) })
    await workOff(2)
    expect(await money()).toEqual([450_000, 0, 0])
  })

  it.each(['directly', 'to the platform'])('leaves nothing that waits when the contract ends: paid %s', async (how) => {
    const { read, workOff, payDirectly, collect, refund, money, deposits, readDeposit } = await signed([
      { title: 'All of it', amount: 300_000, dueDate: '2026-03-25' },
    ])
    const { id } = how === 'directly' ? await payDirectly(528_357) : await collect(528_357)
    await workOff(1)
    expect(await read()).toMatchObject({ status: 'COMPLETED' })
    expect(await readDeposit()).toMatchObject({ status: 'PAID', credits: [{ amount: ngn(228_357) }] })
    // The rest is to be refunded.
    expect(await money()).toEqual(how === 'directly' ? [0, 300_000, 30_000] : [270_000, 0, 0])
    expect((await deposits()).map(([amount]) => amount)).toEqual([-228_357, -300_000, 528_357])
    await refund(id)
    expect(await money()).toEqual([0, 0, 0])
  })

  it('that was paid in two parts is deducted with what a refund of the first part left', async () => {
    const { invoiceId, workOff, collect, refund, money, invoiceOf } = await signed()
    const { id } = await collect(300_000)
    await collect(228_357)
    await workOff(1)
    await refund(id)
    expect(await money()).toEqual([228_357, 0, 0])
    await workOff(2)
    const deposits = [{ invoiceId, amount: 228_357 }]
    expect(await invoiceOf(2)).toMatchObject({ total: ngn(500_000), due: ngn(271_643), deposits })
    expect(await money()).toEqual([450_000, 0, 0])
  })

  it('that was paid in two parts leaves nothing that waits after a refund of the first part', async () => {
    const { workOff, collect, refund, money, readDeposit } = await signed([
      { title: 'Tearing out', amount: 300_000, dueDate: '2026-03-20' },
      { title: 'Painting', amount: 100_000, dueDate: '2026-03-25' },
    ])
    const { id } = await collect(300_000)
    await collect(228_357)
    await workOff(1)
    await refund(id)
    await workOff(2)
    expect(await readDeposit()).toMatchObject({ status: 'PAID', credits: [{ amount: ngn(128_357) }] })
    expect(await money()).toEqual([90_000, 0, 0])
  })

  it('is counted in a dispute about the milestone that took it, not about another', async () => {
    const { workOff, payDirectly, collect, dispute, money, onHold } = await signed(threeMilestones)
    await payDirectly(100_000)
    await collect(428_357)
    await workOff(1)
    await workOff(2)
    await dispute(2)
    expect(await onHold()).toBe(450_000)
    expect(await money()).toEqual([180_000, 100_000, 10_000])
    await dispute(1)
    expect(await onHold()).toBe(450_000 + 180_000)
    expect(await money()).toEqual([0, 100_000, 10_000])
  })

  it('that was refunded in part counts in disputes about the milestone that took it', async () => {
    const the = await signed(threeMilestones)
    const { id } = await the.collect(100_000)
    await the.collect(428_357)
    await the.workOff(1)
    await the.refund(id)
    const dispute = await the.dispute(1)
    expect(dispute.amountInDispute).toEqual(ngn(200_000))
    await the.settle(dispute.id, 50_000)
    expect(await the.money()).toEqual([45_000 + 228_357, 0, 0])
    expect(await the.readDeposit()).toMatchObject({ credits: [{ amount: ngn(150_000) }] })
    await the.workOff(2)
    expect(await the.invoiceOf(2)).toMatchObject({ due: ngn(500_000 - 228_357) })
    expect(await the.money()).toEqual([45_000 + 450_000, 0, 0])
    const second = await the.disputeContract()
    expect(second.amountInDispute).toEqual(ngn(550_000))
    await the.settle(second.id, 20_000)
    expect(await the.money()).toEqual([18_000, 0, 0])
  })

  it('that was paid directly leaves nothing of the first milestone to retain', async () => {
    const { workOff, payDirectly, money, onHold } = await signed(threeMilestones, { retentionBps: 500 })
    await payDirectly(528_357)
    await workOff(1)
    expect(await onHold()).toBe(0)
    expect(await money()).toEqual([0, 528_357, 30_000])
    await workOff(2)
    expect(await onHold()).toBe(25_000)
  })

  it('that version 0.2 moved as a whole is not moved again', async () => {
    const { invoiceId, workOff, payDirectly, refund, dispute, money, onHold } = await signed(threeMilestones)
    const { id } = await payDirectly(528_357)
    await workOff(1)
    await testApp.db.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger_entries disable trigger ledger_entries_append_only`)
      await tx.execute(sql`
        update ledger_entries set source_type = 'invoice', source_id = ${invoiceId}, amount = sign(amount)::bigint *
          case type when 'PLATFORM_FEE' then 52836 else 528357 end
        where source_type = 'deposit-used' and split_part(source_id, ':', 1) = ${id}`)
      await tx.execute(sql`alter table ledger_entries enable trigger ledger_entries_append_only`)
    })
    expect(await money()).toEqual([-205_521, 528_357, 52_836])
    await workOff(2)
    expect(await money()).toEqual([244_479, 528_357, 52_836])
    await dispute(2)
    expect(await onHold()).toBe(244_479)
    await refund(id)
    expect(await money()).toEqual([0, 0, 0])
    expect(await onHold()).toBe(244_479)
  })
})
