import { slotWarnings } from '@fettle/protocol/availability/availability'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { getBooking } from '@fettle/protocol/bookings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { getInvoice, listInvoices } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment, recordPayment } from '@fettle/protocol/invoices/payments'
import {
  acceptOffer,
  addOfferRequestPhoto,
  cancelMarketplaceOffer,
  undoAcceptance,
} from '@fettle/protocol/marketplace/offers'
import { cancelOffer, convertOffer, createOffer, extendOffer, sendOffer } from '@fettle/protocol/offers/actions'
import { describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import { createOfferScenario, offerScenarioBetween } from '../../../../testing/fixtures/offer-scenario.ts'
import { createCustomer, marketplace, actingCustomer, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('accepting an offer', () => {
  it('books the chosen slot at the agreed price, with links both ways', async () => {
    const { provider, sent, accept, read, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent({ proposedSlots: [testApp.slotIn(60), testApp.slotIn(70)] })
    expect(await accept(id, { slotIndex: 1 })).toMatchObject({
      status: 'CONVERTED',
      acceptance: {
        revisionNumber: 1,
        slotIndex: 1,
        signerName: 'Chidi Okafor',
        ip: actingCustomer.ip,
        total: { amount: 1_761_190, currency: 'NGN' },
        deposit: { amount: { amount: 528_357 }, dueOn: 'ACCEPTANCE', status: 'DUE' },
      },
      convertedTo: { type: 'BOOKING' },
    })
    const { convertedTo } = await read(id)
    const booking = await testApp.call(getBooking, { params: { id: String(convertedTo?.id) } }, provider)
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      source: 'OFFER',
      offerId: id,
      title: 'New bathroom',
      startAt: testApp.inHours(70),
      price: { model: 'FIXED', amount: { amount: 1_761_190, currency: 'NGN' } },
      location: { line1: '5 Adeniran Ogunsanya' },
    })
    expect(booking.description).toContain('Tiles off, tiles on.')
    expect((await readAsCustomer(id)).timeline.map(({ event }) => event).slice(-2)).toEqual([
      'offer.accepted',
      'offer.converted',
    ])
    expect(await notificationsOf(testApp, id)).toContain('offer-accepted')
    // The slots that were not chosen are released.
    const { holds } = await testApp.db.one<{ holds: number }>(
      sql`select count(*) as holds from slot_holds where subject_id = ${id}`,
    )
    expect(holds).toBe(0)
  })

  it('copies photos of both sides to the booking', async () => {
    const { requestOffer, send, accept, read, provider } = await createOfferScenario(testApp)
    const { id, request } = await requestOffer()
    const photo = { params: { id: request.id }, body: {}, file: asFile(await picture(64, 48)) }
    await testApp.call(addOfferRequestPhoto, photo, marketplace)
    await send(id, { proposedSlots: [testApp.slotIn(80)] })
    await accept(id, { slotIndex: 0 })
    await testApp.deps.jobs.runDue()
    const { convertedTo } = await read(id)
    const booking = await testApp.call(getBooking, { params: { id: String(convertedTo?.id) } }, provider)
    expect(booking.photos).toMatchObject([{ kind: 'BEFORE', addedBy: { type: 'CUSTOMER' } }])
  })

  it('takes effect once, repeated or concurrent', async () => {
    const { sent, accepting, accept, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent()
    const choices = ['Chidi', 'Ngozi', 'Emeka', 'Bisi', 'Tunde']
    const tries = await Promise.all(choices.map((signerName) => accepting(id, { signerName })))
    const replies = await Promise.all(tries.map((input) => testApp.send(acceptOffer, input, marketplace)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    const { acceptance, timeline } = await readAsCustomer(id)
    expect(timeline.filter(({ event }) => event === 'offer.accepted')).toHaveLength(1)
    const secondAnswer = await accept(id, { signerName: String(acceptance?.signerName) })
    expect(secondAnswer.acceptance).toEqual(acceptance)
  })

  it('is refused for an outdated revision', async () => {
    const { sent, send, accepting } = await createOfferScenario(testApp)
    const { id } = await sent()
    const stale = await accepting(id)
    await send(id, { terms: 'New terms.' })
    expect(await testApp.refusal(acceptOffer, stale, marketplace)).toMatchObject({
      status: 409,
      code: 'REVISION_SUPERSEDED',
      message: 'The offer was updated. Review revision 2.',
    })
    const forged = await accepting(id, { contentHash: '0'.repeat(64) })
    expect((await testApp.refusal(acceptOffer, forged, marketplace)).code).toBe('REVISION_SUPERSEDED')
  })

  it('is refused with unknown options, slots or signature', async () => {
    const { sent, accepting } = await createOfferScenario(testApp)
    const { id } = await sent({ proposedSlots: [testApp.slotIn(90)] })
    const issuesOf = async (over: object) =>
      (await testApp.refusal(acceptOffer, await accepting(id, over), marketplace)).issues?.[0]?.message
    expect(await issuesOf({ selections: { lineIds: ['nothing'] } })).toBe('This line is not in the offer.')
    expect(await issuesOf({ slotIndex: 1 })).toBe('This time is not offered.')
    expect(await issuesOf({ signerName: ' ' })).toBe('Enter your name.')
    expect(await issuesOf({ onBehalf: { ...actingCustomer, ip: 'nowhere' } })).toBe('Enter an IP address.')
  })

  it('is refused for nothing: without any paid line', async () => {
    const { sent, accepting, readAsCustomer } = await createOfferScenario(testApp)
    const extra = { kind: 'LABOUR' as const, quantity: '1', unit: 'ITEM' as const, unitPrice: 50_000, optional: true }
    const lineItems = [
      { ...extra, id: 'lamp', name: 'A lamp', selected: true },
      { ...extra, id: 'shelf', name: 'A shelf' },
    ]
    const { id } = await sent({ lineItems, proposedSlots: [testApp.slotIn(200)] })
    const nothing = await accepting(id, { slotIndex: 0, selections: { lineIds: [] } })
    expect((await testApp.refusal(acceptOffer, nothing, marketplace)).issues).toMatchObject([
      { path: ['selections', 'lineIds'], message: 'The total of an offer must be more than zero.' },
    ])
    expect((await readAsCustomer(id)).status).not.toBe('CONVERTED')
  })

  it('is refused for a past or taken slot; not without one', async () => {
    const { provider, sent, accepting, accept } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent({ proposedSlots: [testApp.slotIn(3), testApp.slotIn(30)] })
    const overlap = { allowOverlap: true, overlapReason: 'My brother does this one', acknowledge: [...slotWarnings] }
    const request = await requestBooking(testApp, {
      provider,
      customer: await createCustomer(testApp),
      startAt: testApp.inHours(31),
      durationMinutes: 60,
    })
    await testApp.call(acceptBooking, { params: { id: request.id }, body: overlap }, provider)
    const taken = await testApp.refusal(acceptOffer, await accepting(id, { slotIndex: 1 }), marketplace)
    expect(taken).toMatchObject({ status: 409, code: 'SLOT_CONFLICT' })
    testApp.clock.advance(3 * HOUR_MS)
    const passed = await testApp.refusal(acceptOffer, await accepting(id, { slotIndex: 0 }), marketplace)
    expect(passed).toMatchObject({
      status: 422,
      issues: [{ path: ['slotIndex'], message: 'This time has passed. Choose another one, or none.' }],
    })
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', convertedTo: null })
  })

  it('succeeds for a slot whose overlap the provider explained', async () => {
    const { provider, requestOffer, write, accept } = await createOfferScenario(testApp, { isNew: true })
    const other = await requestBooking(testApp, {
      provider,
      customer: await createCustomer(testApp),
      startAt: testApp.inHours(40),
      durationMinutes: 120,
    })
    const seen = { acknowledge: [...slotWarnings] }
    await testApp.call(acceptBooking, { params: { id: other.id }, body: seen }, provider)
    const { id } = await requestOffer()
    const { draftRevision } = await write(id, { proposedSlots: [testApp.slotIn(41), testApp.slotIn(50)] })
    const body = { ...seen, draftVersion: draftRevision?.version ?? 0 }
    expect((await testApp.refusal(sendOffer, { params: { id }, body }, provider)).code).toBe('SLOT_CONFLICT')
    const overlap = { ...body, allowOverlap: true, overlapReason: 'My apprentice goes' }
    await testApp.call(sendOffer, { params: { id }, body: overlap }, provider)
    // Extended, it can still be accepted.
    const day = testApp.inHours(20 * 24).slice(0, 10)
    await testApp.call(extendOffer, { params: { id }, body: { validUntil: day } }, provider)
    const { convertedTo } = await accept(id, { slotIndex: 0 })
    const { reason, holds } = await testApp.db.one<{ reason: string | null; holds: number }>(sql`
      select (select overlap_reason from bookings where id = ${convertedTo?.id}) as reason,
             (select count(*) from slot_holds where subject_id = ${id}) as holds`)
    expect({ reason, holds }).toEqual({ reason: 'My apprentice goes', holds: 0 })
  })

  it('is final once booked, for both sides', async () => {
    const { provider, sent, accept, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent({ proposedSlots: [testApp.slotIn(120)] })
    await accept(id, { slotIndex: 0 })
    const undone = await testApp.refusal(undoAcceptance, { params: { id }, body: {} }, marketplace)
    expect(undone).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the offer is converted.',
      details: { from: 'CONVERTED', action: 'undo-acceptance', allowed: [] },
    })
    const cancel = { params: { id }, body: { reasonCode: 'CHANGED_MIND' as const } }
    expect((await testApp.refusal(cancelMarketplaceOffer, cancel, marketplace)).code).toBe('INVALID_TRANSITION')
    const ours = { params: { id }, body: { reasonCode: 'OVERBOOKED' as const } }
    expect(await testApp.refusal(cancelOffer, ours, provider)).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { allowed: ['duplicate'] },
    })
    expect((await readAsCustomer(id)).status).toBe('CONVERTED')
  })

  it('without a slot waits until the provider books a time', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent({ estimatedMinutes: 180 })
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', convertedTo: null })
    const input = (over: object = {}) => ({ params: { id }, body: { target: 'BOOKING' as const, ...over } })
    expect((await testApp.refusal(convertOffer, input(), provider)).issues?.[0]?.message).toBe(
      'Choose when the work starts.',
    )
    expect(
      (await testApp.refusal(convertOffer, input({ startAt: testApp.inHours(-1) }), provider)).issues?.[0]?.message,
    ).toBe('Choose a start in the future.')
    const booked = await testApp.call(convertOffer, input({ startAt: testApp.inHours(100) }), provider)
    expect(booked).toMatchObject({
      status: 'CONVERTED',
      convertedTo: { type: 'BOOKING' },
      allowedActions: ['duplicate'],
    })
    const booking = await testApp.call(getBooking, { params: { id: String(booked.convertedTo?.id) } }, provider)
    expect(booking).toMatchObject({ durationMinutes: 180, offerId: id })
    expect(await testApp.call(convertOffer, input({ startAt: testApp.inHours(101) }), provider)).toMatchObject({
      version: booked.version,
    })
  })

  it('is booked at the address the provider enters when none is known', async () => {
    const { provider, customer, requestOffer, send, accept } = await createOfferScenario(testApp)
    await requestOffer()
    const { id } = await testApp.call(createOffer, { body: { customerId: customer.id } }, provider)
    await send(id)
    await accept(id)
    const params = { id }
    const body = { target: 'BOOKING' as const, startAt: testApp.inHours(150), acknowledge: [...slotWarnings] }
    expect((await testApp.refusal(convertOffer, { params, body }, provider)).issues).toMatchObject([
      { field: 'location', code: 'REQUIRED', message: 'Enter the address of the work.' },
    ])
    const location = { line1: '4 Broad Street', city: 'Lagos', country: 'NG' }
    const { convertedTo } = await testApp.call(convertOffer, { params, body: { ...body, location } }, provider)
    expect(await testApp.call(getBooking, { params: { id: String(convertedTo?.id) } }, provider)).toMatchObject({
      location: { city: 'Lagos' },
    })
  })

  it('stays accepted when a contract is required', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent({ requiresContract: true, proposedSlots: [testApp.slotIn(110)] })
    expect(await accept(id, { slotIndex: 0 })).toMatchObject({ status: 'ACCEPTED', needsContract: true })
    const input = { params: { id }, body: { target: 'BOOKING' as const } }
    expect(await testApp.refusal(convertOffer, input, provider)).toMatchObject({
      status: 409,
      code: 'CONTRACT_REQUIRED',
      message: 'This offer needs a contract before the work can be booked.',
    })
  })

  it('can be undone for a quarter of an hour', async () => {
    const { sent, accept, readAsCustomer, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const undo = { params: { id }, body: {} }
    expect(await testApp.call(undoAcceptance, undo, marketplace)).toMatchObject({ status: 'VIEWED', acceptance: null })
    expect(await notificationsOf(testApp, id)).toContain('offer-acceptance-undone')
    await accept(id)
    testApp.clock.advance(15 * 60_000 + 1)
    expect(await testApp.refusal(undoAcceptance, undo, marketplace)).toMatchObject({
      code: 'UNDO_CLOSED',
      message: 'An acceptance can be undone for 15 minutes.',
    })
    expect((await readAsCustomer(id)).allowedActions).not.toContain('undo-acceptance')
    expect((await read(id)).status).toBe('ACCEPTED')
  })

  it('takes back only those of its times that nobody was offered meanwhile, when it is undone', async () => {
    const first = await createOfferScenario(testApp, { isNew: true })
    const { provider } = first
    const times = [testApp.slotIn(110), testApp.slotIn(134)]
    const { id } = await first.sent({ requiresContract: true, proposedSlots: times })
    await first.accept(id, { slotIndex: 0 })
    const second = offerScenarioBetween(testApp, provider, await createCustomer(testApp))
    const { id: secondId } = await second.sent({ proposedSlots: times.slice(1) })
    await testApp.call(undoAcceptance, { params: { id }, body: {} }, marketplace)
    expect(await second.accept(secondId, { slotIndex: 0 })).toMatchObject({ status: 'CONVERTED' })
    expect(await first.accept(id, { slotIndex: 0 })).toMatchObject({ status: 'ACCEPTED' })
  })

  it('can be cancelled by either side before it is booked, with attribution', async () => {
    const { provider, sent, accept, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const wrong = { params: { id }, body: { reasonCode: 'CHANGED_MIND' as const } }
    expect((await testApp.refusal(cancelOffer, wrong, provider)).issues?.[0]?.message).toBe('Choose a reason.')
    await testApp.call(cancelOffer, { params: { id }, body: { reasonCode: 'OVERBOOKED' } }, provider)
    expect(await read(id)).toMatchObject({
      status: 'CANCELLED',
      lostReason: { by: 'PROVIDER', attributedTo: 'PROVIDER' },
      acceptance: { deposit: { status: 'VOID' } },
    })
    const other = await sent()
    await accept(other.id)
    await testApp.call(
      cancelMarketplaceOffer,
      { params: { id: other.id }, body: { reasonCode: 'CHANGED_MIND' } },
      marketplace,
    )
    expect(await read(other.id)).toMatchObject({ status: 'CANCELLED', lostReason: { attributedTo: 'CUSTOMER' } })
    expect(await notificationsOf(testApp, other.id)).toContain('offer-cancelled')
  })

  it('owes no deposit once cancelled', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    const { id } = await sent()
    await accept(id)
    const depositOf = async () => {
      const [invoice] = await testApp.call(
        listInvoices,
        { query: { status: 'ISSUED,PARTIALLY_PAID,PAID,VOID' } },
        provider,
      )
      return testApp.call(getInvoice, { params: { id: String(invoice?.id) } }, provider)
    }
    const { id: invoiceId } = await depositOf()
    const part = { invoiceId, amount: 100_000 }
    await testApp.call(recordMarketplacePayment, { body: part }, marketplace)
    await testApp.call(recordPayment, { body: { ...part, method: 'CASH' } }, provider)
    await testApp.call(cancelOffer, { params: { id }, body: { reasonCode: 'OVERBOOKED' } }, provider)
    expect(await depositOf()).toMatchObject({
      id: invoiceId,
      status: 'VOID',
      payments: expect.arrayContaining([
        expect.objectContaining({ custody: 'PLATFORM', status: 'REFUNDED' }),
        expect.objectContaining({ custody: 'PROVIDER', status: 'REJECTED' }),
      ]),
    })
    // It is no longer confirmed automatically.
    await testApp.advance(73 * HOUR_MS)
    expect((await depositOf()).payments.map(({ status }) => status).sort()).toEqual(['REFUNDED', 'REJECTED'])
    expect(await notificationsOf(testApp, invoiceId)).not.toContain('payment-rejected')
  })
})
