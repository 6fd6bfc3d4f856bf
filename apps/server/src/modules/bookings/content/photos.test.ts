import { getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import {
  addBookingPhoto,
  addMarketplacePhoto,
  removeBookingPhoto,
  removeMarketplacePhoto,
} from '@fettle/protocol/bookings/photos'
import { PHOTOS_PER_BOOKING } from '@fettle/protocol/bookings/constants'
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
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { makeMissingThumbnails } from './photos.jobs.ts'
import { listWithoutThumbnail } from './photos.store.ts'

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

const { read, readAsCustomer, moveTo, upload } = bookingCallsOf(testApp, () => me)

describe('photos on a booking', () => {
  it('are added from an upload, keep their time and lose their location', async () => {
    const id = await job(fixedPrice)
    const fileId = await upload()
    const body = { fileId, kind: 'BEFORE', caption: 'Under  the sink' } as const
    const photo = await testApp.call(addBookingPhoto, { params: { id }, body }, me)
    expect(photo).toMatchObject({
      kind: 'BEFORE',
      caption: 'Under the sink',
      takenAt: '2026-02-14T09:30:00.000Z',
      addedBy: { type: 'PROVIDER', name: 'Ada Obi' },
      width: 64,
      height: 48,
      allowedActions: ['delete'],
    })
    const bytes = Buffer.from(await (await fetch(testApp.url + photo.url)).arrayBuffer())
    expect(bytes.includes('GPS')).toBe(false)
    // Sending it again, as after a lost answer, adds no second photo.
    expect((await testApp.call(addBookingPhoto, { params: { id }, body }, me)).id).toBe(photo.id)
    expect((await read(id)).photos).toHaveLength(1)
    expect((await readAsCustomer(id)).photos[0]).toMatchObject({ id: photo.id, allowedActions: [] })
    await testApp.advance(25 * 3_600_000)
    expect((await fetch(testApp.url + (await read(id)).photos[0]?.url)).status).toBe(200)
  })

  it('show the first one in the list of bookings', async () => {
    const id = await job(fixedPrice)
    const thumbnailOf = async () =>
      (await testApp.call(listBookings, { query: {} }, me)).find((booking) => booking.id === id)?.thumbnail
    expect(await thumbnailOf()).toBeNull()
    const photo = await testApp.call(
      addBookingPhoto,
      { params: { id }, body: { fileId: await upload(), kind: 'BEFORE' } },
      me,
    )
    await testApp.deps.jobs.runDue()
    expect(await thumbnailOf()).toMatch(/^data:image\/webp;base64,/)
    await testApp.call(removeBookingPhoto, { params: { id, photoId: photo.id } }, me)
    expect(await thumbnailOf()).toBeNull()
  })

  it('from before thumbnails get one in the background, a batch at a time, each tried once', async () => {
    const ids = [await job(fixedPrice), await job(fixedPrice), await job(fixedPrice)]
    for (const id of ids) {
      await testApp.call(addBookingPhoto, { params: { id }, body: { fileId: await upload(), kind: 'BEFORE' } }, me)
      testApp.clock.advance(1000)
    }
    await testApp.deps.jobs.runDue()
    const asBefore = sql`update booking_photos set thumbnail = null, thumbnail_tried = false where booking_id = any(${ids})`
    await testApp.db.execute(asBefore)
    const [lost = ''] = ids
    const file = await testApp.db.one<{ key: string }>(sql`
      select f.key from booking_photos p join files f on f.id = p.file_id where p.booking_id = ${lost}`)
    await testApp.deps.files.remove(file.key)
    const shown = async () => {
      const all = await testApp.call(listBookings, { query: { limit: 100 } }, me)
      return ids.map((id) => all.find((booking) => booking.id === id)?.thumbnail !== null)
    }
    await makeMissingThumbnails(testApp.deps, { before: testApp.clock.now(), limit: 1 })
    expect(await shown()).toEqual([false, false, true])
    // Photos of the last hour have jobs of their own.
    await testApp.advance(2 * 3_600_000)
    expect(await shown()).toEqual([false, true, true])
    expect(await listWithoutThumbnail(testApp.db, { before: testApp.clock.now(), limit: 10 })).toEqual([])
  })

  it('are deleted only by their author before completion; the timeline keeps the hash', async () => {
    const id = await job(fixedPrice)
    const file = asFile(await picture(64, 48, { colour: 'red' }), 'leak.jpg')
    const body = { kind: 'ISSUE' } as const
    const customerPhoto = await testApp.call(addMarketplacePhoto, { params: { id }, body, file }, marketplace)
    expect(customerPhoto.addedBy).toEqual({ type: 'CUSTOMER', name: customer.name })
    const params = { id, photoId: customerPhoto.id }
    expect(await testApp.refusal(removeBookingPhoto, { params }, me)).toMatchObject({
      status: 403,
      message: 'Only the person who added a photo can delete it.',
    })
    const ownPhoto = await testApp.call(
      addBookingPhoto,
      { params: { id }, body: { fileId: await upload('navy'), kind: 'AFTER' } },
      me,
    )
    expect(
      (await testApp.refusal(removeMarketplacePhoto, { params: { id, photoId: ownPhoto.id } }, marketplace)).status,
    ).toBe(403)
    await testApp.call(removeMarketplacePhoto, { params }, marketplace)
    expect((await read(id)).photos.map((photo) => photo.id)).toEqual([ownPhoto.id])
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, me)
    expect(timeline.find(({ event }) => event === 'booking.photo_removed')?.data).toMatchObject({
      photoId: customerPhoto.id,
      sha256: customerPhoto.sha256,
    })
    await moveTo(id, 'COMPLETED')
    expect(await testApp.refusal(removeBookingPhoto, { params: { id, photoId: ownPhoto.id } }, me)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      details: { from: 'COMPLETED', allowed: [] },
    })
  })

  it("must be the caller's own, of this purpose, and thirty at most, also concurrently", async () => {
    const id = await job(fixedPrice)
    const add = (fileId: string) =>
      testApp.send(addBookingPhoto, { params: { id }, body: { fileId, kind: 'DURING' } }, me)
    const foreign = await add(await upload('red', stranger))
    expect(foreign.body).toMatchObject({ code: 'VALIDATION_FAILED' })
    await testApp.db.execute(sql`
      insert into files (id, owner_id, purpose, key, name, mime, size, sha256, created_at)
      select 'fil_' || lpad(n::text, 26, '0'), ${me.id}, 'BOOKING_PHOTO', 'k/' || n, 'x.jpg', 'image/jpeg', 1, n::text,
             ${testApp.clock.now()} from generate_series(1, ${PHOTOS_PER_BOOKING + 5}::int) n`)
    const ids = Array.from({ length: PHOTOS_PER_BOOKING + 5 }, (_, n) => `fil_${String(n + 1).padStart(26, '0')}`)
    const answers = await Promise.all(ids.map(add))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(PHOTOS_PER_BOOKING)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: 'PHOTO_LIMIT',
      message: 'A booking can have 30 photos. Delete one first.',
    })
    const file = asFile(await picture(64, 48), 'x.jpg')
    expect((await testApp.refusal(addMarketplacePhoto, { params: { id }, body: {}, file }, marketplace)).code).toBe(
      'PHOTO_LIMIT',
    )
  })
})
