import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import { offlineQueue, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { CHAT_PHOTOS_MUTATION } from './model.ts'
import { UnsentPhotos } from './unsent-photos.tsx'

const { draw, leave, button, text } = setUpScreen()

afterEach(async () => {
  await leave()
  for (const { id } of offlineQueue.get()) await offlineQueue.discard(id)
})

it('keeps the focus on the page when photos that could not be sent are discarded', async () => {
  setQueueOwner('usr_1')
  reportConnection(false)
  const refusal = new ApiError({ status: 422, code: 'VALIDATION_FAILED', message: 'You cannot write here.' })
  const payload = { messageId: 'm1', files: [], text: '', to: 'Chidi Okafor' }
  await offlineQueue.shelve({ subject: 'messaging:a', kind: CHAT_PHOTOS_MUTATION, payload }, refusal)
  await draw(
    <main id="main" tabIndex={-1}>
      <UnsentPhotos />
    </main>,
  )
  button('Discard').focus()
  await press(button('Discard'))
  expect(text()).not.toContain('Chidi Okafor')
  expect(document.activeElement?.id).toBe('main')
})
