import { completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/bookings/content'
import { addBookingPhoto, removeBookingPhoto } from '@fettle/protocol/bookings/photos'
import { addChecklistItems, answerChecklistItem } from '@fettle/protocol/bookings/checklists'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  declinePriceAdjustment,
  withdrawPriceAdjustment,
} from '@fettle/protocol/bookings/adjustments'
import { createMarketplaceChannel, listMarketplaceMessages } from '@fettle/protocol/marketplace/chat'
import { createUpload } from '@fettle/protocol/common/uploads'
import { startTimer } from '@fettle/protocol/bookings/work-log'
import { beforeAll, describe, expect, it } from 'vitest'
import { createConfirmedJobs } from '../../../../testing/fixtures/booking-scenario.ts'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { fixedPrice, bookingCallsOf } from '../../../../testing/fixtures/booking-content.ts'
import { countStatements } from '../../../../testing/app/count-statements.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()
let me: TestProvider
let stranger: TestProvider
let customer: Awaited<ReturnType<typeof createCustomer>>
let job: ReturnType<typeof createConfirmedJobs>
beforeAll(async () => {
  me = await createProvider(testApp)
  stranger = await createProvider(testApp)
  customer = await createCustomer(testApp)
  job = createConfirmedJobs(testApp, { provider: me, customer })
})

const { read, readAsCustomer, eventsOf, moveTo, upload } = bookingCallsOf(testApp, () => me)

describe('reading a booking', () => {
  it('takes one statement, however much was added to it', async () => {
    const id = await job(fixedPrice)
    expect(await countStatements(testApp, () => read(id))).toBe(1)
    await testApp.call(addBookingNote, { params: { id }, body: { text: 'The valve is in the van.' } }, me)
    await testApp.call(saveBookingTags, { params: { id }, body: { tags: ['valve'] } }, me)
    await testApp.call(
      addChecklistItems,
      { params: { id }, body: { items: [{ label: 'Water is off', type: 'CHECK', required: true }] } },
      me,
    )
    expect(await countStatements(testApp, () => read(id))).toBe(1)
    expect(await read(id)).toMatchObject({
      privateNotes: [{ text: 'The valve is in the van.', at: testApp.clock.now().toISOString() }],
      tags: ['valve'],
      checklist: [{ label: 'Water is off', done: false }],
    })
  })
})

describe('the customer’s signature', () => {
  const sign = async (caller: TestProvider) => {
    const file = asFile(await picture(600, 200, { format: 'png', colour: 'white' }), 'signature.png')
    return (await testApp.call(createUpload, { body: { purpose: 'SIGNATURE' }, file }, caller)).id
  }
  const completionWith = (id: string, signatureFileId: string) =>
    ({ params: { id }, body: { summary: 'Done.', signatureFileId } }) as const

  it('is stored with the completion and visible to both sides', async () => {
    const id = await job(fixedPrice)
    await moveTo(id, 'IN_PROGRESS')
    await testApp.call(completeBooking, completionWith(id, await sign(me)), me)
    await testApp.advance(25 * 3_600_000)
    expect((await fetch(testApp.url + (await read(id)).signatureUrl)).status).toBe(200)
    expect((await readAsCustomer(id)).signatureUrl).not.toBeNull()
  })

  it("must be the provider's own upload of that purpose", async () => {
    const id = await job(fixedPrice)
    await moveTo(id, 'IN_PROGRESS')
    for (const fileId of [await sign(stranger), await upload('grey')]) {
      expect(await testApp.refusal(completeBooking, completionWith(id, fileId), me)).toMatchObject({
        status: 422,
        issues: [{ path: ['signatureFileId', 0], code: 'NOT_ALLOWED' }],
      })
    }
    expect((await read(id)).status).toBe('IN_PROGRESS')
  })
})

