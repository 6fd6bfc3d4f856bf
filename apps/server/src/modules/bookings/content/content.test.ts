import { acceptBooking, completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/bookings/content'
import {
  addBookingPhoto,
  addMarketplacePhoto,
  removeBookingPhoto,
  removeMarketplacePhoto,
} from '@fettle/protocol/bookings/photos'
import { PHOTOS_PER_BOOKING, CHECKLIST_TEMPLATE_LIMIT } from '@fettle/protocol/bookings/constants'
import {
  addChecklistItems,
  answerChecklistItem,
  createChecklistTemplate,
  listChecklistTemplates,
  removeChecklistItem,
  removeChecklistTemplate,
  saveChecklistTemplate,
} from '@fettle/protocol/bookings/checklists'
import { getMarketplaceBooking, reportProviderNoShow } from '@fettle/protocol/marketplace/bookings'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  declinePriceAdjustment,
  withdrawPriceAdjustment,
} from '@fettle/protocol/bookings/adjustments'
import { createUpload } from '@fettle/protocol/common/uploads'
import { addWorkSegment, editWorkSegment, startTimer, stopTimer } from '@fettle/protocol/bookings/work-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { countStatements } from '../../../../testing/app/count-statements.ts'
import { startTestApp, type TestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { updateWorkTimer } from './work-log.service.ts'
import { makeMissingThumbnails } from './photos.jobs.ts'
import { listWithoutThumbnail } from './photos.store.ts'

let testApp: TestApp
let me: TestProvider
let stranger: TestProvider
let customer: Awaited<ReturnType<typeof createCustomer>>
beforeAll(async () => {
  testApp = await startTestApp()
  me = await createProvider(testApp)
  stranger = await createProvider(testApp)
  customer = await createCustomer(testApp)
})
afterAll(() => testApp.close())

let hours = 24
/** Confirms a job, each later than the one before so that none conflict. */
async function job(price: { model: 'FIXED'; amount: { amount: number; currency: string } } | { model: 'TO_QUOTE' }) {
  hours += 3
  const startAt = new Date(testApp.clock.now().getTime() + hours * 3_600_000).toISOString()
  const { id } = await requestBooking(testApp, { provider: me, customer, startAt, price })
  await testApp.call(acceptBooking, { params: { id }, body: {} }, me)
  return id
}
const fixed = { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } } as const
const read = (id: string) => testApp.call(getBooking, { params: { id } }, me)
const readAsCustomer = (id: string) => testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
const eventsOf = async (id: string) =>
  (await testApp.call(getBookingTimeline, { params: { id } }, me)).map(({ event }) => event)
const moveTo = (id: string, status: string) =>
  testApp.db.execute(sql`update bookings set status = ${status} where id = ${id}`)

async function upload(colour = 'teal', caller: TestProvider = me): Promise<string> {
  const file = asFile(await picture(64, 48, { colour }), 'tap.jpg')
  const { id } = await testApp.call(createUpload, { body: { purpose: 'BOOKING_PHOTO' }, file }, caller)
  return id
}

