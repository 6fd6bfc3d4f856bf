import { slotWarnings } from '@fettle/protocol/availability/availability'
import { saveLanguage } from '@fettle/protocol/accounts/profile'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { createContract, removeContract, startMilestone, voidContract } from '@fettle/protocol/contracts/actions'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { createInvoice, getInvoice, listInvoices, voidInvoice } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { proposeSettlement, respondToDispute } from '@fettle/protocol/disputes'
import { acceptMarketplaceSettlement, openMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { withdrawFromContract } from '@fettle/protocol/marketplace/contract-terminations'
import { cancelMarketplaceOffer } from '@fettle/protocol/marketplace/offers'
import { cancelOffer, convertOffer } from '@fettle/protocol/offers/actions'
import { getOffer } from '@fettle/protocol/offers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractScenarioBetween } from '../../../../testing/fixtures/contract-scenario.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import { disputeAnswer, disputeStatement } from '../../../../testing/fixtures/dispute-scenario.ts'
import { createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const instalments = [
  { label: 'Half way', shareBps: 3333, dueOn: 'DATE' as const, dueDate: '2026-03-20' },
  { label: '', shareBps: 6667, dueOn: 'COMPLETION' as const },
]

describe('a contract from an accepted offer', () => {
  it('is filled from the offer: deposit and instalments become milestones of the same total', async () => {
    const { provider, sent, accept, read } = await createOfferScenario(testApp)
    const { id } = await sent({ paymentSchedule: instalments, exclusions: 'Painting.', warrantyMonths: 24 })
    await accept(id)
    const contract = await testApp.call(createContract, { body: { offerId: id } }, provider)
    expect(contract).toMatchObject({
      status: 'DRAFT',
      title: 'New bathroom',
      offerId: id,
      offerRevision: 1,
      total: { amount: 1_761_190, currency: 'NGN' },
      milestoneTotal: 1_761_190,
      content: { exclusions: 'Painting.', warranty: { months: 24 }, siteAddress: { city: 'Surulere' } },
    })
    expect(contract.content.scopeOfWork).toContain('- Tiles × 2.5 m²')
    expect(contract.content.milestones).toMatchObject([
      { title: 'Deposit', amount: 528_357 },
      { title: 'Half way', dueDate: '2026-03-20' },
      { title: 'When the work is done' },
    ])
    expect(await read(id)).toMatchObject({ status: 'CONVERTED', convertedTo: { type: 'CONTRACT', id: contract.id } })
  })

  it('begins on the day the customer chose, otherwise on the next of those they asked for', async () => {
    const { provider, requestOffer, send, accept } = await createOfferScenario(testApp)
    const slotIn = (days: number) => {
      const startAt = new Date(testApp.clock.now().getTime() + days * DAY_MS)
      return { startAt: startAt.toISOString(), endAt: new Date(startAt.getTime() + 3_600_000).toISOString() }
    }
    const dayIn = (days: number) => slotIn(days).startAt.slice(0, 10)
    const begins = async (proposedSlots: ReturnType<typeof slotIn>[], slotIndex?: number) => {
      const { id } = await requestOffer({ preferredSlots: [slotIn(9), slotIn(6), slotIn(1)] })
      await send(id, { requiresContract: true, proposedSlots })
      testApp.clock.advance(2 * DAY_MS)
      await accept(id, slotIndex === undefined ? {} : { slotIndex })
      const { content } = await testApp.call(createContract, { body: { offerId: id } }, provider)
      return content.startDate
    }
    expect(await begins([])).toBe(dayIn(4))
    expect(await begins([slotIn(12), slotIn(14)], 1)).toBe(dayIn(12))
  })

  it('is in the language of its provider, apart from what was written in the offer', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent({ paymentSchedule: instalments })
    await accept(id)
    await testApp.call(saveLanguage, { body: { locale: 'fr' } }, provider)
    const { content } = await testApp.call(createContract, { body: { offerId: id } }, provider)
    expect(content.scopeOfWork).toContain('- Tiles × 2,5 m²')
    expect(content.milestones).toMatchObject([
      { title: 'Acompte', description: 'À l’acceptation.' },
      { title: 'Half way' },
      { title: 'À la fin du travail' },
    ])
  })

  it('can be created from the offer, also where it requires one', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent({ requiresContract: true })
    await accept(id)
    const input = { params: { id }, body: { target: 'CONTRACT' as const } }
    const stale = { ...input, body: { ...input.body, version: 1 } }
    expect(await testApp.refusal(convertOffer, stale, provider)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { id, status: 'ACCEPTED' } },
    })
    const converted = await testApp.call(convertOffer, input, provider)
    expect(converted).toMatchObject({ status: 'CONVERTED', convertedTo: { type: 'CONTRACT' } })
    // A repetition changes nothing.
    expect(await testApp.call(convertOffer, input, provider)).toMatchObject({ convertedTo: converted.convertedTo })
  })

  it('exists once, and can be created again after it was voided', async () => {
    const { provider, sent, accept, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const input = { body: { offerId: id } }
    const replies = await Promise.all([1, 2, 3].map(() => testApp.send(createContract, input, provider)))
    expect(statusesOf(replies)).toEqual([201, 409, 409])
    const contractId = (await read(id)).convertedTo?.id ?? ''
    expect(await testApp.refusal(createContract, input, provider)).toMatchObject({
      code: 'CONTRACT_EXISTS',
      message: expect.stringMatching(/^This offer already has a contract: CT-2026-\d{6}\.$/),
      details: { contractId },
    })
    await testApp.call(voidContract, { params: { id: contractId }, body: { reason: 'Wrong names.' } }, provider)
    const another = await testApp.call(createContract, input, provider)
    expect((await testApp.call(getOffer, { params: { id } }, provider)).convertedTo?.id).toBe(another.id)
  })

  it('that was deleted or voided before it was signed leaves the offer to be converted again, also into a booking', async () => {
    const { provider, sent, accept, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const asContract = { params: { id }, body: { target: 'CONTRACT' as const } }
    const first = (await testApp.call(convertOffer, asContract, provider)).convertedTo?.id ?? ''
    expect((await read(id)).allowedActions).not.toContain('convert')
    await testApp.call(removeContract, { params: { id: first } }, provider)
    expect(await read(id)).toMatchObject({
      status: 'CONVERTED',
      convertedTo: null,
      allowedActions: expect.arrayContaining(['convert']),
    })
    const second = (await testApp.call(convertOffer, asContract, provider)).convertedTo?.id ?? ''
    await testApp.call(voidContract, { params: { id: second }, body: { reason: 'Wrong names.' } }, provider)
    expect(await read(id)).toMatchObject({
      convertedTo: { type: 'CONTRACT', id: second },
      allowedActions: expect.arrayContaining(['convert']),
    })
    const third = (await testApp.call(convertOffer, asContract, provider)).convertedTo?.id ?? ''
    expect(third).not.toBe(second)
    await testApp.call(removeContract, { params: { id: third } }, provider)
    const startAt = new Date(+testApp.clock.now() + 86_400_000).toISOString()
    const asBooking = { target: 'BOOKING' as const, startAt, acknowledge: [...slotWarnings] }
    const booked = await testApp.call(convertOffer, { params: { id }, body: asBooking }, provider)
    expect(booked).toMatchObject({ status: 'CONVERTED', convertedTo: { type: 'BOOKING' } })
    expect(booked.allowedActions).not.toContain('convert')
    // A repetition changes nothing.
    expect(await testApp.call(convertOffer, { params: { id }, body: asBooking }, provider)).toEqual(booked)
  })

  it('that ended unsigned leaves the offer to be cancelled by either side, which returns the paid deposit', async () => {
    const { provider, sent, accept, read } = await createOfferScenario(testApp)
    const acceptAndConvert = async () => {
      const { id } = await sent()
      await accept(id)
      const { convertedTo } = await testApp.call(
        convertOffer,
        { params: { id }, body: { target: 'CONTRACT' } },
        provider,
      )
      return { id, contractId: convertedTo?.id ?? '' }
    }
    const { id, contractId } = await acceptAndConvert()
    const [invoice] = await testApp.call(listInvoices, { query: { offerId: id } }, provider)
    const deposit = { invoiceId: invoice?.id ?? '', amount: invoice?.total.amount ?? 0 }
    await testApp.call(recordMarketplacePayment, { body: deposit }, marketplace)
    const cancel = { params: { id }, body: { reasonCode: 'OVERBOOKED' as const } }
    expect((await testApp.refusal(cancelOffer, cancel, provider)).code).toBe('INVALID_TRANSITION')
    await testApp.call(voidContract, { params: { id: contractId }, body: { reason: 'Wrong names.' } }, provider)
    expect((await read(id)).allowedActions).toContain('cancel')
    await testApp.call(cancelOffer, cancel, provider)
    expect(await read(id)).toMatchObject({
      status: 'CANCELLED',
      convertedTo: null,
      acceptance: { deposit: { status: 'VOID' } },
    })
    expect(await testApp.call(getInvoice, { params: { id: deposit.invoiceId } }, provider)).toMatchObject({
      status: 'VOID',
      payments: [{ custody: 'PLATFORM', status: 'REFUNDED' }],
    })
    expect(await testApp.refusal(createContract, { body: { offerId: id } }, provider)).toMatchObject({
      code: 'INVALID_TRANSITION',
    })

    const other = await acceptAndConvert()
    await testApp.call(removeContract, { params: { id: other.contractId } }, provider)
    const byCustomer = { params: { id: other.id }, body: { reasonCode: 'CHANGED_MIND' as const } }
    await testApp.call(cancelMarketplaceOffer, byCustomer, marketplace)
    expect(await read(other.id)).toMatchObject({ status: 'CANCELLED', lostReason: { by: 'CUSTOMER' } })
  })

  it("is refused for an offer that is not accepted, or another provider's", async () => {
    const { provider, sent } = await createOfferScenario(testApp)
    const { id } = await sent()
    expect(await testApp.refusal(createContract, { body: { offerId: id } }, provider)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the offer is sent.',
    })
    const other = await createOfferScenario(testApp, { isNew: true })
    expect(await testApp.refusal(createContract, { body: { offerId: id } }, other.provider)).toMatchObject({
      status: 404,
    })
  })

  it('deducts the charged deposit from its milestones', async () => {
    const { provider, customer, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const { id: contractId } = await testApp.call(createContract, { body: { offerId: id } }, provider)
    const { edit, send, sign, workOff } = contractScenarioBetween(testApp, provider, customer)
    await edit(contractId, { startDate: '2026-03-09' })
    await send(contractId)
    await sign(contractId)
    await workOff(contractId, 1)
    await workOff(contractId, 2)
    const invoices = await testApp.db.query<{ total: number; deposited: number }>(sql`
      select total, deposited from invoices where contract_id = ${contractId} order by created_at, id`)
    expect(invoices).toEqual([
      { total: 528_357, deposited: 528_357 },
      { total: 1_232_833, deposited: 0 },
    ])
  })

  it('that ends early leaves nothing of the deposit but what its milestones deduct', async () => {
    const ended = async ({ isPaid, percentDone }: { isPaid: boolean; percentDone: number }) => {
      const { provider, customer, sent, accept } = await createOfferScenario(testApp, { isNew: true })
      const { id: offerId } = await sent()
      await accept(offerId)
      const [deposit] = await testApp.call(listInvoices, {}, provider)
      const invoiceId = deposit?.id ?? ''
      if (isPaid) await testApp.call(recordMarketplacePayment, { body: { invoiceId, amount: 528_357 } }, marketplace)
      const { id } = await testApp.call(createContract, { body: { offerId } }, provider)
      const { edit, send, sign, milestoneOf } = contractScenarioBetween(testApp, provider, customer)
      await edit(id, { startDate: '2026-03-09', coolingOffDays: 3 })
      await send(id)
      await sign(id, { startEarlyConsent: true })
      const params = await milestoneOf(id, 1)
      await testApp.call(startMilestone, { params, body: {} }, provider)
      const settlement = [{ milestoneId: params.milestoneId, percentDone }]
      await testApp.call(withdrawFromContract, { params: { id }, body: { settlement } }, marketplace)
      await testApp.deps.jobs.runDue()
      const { acceptance } = await testApp.call(getOffer, { params: { id: offerId } }, provider)
      return {
        invoice: await testApp.call(getInvoice, { params: { id: invoiceId } }, provider),
        earnings: await testApp.call(getEarnings, {}, provider),
        offered: acceptance?.deposit?.status,
      }
    }
    const unpaid = await ended({ isPaid: false, percentDone: 0 })
    expect(unpaid).toMatchObject({ invoice: { status: 'VOID', due: ngn(0) }, offered: 'VOID' })
    const paid = await ended({ isPaid: true, percentDone: 0 })
    const refunded = { status: 'VOID', refunded: ngn(528_357), payments: [{ status: 'REFUNDED' }] }
    expect(paid).toMatchObject({ invoice: refunded, earnings: { pending: ngn(0), available: ngn(0) } })
    const half = { status: 'PAID', due: ngn(0), credits: [{ amount: ngn(264_178), reason: 'It is not owed.' }] }
    expect(await ended({ isPaid: true, percentDone: 50 })).toMatchObject({
      invoice: half,
      earnings: { pending: ngn(237_761) },
    })
    const owed = { status: 'ISSUED', due: ngn(264_179) }
    expect(await ended({ isPaid: false, percentDone: 50 })).toMatchObject({ invoice: owed, offered: 'DUE' })
  })

  it('that is completed for less than the deposit owes the rest of it no more', async () => {
    const { provider, customer, sent, accept } = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await sent()
    await accept(offerId)
    const [deposit] = await testApp.call(listInvoices, {}, provider)
    const { id } = await testApp.call(createContract, { body: { offerId } }, provider)
    const { edit, send, sign, workOff, read } = contractScenarioBetween(testApp, provider, customer)
    const milestones = [{ title: 'All of it', amount: 300_000, dueDate: '2026-03-25' }]
    await edit(id, { startDate: '2026-03-09', totalAmount: 300_000, milestones })
    await send(id)
    await sign(id)
    await workOff(id, 1)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED' })
    const invoice = await testApp.call(getInvoice, { params: { id: deposit?.id ?? '' } }, provider)
    expect(invoice).toMatchObject({ status: 'ISSUED', due: ngn(300_000), credits: [{ amount: ngn(228_357) }] })
  })

  it('that has ended leaves no deposit to charge, also where its provider had voided it', async () => {
    const { provider, customer, sent, accept } = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await sent()
    await accept(offerId)
    const [deposit] = await testApp.call(listInvoices, {}, provider)
    const charged = { body: { subject: { type: 'DEPOSIT' as const, id: offerId } } }
    const voided = (id: string) =>
      testApp.call(voidInvoice, { params: { id }, body: { reason: 'By agreement.' } }, provider)
    await voided(deposit?.id ?? '')
    const { id } = await testApp.call(createContract, { body: { offerId } }, provider)
    const { edit, send, sign, workOff } = contractScenarioBetween(testApp, provider, customer)
    const milestones = [{ title: 'All of it', amount: 600_000, dueDate: '2026-03-25' }]
    await edit(id, { startDate: '2026-03-09', totalAmount: 600_000, milestones })
    await send(id)
    await sign(id)
    // Charged again, and voided once more.
    const { id: again } = await testApp.call(createInvoice, charged, provider)
    await voided(again)
    await workOff(id, 1)
    expect(await testApp.refusal(createInvoice, charged, provider)).toMatchObject({ code: 'NOT_BILLABLE' })
    const subject = { type: 'CONTRACT' as const, id }
    const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
    expect(await testApp.refusal(createInvoice, charged, provider)).toMatchObject({ code: 'NOT_BILLABLE' })
  })

  it('deducts from later milestones what a dispute about an earlier one left of the deposit', async () => {
    const { provider, customer, sent, accept } = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await sent()
    await accept(offerId)
    const { id } = await testApp.call(createContract, { body: { offerId } }, provider)
    const { edit, send, sign, workOff, milestoneOf, onBehalf } = contractScenarioBetween(testApp, provider, customer)
    const milestones = [
      { title: 'Tearing out', amount: 300_000, dueDate: '2026-03-20' },
      { title: 'Fitting', amount: 500_000, dueDate: '2026-03-25' },
    ]
    await edit(id, { startDate: '2026-03-09', totalAmount: 800_000, milestones })
    await send(id)
    await sign(id)
    await workOff(id, 1)
    const { milestoneId } = await milestoneOf(id, 1)
    const subject = { type: 'MILESTONE' as const, id: milestoneId }
    const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    const dispute = await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
    const params = { id: dispute.id }
    await testApp.call(respondToDispute, { params, body: { statement: disputeAnswer } }, provider)
    const proposal = { amountToProvider: 100_000, note: 'Let us meet in the middle.' }
    const { proposals } = await testApp.call(proposeSettlement, { params, body: proposal }, provider)
    const accepting = { params: { ...params, proposalId: proposals[0]?.id ?? '' }, body: { onBehalf: onBehalf() } }
    await testApp.call(acceptMarketplaceSettlement, accepting, marketplace)
    await workOff(id, 2)
    const invoices = await testApp.db.query(sql`
      select total, deposited, credited from invoices where offer_id = ${offerId} order by created_at, id`)
    expect(invoices).toEqual([
      // Of the deposit, ₦1,000 and ₦2,283.57 are needed.
      { total: 528_357, deposited: 0, credited: 200_000 },
      { total: 300_000, deposited: 300_000, credited: 200_000 },
      { total: 500_000, deposited: 228_357, credited: 0 },
    ])
  })

  it('adds up for every total and payment schedule', async () => {
    const { provider, requestOffer, send, accept } = await createOfferScenario(testApp)
    const shape = fc.record({
      unitPrice: fc.integer({ min: 1, max: 9_999_999 }),
      deposit: fc.integer({ min: 0, max: 10_000 }),
      cut: fc.integer({ min: 1, max: 9999 }),
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ unitPrice, deposit, cut }) => {
        const { id } = await requestOffer()
        await send(id, {
          lineItems: [
            { id: 'a', kind: 'LABOUR', name: 'Work', quantity: '1.5', unit: 'DAY', unitPrice, taxRateBps: 750 },
          ],
          discount: { type: 'NONE', value: 0, label: '' },
          deposit: { type: 'PERCENT', value: deposit },
          paymentSchedule: [
            { label: 'First', shareBps: cut, dueOn: 'START' },
            { label: 'Rest', shareBps: 10_000 - cut, dueOn: 'COMPLETION' },
          ],
        })
        await accept(id)
        const { content, milestoneTotal, total } = await testApp.call(
          createContract,
          { body: { offerId: id } },
          provider,
        )
        expect(milestoneTotal).toBe(total.amount)
        expect(content.milestones.every(({ amount }) => amount > 0)).toBe(true)
      }),
      { numRuns: 12 },
    )
  })
})
