import { addBookingNote } from '@fettle/protocol/bookings/content'
import { getBooking, getBookingTimeline } from '@fettle/protocol/bookings'
import { addBookingPhoto, addMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import { saveBookingTags } from '@fettle/protocol/bookings/content'
import { openDispute, withdrawDispute } from '@fettle/protocol/disputes'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { addReviewPhoto, createReview } from '@fettle/protocol/marketplace/reviews'
import { addOfferRequestPhoto, declineOffer } from '@fettle/protocol/marketplace/offers'
import { getInvoice, listInvoices } from '@fettle/protocol/invoices/invoices'
import { recordPayment, rejectPayment } from '@fettle/protocol/invoices/payments'
import { getOffer } from '@fettle/protocol/offers'
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import {
  advanceBookingTo,
  createBookingScenario,
  uploadBookingPhoto,
} from '../../../testing/fixtures/booking-scenario.ts'
import { createDisputeScenario, disputeStatement } from '../../../testing/fixtures/dispute-scenario.ts'
import { asFile, picture } from '../../../testing/fixtures/files.ts'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

/** What providers still see of a deleted customer. */

const testApp = setUpTestApp()
const remove = ({ id }: { id: string }) => testApp.call(deleteCustomer, { params: { id } }, marketplace)
const statusOf = async (url: string) => (await fetch(testApp.url + url)).status

/** A completed job with a photo of each side, and what the provider noted about the customer. */
async function createCompletedJob() {
  const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
  const { id } = await requestJob({ startAt: inHours(2) })
  const params = { id }
  const file = asFile(await picture(64, 48), 'leak.jpg')
  const leak = await testApp.call(addMarketplacePhoto, { params, body: { kind: 'ISSUE' }, file }, marketplace)
  const body = { kind: 'AFTER' as const, fileId: await uploadBookingPhoto(testApp, provider, 'teal') }
  const repaired = await testApp.call(addBookingPhoto, { params, body }, provider)
  await testApp.call(addBookingNote, { params, body: { text: 'Chidi keeps the key under the mat.' } }, provider)
  await testApp.call(saveBookingTags, { params, body: { tags: ['Grumpy'] } }, provider)
  await advanceBookingTo(testApp, provider, id, 'COMPLETED')
  const read = () => testApp.call(getBooking, { params }, provider)
  return { provider, customer, params, leak, repaired, read }
}

it('a deleted customer leaves no photos, private notes and tags in bookings; those of the work stay', async () => {
  const { provider, customer, params, leak, repaired, read } = await createCompletedJob()
  expect(await statusOf(leak.url)).toBe(200)
  await remove(customer)
  await testApp.deps.jobs.runDue()
  const booking = await read()
  expect(booking.photos.map(({ id }) => id)).toEqual([repaired.id])
  expect(booking).toMatchObject({ privateNotes: [], tags: [], title: 'Fix the kitchen tap' })
  expect([await statusOf(leak.url), await statusOf(repaired.url)]).toEqual([404, 200])
  expect(JSON.stringify(await testApp.call(getBookingTimeline, { params }, provider))).not.toContain('Grumpy')
})

it('a customer who is deleted while a photo is being stored leaves none', async () => {
  const { files } = testApp.deps
  const file = asFile(await picture(64, 48), 'late.jpg')
  /** Deletes a customer once a photo has been checked and its bytes are stored. */
  const removeMeanwhile = (customer: { id: string }) => {
    const put = files.put.bind(files)
    vi.spyOn(files, 'put').mockImplementationOnce(async (...stored) => {
      await remove(customer)
      return put(...stored)
    })
  }
  const job = await createCompletedJob()
  const { id } = await testApp.call(createReview, { body: { bookingId: job.params.id, rating: 5 } }, marketplace)
  removeMeanwhile(job.customer)
  const added = await testApp.refusal(addReviewPhoto, { params: { id }, body: {}, file }, marketplace)
  expect(added).toMatchObject({ code: 'NOT_FOUND' })

  const { customer, request } = await createRequestWithPhoto()
  removeMeanwhile(customer)
  const roof = { params: { id: request.id }, body: {}, file }
  expect(await testApp.refusal(addOfferRequestPhoto, roof, marketplace)).toMatchObject({ code: 'NOT_FOUND' })
})

it('a deleted customer leaves no photos in requests for an offer', async () => {
  const { provider, customer, request, id } = await createRequestWithPhoto()
  await remove(customer)
  expect((await testApp.call(getOffer, { params: { id } }, provider)).request?.photos).toEqual([])
  expect(await testApp.db.query(sql`select from files where attached_to = ${request.id}`)).toEqual([])
})

async function createRequestWithPhoto() {
  const { provider, customer, requestOffer, send } = await createOfferScenario(testApp, { isNew: true })
  const { request, id } = await requestOffer()
  const file = asFile(await picture(64, 48), 'roof.jpg')
  await testApp.call(addOfferRequestPhoto, { params: { id: request.id }, body: {}, file }, marketplace)
  await send(id)
  await testApp.call(declineOffer, { params: { id }, body: { reasonCode: 'TIMING' } }, marketplace)
  expect((await testApp.call(getOffer, { params: { id } }, provider)).request?.photos).toHaveLength(1)
  return { provider, customer, request, id }
}

it('a customer is deleted with an unpaid invoice, which keeps the name, but not while a payment is in dispute', async () => {
  const { provider, customer, params } = await createCompletedJob()
  await testApp.deps.jobs.runDue()
  const [invoice] = await testApp.call(listInvoices, { query: { bookingId: params.id } }, provider)
  const paid = { invoiceId: invoice?.id ?? '', amount: 1000, method: 'CASH' as const }
  const { id } = await testApp.call(recordPayment, { body: paid }, provider)
  await testApp.call(rejectPayment, { params: { id }, body: { reason: 'I never paid this.' } }, marketplace)
  const claim = { subject: { type: 'PAYMENT' as const, id }, reasonCode: 'NON_PAYMENT' as const }
  const dispute = await testApp.call(openDispute, { body: { ...claim, statement: disputeStatement } }, provider)
  expect(await testApp.refusal(deleteCustomer, { params: { id: customer.id } }, marketplace)).toMatchObject({
    code: 'ACCOUNT_IN_USE',
    message: `Settle these first: ${invoice?.number}.`,
  })
  await testApp.call(withdrawDispute, { params: { id: dispute.id }, body: {} }, provider)
  await remove(customer)
  const kept = await testApp.call(getInvoice, { params: { id: paid.invoiceId } }, provider)
  expect(kept).toMatchObject({ status: 'ISSUED', customer: { name: customer.name } })
})

it('a deleted customer has no name in the evidence of a dispute; what was written stays', async () => {
  const { customer, id, read } = await createSettledDispute()
  await remove(customer)
  const { evidencePack } = await read(id)
  expect(evidencePack?.chat).toMatchObject([{ by: 'CUSTOMER', author: '', text: 'It still drips.' }])
  const names = evidencePack?.timeline.map(({ actor }) => actor.name)
  expect(new Set(names)).toEqual(new Set(['Former customer', 'Ada Obi']))
})

async function createSettledDispute() {
  const scenario = await createDisputeScenario(testApp)
  const { provider, customer } = scenario
  const body = { providerId: provider.id, customerId: customer.id }
  const { id: channelId } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
  const message = { params: { id: channelId }, body: { text: 'It still drips.' } }
  await testApp.call(sendMarketplaceMessage, message, marketplace)
  const { id } = await scenario.reviewed({ amountInDispute: 0 })
  await scenario.decide(id, {})
  await scenario.later(8 * 24)
  return { ...scenario, id }
}

it('an update erases the same of customers who were deleted before', async () => {
  const job = await createCompletedJob()
  const offer = await createRequestWithPhoto()
  const dispute = await createSettledDispute()
  for (const { customer } of [job, offer, dispute])
    await testApp.db.execute(sql`update customers set name = '', left_at = now() where id = ${customer.id}`)
  await testApp.db.execute(sql`
    update events set data = '{"tags": ["Grumpy"]}' where type = 'booking.tags_changed' and subject_id = ${job.params.id}`)
  const file = readFileSync(new URL('../../../migrations/0056_traces_of_former_customers.sql', import.meta.url), 'utf8')
  await testApp.db.transaction(async (tx) => {
    for (const statement of file.split(';\n')) if (statement.trim()) await tx.execute(sql([statement]))
  })
  const booking = await job.read()
  expect(booking.photos.map(({ id }) => id)).toEqual([job.repaired.id])
  expect(booking).toMatchObject({ privateNotes: [], tags: [] })
  const timeline = await testApp.call(getBookingTimeline, { params: job.params }, job.provider)
  expect(JSON.stringify(timeline)).not.toContain('Grumpy')
  const { request } = await testApp.call(getOffer, { params: { id: offer.id } }, offer.provider)
  expect(request?.photos).toEqual([])
  const { evidencePack } = await dispute.read(dispute.id)
  expect(evidencePack?.chat).toMatchObject([{ by: 'CUSTOMER', author: '', text: 'It still drips.' }])
  expect(JSON.stringify(evidencePack?.timeline)).not.toContain('Chidi')
  const files = sql`select from files where attached_to is null`
  expect(await testApp.db.query(files)).toHaveLength(2)
  await testApp.advance(26 * 3_600_000)
  expect(await testApp.db.query(files)).toEqual([])
  expect(await statusOf(job.leak.url)).toBe(404)
})