describe('reading a booking', () => {
  it('takes one statement, however much was added to it', async () => {
    const id = await job(fixed)
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

describe('photos on a booking', () => {
  it('are added from an upload, keep their time and lose their location', async () => {
    const id = await job(fixed)
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
    testApp.clock.advance(25 * 3_600_000)
    await testApp.deps.jobs.runDue()
    expect((await fetch(testApp.url + (await read(id)).photos[0]?.url)).status).toBe(200)
  })

  it('show the first one in the list of bookings', async () => {
    const id = await job(fixed)
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
    const ids = [await job(fixed), await job(fixed), await job(fixed)]
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
    testApp.clock.advance(2 * 3_600_000)
    await testApp.deps.jobs.runDue()
    expect(await shown()).toEqual([false, true, true])
    expect(await listWithoutThumbnail(testApp.db, { before: testApp.clock.now(), limit: 10 })).toEqual([])
  })

  it('are deleted only by their author before completion; the timeline keeps the hash', async () => {
    const id = await job(fixed)
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
    const id = await job(fixed)
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

describe('the checklist of a job', () => {
  it('is created from a template, answered by item, and independent of the template', async () => {
    const template = await testApp.call(
      createChecklistTemplate,
      {
        body: {
          name: 'Boiler service',
          items: [
            { label: 'Gas is off', type: 'CHECK', required: true },
            { label: 'Flue', type: 'PASS_FAIL', required: true },
            { label: 'Pressure in bar', type: 'NUMBER' },
            { label: 'Plate', type: 'PHOTO' },
          ],
        },
      },
      me,
    )
    const id = await job(fixed)
    const items = await testApp.call(addChecklistItems, { params: { id }, body: { templateId: template.id } }, me)
    expect(items.map(({ label, required, done }) => [label, required, done])).toEqual([
      ['Gas is off', true, false],
      ['Flue', true, false],
      ['Pressure in bar', false, false],
      ['Plate', false, false],
    ])
    const answer = (itemId: string, body: Parameters<typeof testApp.call<typeof answerChecklistItem>>[1]['body']) =>
      testApp.call(answerChecklistItem, { params: { id, itemId }, body }, me)
    const [gas, flue, pressure, plate] = items.map((item) => item.id) as [string, string, string, string]
    expect(await answer(gas, { done: true })).toMatchObject({ done: true, doneAt: testApp.clock.now().toISOString() })
    expect(await answer(flue, { value: 'FAIL', note: 'Cracked' })).toMatchObject({ done: true, offersExtraWork: true })
    const earlier = new Date(testApp.clock.now().getTime() - 3_600_000).toISOString()
    expect(await answer(pressure, { value: 1.5, occurredAt: earlier })).toMatchObject({ value: 1.5, doneAt: earlier })
    const photo = await testApp.call(
      addBookingPhoto,
      { params: { id }, body: { fileId: await upload('gray'), kind: 'DURING' } },
      me,
    )
    expect(await answer(plate, { photoId: photo.id })).toMatchObject({ done: true, photoId: photo.id })

    await testApp.call(removeChecklistTemplate, { params: { id: template.id } }, me)
    expect((await read(id)).checklist).toHaveLength(4)
    expect(await testApp.refusal(removeChecklistItem, { params: { id, itemId: gas } }, me)).toMatchObject({
      status: 422,
    })
    await answer(gas, { done: false })
    await testApp.call(removeChecklistItem, { params: { id, itemId: gas } }, me)
    expect((await read(id)).checklist.map(({ label }) => label)).not.toContain('Gas is off')
    const many = Array.from({ length: 98 }, (_, n) => ({ label: `Room ${n}`, type: 'CHECK' }) as const)
    expect(await testApp.refusal(addChecklistItems, { params: { id }, body: { items: many } }, me)).toMatchObject({
      issues: [{ message: 'A checklist can have at most 100 items.' }],
    })
    expect(await testApp.refusal(addChecklistItems, { params: { id }, body: {} }, me)).toMatchObject({
      issues: [{ message: 'Choose a template or add items.' }],
    })
  })

  it('has templates: private, versioned, fifty at most', async () => {
    const body = { name: 'Drains', items: [{ label: 'Rods cleaned', type: 'CHECK' as const }] }
    const { id, version } = await testApp.call(createChecklistTemplate, { body }, stranger)
    const saved = await testApp.call(
      saveChecklistTemplate,
      { params: { id }, body: { ...body, name: 'Drains and gutters', version } },
      stranger,
    )
    expect(saved).toMatchObject({ name: 'Drains and gutters', version: 2 })
    expect(
      await testApp.refusal(saveChecklistTemplate, { params: { id }, body: { ...body, version } }, stranger),
    ).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 2 } } })
    expect((await testApp.refusal(saveChecklistTemplate, { params: { id }, body }, me)).status).toBe(404)
    expect((await testApp.refusal(removeChecklistTemplate, { params: { id } }, me)).status).toBe(404)
    expect(await testApp.call(listChecklistTemplates, {}, me)).toEqual([])
    const bookingId = await job(fixed)
    const foreign = { params: { id: bookingId }, body: { templateId: id } }
    expect((await testApp.refusal(addChecklistItems, foreign, me)).message).toBe("We couldn't find that template.")
    const more = await Promise.all(
      Array.from({ length: CHECKLIST_TEMPLATE_LIMIT }, () => testApp.send(createChecklistTemplate, { body }, stranger)),
    )
    expect(more.filter(({ status }) => status === 201)).toHaveLength(CHECKLIST_TEMPLATE_LIMIT - 1)
    expect(more.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'TEMPLATE_LIMIT' })
  })
})

describe('the customer’s signature', () => {
  const sign = async (caller: TestProvider) => {
    const file = asFile(await picture(600, 200, { format: 'png', colour: 'white' }), 'signature.png')
    return (await testApp.call(createUpload, { body: { purpose: 'SIGNATURE' }, file }, caller)).id
  }
  const hand = (id: string, signatureFileId: string) =>
    ({ params: { id }, body: { summary: 'Done.', signatureFileId } }) as const

  it('is stored with the completion and visible to both sides', async () => {
    const id = await job(fixed)
    await moveTo(id, 'IN_PROGRESS')
    await testApp.call(completeBooking, hand(id, await sign(me)), me)
    testApp.clock.advance(25 * 3_600_000)
    await testApp.deps.jobs.runDue()
    expect((await fetch(testApp.url + (await read(id)).signatureUrl)).status).toBe(200)
    expect((await readAsCustomer(id)).signatureUrl).not.toBeNull()
  })

  it("must be the provider's own upload of that purpose", async () => {
    const id = await job(fixed)
    await moveTo(id, 'IN_PROGRESS')
    for (const fileId of [await sign(stranger), await upload('grey')]) {
      expect(await testApp.refusal(completeBooking, hand(id, fileId), me)).toMatchObject({
        status: 422,
        issues: [{ path: ['signatureFileId', 0], code: 'NOT_ALLOWED' }],
      })
    }
    expect((await read(id)).status).toBe('IN_PROGRESS')
  })
})

describe('the work log', () => {
  it("runs one timer at a time and follows the booking's transitions", async () => {
    const id = await job(fixed)
    const params = { id }
    expect(await testApp.refusal(startTimer, { params, body: { kind: 'WORK' } }, me)).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the booking is confirmed.',
    })
    const move = (name: string) =>
      testApp.db.transaction((tx) => updateWorkTimer(testApp.deps, tx, id, name, testApp.clock.now()))
    await moveTo(id, 'EN_ROUTE')
    await move('start-travel')
    expect(await testApp.refusal(startTimer, { params, body: { kind: 'BREAK' } }, me)).toMatchObject({
      status: 409,
      code: 'TIMER_RUNNING',
      details: { kind: 'TRAVEL' },
    })
    testApp.clock.advance(20 * 60_000)
    await move('start')
    await moveTo(id, 'IN_PROGRESS')
    testApp.clock.advance(45 * 60_000)
    await move('pause')
    const responses = await Promise.all(
      [1, 2].map(() => testApp.send(startTimer, { params, body: { kind: 'BREAK' } }, me)),
    )
    expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409])
    testApp.clock.advance(15 * 60_000)
    await testApp.call(stopTimer, { params, body: {} }, me)
    expect((await testApp.refusal(stopTimer, { params, body: {} }, me)).message).toBe(
      "We couldn't find that running timer.",
    )
    const log = (await read(id)).workLog
    expect(log.map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['TRAVEL', 20],
      ['WORK', 45],
      ['BREAK', 15],
    ])

    const work = log[1]
    const endedAt = new Date(Date.parse(work?.startedAt ?? '') + 30 * 60_000).toISOString()
    const edit = { params: { id, segmentId: work?.id ?? '' }, body: { endedAt, reason: 'Forgot to pause' } }
    expect(await testApp.call(editWorkSegment, edit, me)).toMatchObject({
      minutes: 30,
      editedReason: 'Forgot to pause',
    })
    expect((await testApp.refusal(editWorkSegment, { ...edit, body: { endedAt, reason: '' } }, me)).status).toBe(422)
    const missed = { kind: 'TRAVEL', startedAt: endedAt, endedAt: testApp.clock.now().toISOString() } as const
    expect(
      await testApp.refusal(addWorkSegment, { params, body: { ...missed, reason: 'To the shop' } }, me),
    ).toMatchObject({ issues: [{ message: 'This overlaps another time entry on this job.' }] })
    expect(await eventsOf(id)).toContain('booking.time_logged')
    expect((await readAsCustomer(id)).timeline.map(({ event }) => event)).not.toContain('booking.time_logged')
  })
})

