import * as actions from '@fettle/protocol/bookings/actions'
import { addBookingPhoto } from '@fettle/protocol/bookings/photos'
import { getBooking } from '@fettle/protocol/bookings'
import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { createUpload } from '@fettle/protocol/common/uploads'
import { afterEach, describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const set = (values: Record<string, unknown>) => testApp.call(patchSettings, { body: { values } }, marketplace)
afterEach(() => set({ requireStartCode: null, minAfterPhotos: null, autoConfirmHours: null, respondHours: null }))

describe('booking settings of operators', () => {
  it("requireStartCode: starting work requires the customer's code", async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const params = { id }
    await set({ requireStartCode: true })
    expect((await testApp.call(getBooking, { params }, provider)).asksStartCode).toBe(true)
    const { startCode } = await testApp.call(getMarketplaceBooking, { params }, marketplace)
    const wrong = { params, body: { startCode: startCode === '0000' ? '0001' : '0000' } }
    for (const input of [wrong, { params, body: {} }]) {
      expect(await testApp.refusal(actions.startBooking, input, provider)).toMatchObject({
        status: 422,
        code: 'START_CODE_WRONG',
        message: 'That start code is not correct.',
      })
    }
    const body = { startCode: startCode ?? '' }
    const started = await testApp.call(actions.startBooking, { params, body }, provider)
    expect(started).toMatchObject({ status: 'IN_PROGRESS', asksStartCode: false })
  })

  it('requireStartCode: five codes can be tried in a quarter of an hour', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const params = { id }
    await set({ requireStartCode: true })
    const { startCode } = await testApp.call(getMarketplaceBooking, { params }, marketplace)
    const start = (code: string | null) =>
      testApp.send(actions.startBooking, { params, body: { startCode: code ?? '' } }, provider)
    const wrong = startCode === '0000' ? '0001' : '0000'
    for (let tries = 0; tries < 5; tries += 1)
      expect((await start(wrong)).body).toMatchObject({ code: 'START_CODE_WRONG' })
    expect((await start(startCode)).body).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Too many requests. Try again in 900 seconds.',
    })
    testApp.clock.advance(15 * 60_000)
    expect((await start(startCode)).status).toBe(200)
  })

  it('minAfterPhotos: completion requires this many photos of the finished work', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'IN_PROGRESS')
    await set({ minAfterPhotos: 2 })
    const completing = { params: { id }, body: { summary: 'Done.' } }
    const photograph = async (colour: string) => {
      const body = { purpose: 'BOOKING_PHOTO' as const }
      const { id: fileId } = await testApp.call(
        createUpload,
        { body, file: asFile(await picture(64, 48, { colour })) },
        provider,
      )
      await testApp.call(addBookingPhoto, { params: { id }, body: { fileId, kind: 'AFTER' } }, provider)
    }
    await photograph('navy')
    expect(await testApp.refusal(actions.completeBooking, completing, provider)).toMatchObject({
      status: 422,
      code: 'PHOTOS_REQUIRED',
      details: { n: 1 },
    })
    await photograph('pink')
    expect((await testApp.call(actions.completeBooking, completing, provider)).status).toBe('AWAITING_CONFIRMATION')
  })

  it('autoConfirmHours: the customer can object for this long', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'IN_PROGRESS')
    await set({ autoConfirmHours: 5 })
    const completedBooking = await testApp.call(
      actions.completeBooking,
      { params: { id }, body: { summary: 'Done.' } },
      provider,
    )
    expect(Date.parse(completedBooking.autoConfirmAt ?? '') - testApp.clock.now().getTime()).toBe(5 * 3_600_000)
    await testApp.advance(5 * 3_600_000)
    expect((await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)).status).toBe('COMPLETED')
  })

  it('respondHours: a request can be answered for this long', async () => {
    const { requestJob, inHours } = await createBookingScenario(testApp)
    await set({ respondHours: 48 })
    const { respondBy, createdAt } = await requestJob({ startAt: inHours(24 * 20) })
    expect(Date.parse(respondBy ?? '') - Date.parse(createdAt)).toBe(48 * 3_600_000)
  })
})
