import { ChatError } from '@fettle/chat-client'
import { chatErrors, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { isRetryable, type QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { profileQuery } from '../../../shared/profile/profile.ts'
import * as chatModule from '../connection/chat.ts'
import { sendPhotos } from './send-photos.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

const chat = {
  call: vi.fn(),
  subscribe: () => () => undefined,
  getSnapshot: () => ({ connected: true }),
  onFrame: () => () => undefined,
  onRecovery: () => () => undefined,
  onReset: () => () => undefined,
}
replaceExports(chatModule, { chat })

const mutation = {
  subject: 'messaging:a',
  payload: { messageId: 'm1', files: [], text: 'The valve', to: 'Chidi Okafor' },
} as unknown as QueuedMutation
const refusedWith = (name: ChatErrorName) => {
  const reason = { code: chatErrors[name].reason }
  return new ChatError('No.', reason, { ...chatErrors[name], reason, message: 'No.' })
}
async function failure(error: unknown): Promise<unknown> {
  chat.call.mockRejectedValue(error)
  const client = new QueryClient()
  client.setQueryData(profileQuery.queryKey, { id: 'usr_1' } as never)
  return sendPhotos(client, mutation).catch((refused: unknown) => refused)
}

beforeEach(() => void chat.call.mockReset())

it('photos are sent again later when the chat only refuses them for now', async () => {
  expect(isRetryable(await failure(refusedWith('RATE_LIMIT')))).toBe(true)
  expect(isRetryable(await failure(refusedWith('COOL_DOWN')))).toBe(true)
  expect(isRetryable(await failure(refusedWith('INTERNAL')))).toBe(true)
  expect(isRetryable(await failure(new ChatError('Lost.', { code: 'chat-client.connection-lost' })))).toBe(true)
})

it('photos that the chat refuses for good need a decision', async () => {
  expect(isRetryable(await failure(refusedWith('NOT_ALLOWED')))).toBe(false)
})