describe('a price adjustment through the API', () => {
  const body = {
    lines: [
      { description: 'Copper pipe, 15 mm', quantity: '2.5', unitAmount: 120_000 },
      { description: 'Old valve taken back', unitAmount: -50_000 },
    ],
    reason: 'The wall pipe is corroded.',
    scheduleImpactMinutes: 45,
  }
  const create = (id: string) => testApp.call(createPriceAdjustment, { params: { id }, body }, me)

  it('changes the price once the customer approves, and notifies the provider', async () => {
    const id = await job(fixedPrice)
    expect((await read(id)).adjustedTotal).toEqual({ amount: 1_500_000, currency: 'NGN' })
    const adjustment = await create(id)
    expect(adjustment).toMatchObject({
      status: 'PENDING',
      total: { amount: 250_000, currency: 'NGN' },
      allowedActions: ['withdraw'],
    })
    expect((await testApp.refusal(createPriceAdjustment, { params: { id }, body }, me)).code).toBe('ADJUSTMENT_PENDING')
    const before = await read(id)
    expect(before.adjustedTotal?.amount).toBe(1_500_000)
    const params = { id, adjustmentId: adjustment.id }
    expect((await readAsCustomer(id)).priceAdjustments[0]?.allowedActions).toEqual(['approve', 'decline'])
    const approved = await testApp.call(approvePriceAdjustment, { params, body: { note: 'Go ahead' } }, marketplace)
    expect(approved).toMatchObject({ status: 'APPROVED', answerNote: 'Go ahead', allowedActions: [] })
    const after = await read(id)
    expect(after).toMatchObject({ adjustedTotal: { amount: 1_750_000 }, version: before.version + 1 })
    expect(await testApp.refusal(declinePriceAdjustment, { params, body: {} }, marketplace)).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the extra-work request is approved.',
      details: { from: 'APPROVED', action: 'decline', allowed: [] },
    })
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining(['booking.adjustment_created', 'booking.adjustment_answered']),
    )
    const notifications = await testApp.db.query<{ params: object }>(
      sql`select params from notifications where provider_id = ${me.id} and workflow = 'adjustment-answered'`,
    )
    expect(notifications.map(({ params }) => params)).toMatchObject([
      { answer: 'APPROVED', customerName: customer.name },
    ])
  })

  it('is declined, withdrawn or expires after a day without changing anything', async () => {
    const id = await job(fixedPrice)
    const declined = await create(id)
    await testApp.call(declinePriceAdjustment, { params: { id, adjustmentId: declined.id }, body: {} }, marketplace)
    const withdrawn = await create(id)
    await testApp.call(withdrawPriceAdjustment, { params: { id, adjustmentId: withdrawn.id }, body: {} }, me)
    await create(id)
    await testApp.advance(24 * 3_600_000)
    const { priceAdjustments, adjustedTotal } = await read(id)
    expect(priceAdjustments.map(({ status }) => status)).toEqual(['DECLINED', 'WITHDRAWN', 'EXPIRED'])
    expect(adjustedTotal?.amount).toBe(1_500_000)
  })

  it('is followed in the conversation', async () => {
    const provider = await createProvider(testApp)
    const id = await createConfirmedJobs(testApp, { provider, customer })(fixedPrice)
    const ask = () => testApp.call(createPriceAdjustment, { params: { id }, body }, provider)
    const approved = await ask()
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: approved.id }, body: {} }, marketplace)
    const withdrawn = await ask()
    await testApp.call(withdrawPriceAdjustment, { params: { id, adjustmentId: withdrawn.id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    const channel = await testApp.call(
      createMarketplaceChannel,
      { body: { customerId: customer.id, providerId: provider.id } },
      marketplace,
    )
    const messages = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(messages.flatMap(({ text }) => (text.startsWith('Extra work') ? [text] : []))).toEqual([
      'Extra work requested, ₦2,500: Fix the kitchen tap',
      'Extra work approved, ₦2,500: Fix the kitchen tap',
      'Extra work requested, ₦2,500: Fix the kitchen tap',
      'Extra work withdrawn: Fix the kitchen tap',
    ])
  })

  it('that has expired does not block completion, even before its timer has run', async () => {
    const id = await job(fixedPrice)
    await testApp.call(startBooking, { params: { id }, body: { otherJob: 'KEEP_RUNNING' } }, me)
    await create(id)
    const body = { summary: 'Done.' }
    expect((await testApp.refusal(completeBooking, { params: { id }, body }, me)).code).toBe('ADJUSTMENT_PENDING')
    testApp.clock.advance(24 * 3_600_000)
    expect((await testApp.call(completeBooking, { params: { id }, body }, me)).status).toBe('AWAITING_CONFIRMATION')
    await testApp.deps.jobs.runDue()
    expect((await read(id)).priceAdjustments).toMatchObject([{ status: 'EXPIRED' }])
  })

  it('is answered once during concurrent answers', async () => {
    const id = await job(fixedPrice)
    const { id: adjustmentId } = await create(id)
    const params = { id, adjustmentId }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => testApp.send(approvePriceAdjustment, { params, body: {} }, marketplace)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(id)).adjustedTotal?.amount).toBe(1_750_000)
  })

  it("without a price yet uses the provider's currency", async () => {
    const id = await job({ model: 'TO_QUOTE' })
    expect((await create(id)).total.currency).toBe('NGN')
    expect((await read(id)).adjustedTotal).toBeNull()
  })
})