describe('the timer of a job whose provider did not show up', () => {
  it('stops with the report', async () => {
    const { provider, ask } = await createBookingScenario(testApp)
    const { id, startAt } = await ask()
    const params = { id }
    await advanceBookingTo(testApp, provider, id, 'EN_ROUTE')
    testApp.clock.advance(Date.parse(startAt) + 3_600_000 - testApp.clock.now().getTime())
    await testApp.call(reportProviderNoShow, { params, body: {} }, marketplace)
    const { status, workLog } = await testApp.call(getBooking, { params }, provider)
    expect(status).toBe('NO_SHOW')
    expect(workLog).toMatchObject([{ kind: 'TRAVEL', endedAt: testApp.clock.now().toISOString() }])
  })
})

describe('a timer that is started late', () => {
  it('counts from the end of the last entry', async () => {
    const id = await job(fixed)
    const params = { id }
    await moveTo(id, 'IN_PROGRESS')
    const at = testApp.clock.now()
    const body = { kind: 'WORK' as const, occurredAt: at.toISOString() }
    await testApp.call(startTimer, { params, body }, me)
    testApp.clock.advance(3 * 3_600_000)
    await testApp.call(stopTimer, { params, body: {} }, me)
    testApp.clock.advance(3_600_000)
    const transition = (name: string) => testApp.db.transaction((tx) => updateWorkTimer(testApp.deps, tx, id, name, at))
    await testApp.call(startTimer, { params, body }, me)
    await testApp.call(stopTimer, { params, body: {} }, me)
    testApp.clock.advance(3_600_000)
    await transition('resume')
    await transition('pause')
    expect((await read(id)).workLog.map(({ minutes }) => minutes)).toEqual([180, 60, 0])
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
    const id = await job(fixed)
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
    const id = await job(fixed)
    const declined = await create(id)
    await testApp.call(declinePriceAdjustment, { params: { id, adjustmentId: declined.id }, body: {} }, marketplace)
    const withdrawn = await create(id)
    await testApp.call(withdrawPriceAdjustment, { params: { id, adjustmentId: withdrawn.id }, body: {} }, me)
    await create(id)
    testApp.clock.advance(24 * 3_600_000)
    await testApp.deps.jobs.runDue()
    const { priceAdjustments, adjustedTotal } = await read(id)
    expect(priceAdjustments.map(({ status }) => status)).toEqual(['DECLINED', 'WITHDRAWN', 'EXPIRED'])
    expect(adjustedTotal?.amount).toBe(1_500_000)
  })

  it('that has expired does not block completion, even before its timer has run', async () => {
    const id = await job(fixed)
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
    const id = await job(fixed)
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
    const id = await job(fixed)
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

describe('removing a checklist item', () => {
  const required = { label: 'Water is off', type: 'CHECK', required: true } as const
  const two = [required, { label: 'Tidy up', type: 'CHECK' as const }]
  const labels = async (id: string) => (await read(id)).checklist.map(({ label }) => label)

  it('is refused for a required one once work has started, so that completion cannot bypass it', async () => {
    const id = await job(fixed)
    const [water, cleanUp] = await testApp.call(addChecklistItems, { params: { id }, body: { items: two } }, me)
    await testApp.db.execute(sql`update bookings set status = 'IN_PROGRESS', started_at = now() where id = ${id}`)
    expect(await testApp.refusal(removeChecklistItem, { params: { id, itemId: water?.id ?? '' } }, me)).toMatchObject({
      status: 422,
      issues: [{ message: "You can't remove required items once work has started." }],
    })
    await testApp.call(removeChecklistItem, { params: { id, itemId: cleanUp?.id ?? '' } }, me)
    expect(await labels(id)).toEqual(['Water is off'])
    const completion = { params: { id }, body: { summary: 'Done.' } }
    expect((await testApp.refusal(completeBooking, completion, me)).code).toBe('CHECKLIST_INCOMPLETE')
  })

  it('can be undone and restores its position', async () => {
    const id = await job(fixed)
    const [water, cleanUp] = await testApp.call(addChecklistItems, { params: { id }, body: { items: two } }, me)
    await testApp.call(removeChecklistItem, { params: { id, itemId: water?.id ?? '' } }, me)
    const body = { items: [required], beforeItemId: cleanUp?.id ?? '' }
    await testApp.call(addChecklistItems, { params: { id }, body }, me)
    expect(await labels(id)).toEqual(['Water is off', 'Tidy up'])
    await testApp.call(addChecklistItems, { params: { id }, body: { items: two, beforeItemId: water?.id ?? '' } }, me)
    expect(await labels(id)).toEqual(['Water is off', 'Tidy up', 'Water is off', 'Tidy up'])
  })
})

describe('another provider', () => {
  it('gets a 404 for all of it', async () => {
    const id = await job(fixed)
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
