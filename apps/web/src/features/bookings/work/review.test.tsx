import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offlineQueue, mutationStore, registerSender, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { SyncReview } from './sync-review.tsx'

const checklist = (['PASS_FAIL', 'NUMBER'] as const).map(
  (type) => ({ id: type, type, label: `Item ${type}` }) as ChecklistItem,
)
const booking = bookingFixture({ status: 'CONFIRMED', checklist })
const sent: QueuedMutation[] = []
let refusal: ApiError | undefined
const { draw, leave, press } = setUpScreen()

const buttons = () => [...document.querySelectorAll('button')].map((each) => each.textContent)
const inProgress = (count: number) =>
  new ApiError({
    status: 409,
    code: 'JOB_IN_PROGRESS',
    message: '“Replace the boiler” is still in progress. Pause it, or keep it running.',
    details: { bookingId: 'bkg_2', reference: 'BK-2026-000002', title: 'Replace the boiler', count },
  })

/** Queues a step offline and has the server refuse it after reconnecting. */
async function refuseLater(kind: string, error: ApiError, payload: Record<string, unknown> = {}) {
  refusal = error
  reportConnection(false)
  await offlineQueue.add({ subject: booking.id, kind, payload })
  reportConnection(true)
  await offlineQueue.resume()
  await draw(<SyncReview booking={booking} />)
}

beforeEach(() => {
  setQueueOwner('usr_1')
  sent.length = 0
  registerSender(['start', 'pause', 'resume', 'note', 'checklist'], async (mutation) => {
    sent.push(mutation)
    if (refusal) throw refusal
  })
})
afterEach(async () => {
  await leave()
  for (const { id } of offlineQueue.get()) await offlineQueue.discard(id)
  await mutationStore.clear()
})

describe('a queued step refused because of another job in progress', () => {
  it.each([
    ['Pause it and start', 'PAUSE'],
    ['Keep both running', 'KEEP_RUNNING'],
  ])('is sent again with “%s” and its original time', async (choice, otherJob) => {
    await refuseLater('start', inProgress(1), { startCode: '4711' })
    expect(document.body.textContent).toContain('“Replace the boiler” is still in progress.')
    expect(buttons()).toEqual(['Use saved version', 'Keep both running', 'Pause it and start'])
    refusal = undefined
    await press(choice)
    const [first, second] = sent
    expect(second?.payload).toEqual({ startCode: '4711', otherJob })
    expect(second?.occurredAt).toBe(first?.occurredAt)
    expect(buttons()).toEqual([])
  })

  it('offers the same for several jobs and when resuming', async () => {
    await refuseLater('resume', inProgress(2))
    expect(buttons()).toEqual(['Use saved version', 'Keep all running', 'Pause them and resume'])
  })

  it("is discarded when the server's state is kept", async () => {
    await refuseLater('start', inProgress(1))
    await press('Use saved version')
    expect([sent.length, offlineQueue.get()]).toEqual([1, []])
  })
})

it('a step refused for another reason can only be retried', async () => {
  const message = 'This is not possible while the booking is completed.'
  await refuseLater('start', new ApiError({ status: 409, code: 'INVALID_TRANSITION', message }))
  expect(buttons()).toEqual(['Use saved version', 'Keep mine'])
})

it('the reason for a refused pause is named as it was chosen', async () => {
  const message = 'This is not possible while the booking is completed.'
  const refused = new ApiError({ status: 409, code: 'INVALID_TRANSITION', message })
  await refuseLater('pause', refused, { reasonCode: 'WAITING_MATERIALS' })
  expect(document.body.textContent).toContain('Waiting for materials')
})

it.each([
  ['PASS_FAIL', 'FAIL', 'Fail'],
  ['NUMBER', 12.5, '12.5'],
])('a refused checklist answer of type %s is shown with its item, as it was given', async (itemId, value, shown) => {
  const refused = new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'Refused.' })
  await refuseLater('checklist', refused, { itemId, value })
  const lines = [...document.querySelectorAll('p')].map((each) => each.textContent)
  expect(lines).toContain(`Item ${itemId}`)
  expect(lines).toContain(shown)
})
