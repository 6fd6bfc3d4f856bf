import type { BookingDetails } from '@fettle/protocol/bookings'
import type { BookingPhoto } from '@fettle/protocol/bookings/photos'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import * as apiModule from '../../../lib/http/api.ts'
import type { CallOptions } from '../../../lib/http/api.ts'
import { mutationStore, offlineQueue, registerSender, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { bookingQuery } from '../api.ts'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { uploadProgress } from './offline-actions.ts'
import { sendMutation } from './send-mutation.ts'

const item = { id: 'chk_1', type: 'PHOTO', done: false } as ChecklistItem
const photo = { id: 'pho_1', kind: 'DURING' } as BookingPhoto
const booking = bookingFixture({ checklist: [item] })
const mutation: QueuedMutation = {
  id: 'deed',
  user: 'usr_1',
  subject: booking.id,
  kind: 'photo',
  payload: { file: new Blob(['photo']), kind: 'DURING', itemId: item.id },
  occurredAt: '2026-11-25T08:00:00.000Z',
  tries: 0,
  state: 'waiting',
}

let client: QueryClient
let calls: string[]
let refused: string | undefined
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, _: unknown, { onProgress }: CallOptions = {}) => {
    calls.push(name)
    onProgress?.(0.4)
    if (name === refused) throw new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'Refused.' })
    return name === 'bookings.addPhoto'
      ? photo
      : name === 'bookings.answerChecklistItem'
        ? { ...item, done: true }
        : { id: 'fil_1' }
  },
})
const cached = () => client.getQueryData(bookingQuery(booking.id).queryKey) as BookingDetails

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(bookingQuery(booking.id).queryKey, booking)
  calls = []
})

afterEach(() => mutationStore.clear())

it('adds a photo once, although the checklist answer it gives is refused first and the page loads anew', async () => {
  setQueueOwner('usr_1')
  registerSender(['photo'], (queued) => sendMutation(client, queued))
  refused = 'bookings.answerChecklistItem'
  const { subject, kind, payload } = mutation
  await expect(offlineQueue.add({ subject, kind, payload, stays: true })).rejects.toMatchObject({
    code: 'INVALID_TRANSITION',
  })
  refused = undefined
  const address: string = './send-mutation.ts?anew'
  const loaded = (await import(/* @vite-ignore */ address)) as { sendMutation: typeof sendMutation }
  registerSender(['photo'], (queued) => loaded.sendMutation(client, queued))
  await offlineQueue.read()
  await offlineQueue.retry(offlineQueue.get()[0]?.id ?? '')
  expect(calls).toEqual([
    'uploads.create',
    'bookings.addPhoto',
    'bookings.answerChecklistItem',
    'bookings.answerChecklistItem',
  ])
  expect([cached().photos, cached().checklist[0]?.done]).toEqual([[photo], true])
})

it('shows no progress of a photo that is not being sent', async () => {
  refused = 'uploads.create'
  await expect(sendMutation(client, mutation)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' })
  expect(uploadProgress.get(mutation.id)).toBeUndefined()
})

it.each([
  ['start-travel', 'You set off'],
  ['arrive', 'You arrived'],
  ['start', 'Work started'],
  ['pause', 'Work paused'],
  ['resume', 'Work resumed'],
  ['complete', 'You completed the job'],
])('confirms %s with a toast, unless it is refused', async (kind, said) => {
  const step = { ...mutation, kind, payload: {} }
  toast.clear()
  refused = undefined
  await sendMutation(client, step)
  expect(toasts()).toEqual([['success', said]])
  toast.clear()
  refused = calls.at(-1)
  await expect(sendMutation(client, step)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' })
  expect(toasts()).toEqual([])
})
