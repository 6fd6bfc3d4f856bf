import { completeBooking } from '@fettle/protocol/bookings/actions'
import { addBookingPhoto, removeBookingPhoto } from '@fettle/protocol/bookings/photos'
import { CHECKLIST_TEMPLATE_LIMIT } from '@fettle/protocol/bookings/constants'
import {
  addChecklistItems,
  answerChecklistItem,
  createChecklistTemplate,
  listChecklistTemplates,
  removeChecklistItem,
  removeChecklistTemplate,
  saveChecklistTemplate,
} from '@fettle/protocol/bookings/checklists'
import { beforeAll, describe, expect, it } from 'vitest'
import { createConfirmedJobs } from '../../../../testing/fixtures/booking-scenario.ts'
import { createCustomer, createProvider, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { fixedPrice, bookingCallsOf } from '../../../../testing/fixtures/booking-content.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()
let me: TestProvider
let stranger: TestProvider
let job: ReturnType<typeof createConfirmedJobs>
beforeAll(async () => {
  me = await createProvider(testApp)
  stranger = await createProvider(testApp)
  job = createConfirmedJobs(testApp, { provider: me, customer: await createCustomer(testApp) })
})

const { read, upload } = bookingCallsOf(testApp, () => me)

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
    const id = await job(fixedPrice)
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
    const bookingId = await job(fixedPrice)
    const foreign = { params: { id: bookingId }, body: { templateId: id } }
    expect((await testApp.refusal(addChecklistItems, foreign, me)).message).toBe("We couldn't find that template.")
    const more = await Promise.all(
      Array.from({ length: CHECKLIST_TEMPLATE_LIMIT }, () => testApp.send(createChecklistTemplate, { body }, stranger)),
    )
    expect(more.filter(({ status }) => status === 201)).toHaveLength(CHECKLIST_TEMPLATE_LIMIT - 1)
    expect(more.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'TEMPLATE_LIMIT' })
  })
})

describe('deleting the photo that answers an item', () => {
  it('opens the item again, so that completion cannot bypass it', async () => {
    const id = await job(fixedPrice)
    const items = [{ label: 'Plate', type: 'PHOTO', required: true } as const]
    const [plate] = await testApp.call(addChecklistItems, { params: { id }, body: { items } }, me)
    const added = { params: { id }, body: { fileId: await upload('navy'), kind: 'DURING' as const } }
    const { id: photoId } = await testApp.call(addBookingPhoto, added, me)
    const answered = { params: { id, itemId: plate?.id ?? '' }, body: { photoId } }
    expect(await testApp.call(answerChecklistItem, answered, me)).toMatchObject({ done: true, photoId })
    await testApp.call(removeBookingPhoto, { params: { id, photoId } }, me)
    expect((await read(id)).checklist).toMatchObject([{ done: false, doneAt: null, photoId: null }])
    await testApp.db.execute(sql`update bookings set status = 'IN_PROGRESS', started_at = now() where id = ${id}`)
    const completion = { params: { id }, body: { summary: 'Done.' } }
    expect((await testApp.refusal(completeBooking, completion, me)).code).toBe('CHECKLIST_INCOMPLETE')
  })
})

describe('removing a checklist item', () => {
  const required = { label: 'Water is off', type: 'CHECK', required: true } as const
  const two = [required, { label: 'Tidy up', type: 'CHECK' as const }]
  const labels = async (id: string) => (await read(id)).checklist.map(({ label }) => label)

  it('is refused for a required one once work has started, so that completion cannot bypass it', async () => {
    const id = await job(fixedPrice)
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
    const id = await job(fixedPrice)
    const [water, cleanUp] = await testApp.call(addChecklistItems, { params: { id }, body: { items: two } }, me)
    await testApp.call(removeChecklistItem, { params: { id, itemId: water?.id ?? '' } }, me)
    const body = { items: [required], beforeItemId: cleanUp?.id ?? '' }
    await testApp.call(addChecklistItems, { params: { id }, body }, me)
    expect(await labels(id)).toEqual(['Water is off', 'Tidy up'])
    await testApp.call(addChecklistItems, { params: { id }, body: { items: two, beforeItemId: water?.id ?? '' } }, me)
    expect(await labels(id)).toEqual(['Water is off', 'Tidy up', 'Water is off', 'Tidy up'])
  })
})