describe('private notes and tags', () => {
  it('are visible to the provider only', async () => {
    const id = await job(fixedPrice)
    const note = await testApp.call(addBookingNote, { params: { id }, body: { text: 'Dog bites.\nBring treats.' } }, me)
    expect(await testApp.call(saveBookingTags, { params: { id }, body: { tags: ['VIP', 'vip', 'cash'] } }, me)).toEqual(
      ['vip', 'cash'],
    )
    expect(await read(id)).toMatchObject({
      privateNotes: [{ text: 'Dog bites.\nBring treats.' }],
      tags: ['vip', 'cash'],
    })
    const marketplaceBooking = await readAsCustomer(id)
    expect(marketplaceBooking).toMatchObject({ privateNotes: [], tags: [] })
    expect(JSON.stringify(marketplaceBooking)).not.toMatch(/Dog|note_added|tags_changed/)
    await testApp.call(removeBookingNote, { params: { id, noteId: note.id } }, me)
    expect((await testApp.refusal(removeBookingNote, { params: { id, noteId: note.id } }, me)).status).toBe(404)
  })
})

describe('another provider', () => {
  it('gets a 404 for all of it', async () => {
    const id = await job(fixedPrice)
    const [item] = await testApp.call(
      addChecklistItems,
      { params: { id }, body: { items: [{ label: 'Tap', type: 'CHECK' }] } },
      me,
    )
    const photoId = (
      await testApp.call(addBookingPhoto, { params: { id }, body: { fileId: await upload('pink'), kind: 'AFTER' } }, me)
    ).id
    const { id: adjustmentId } = await testApp.call(
      createPriceAdjustment,
      { params: { id }, body: { lines: [{ description: 'Tap', unitAmount: 1 }], reason: 'Broken' } },
      me,
    )
    const fileId = await upload('blue', stranger)
    const refusals = [
      await testApp.refusal(addBookingPhoto, { params: { id }, body: { fileId, kind: 'AFTER' } }, stranger),
      await testApp.refusal(removeBookingPhoto, { params: { id, photoId } }, stranger),
      await testApp.refusal(
        answerChecklistItem,
        { params: { id, itemId: item?.id ?? '' }, body: { done: true } },
        stranger,
      ),
      await testApp.refusal(startTimer, { params: { id }, body: { kind: 'WORK' } }, stranger),
      await testApp.refusal(withdrawPriceAdjustment, { params: { id, adjustmentId }, body: {} }, stranger),
      await testApp.refusal(addBookingNote, { params: { id }, body: { text: 'Mine' } }, stranger),
      await testApp.refusal(saveBookingTags, { params: { id }, body: { tags: ['mine'] } }, stranger),
    ]
    const other = await createCustomer(testApp)
    const asOther = { ...marketplace, headers: { 'x-customer-id': other.id } }
    refusals.push(await testApp.refusal(approvePriceAdjustment, { params: { id, adjustmentId }, body: {} }, asOther))
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
