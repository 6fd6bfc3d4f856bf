import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { offlineQueue, mutationStore, registerSender, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { PhotosSection } from './photos-section.tsx'

const booking = bookingFixture({ status: 'IN_PROGRESS' })
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }
const { draw, leave, text } = setUpScreen()
afterEach(async () => {
  await leave()
  for (const { id } of offlineQueue.get()) await offlineQueue.discard(id)
  await mutationStore.clear()
})

it('says of no refused photo that it is waiting to upload', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  setQueueOwner('usr_1')
  registerSender(['photo'], async () => {
    throw new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'Refused.' })
  })
  reportConnection(false)
  await offlineQueue.add({
    subject: booking.id,
    kind: 'photo',
    payload: { file: new Blob(['x']), kind: 'DURING' },
    stays: true,
  })
  await draw(<PhotosSection booking={booking} offline={offline} now={new Date()} />)
  expect(text()).toContain('1 photo is waiting to upload.')
  reportConnection(true)
  await act(async () => offlineQueue.resume())
  expect(offlineQueue.get()).toMatchObject([{ state: 'review' }])
  expect(text()).not.toContain('waiting to upload')
})
