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

it('photos that were uploaded are not uploaded again when their message is', async () => {
  const client = new QueryClient()
  client.setQueryData(profileQuery.queryKey, { id: 'usr_1' } as never)
  const files = [new File(['a'], 'sink.jpg', { type: 'image/jpeg' })]
  const photos = { ...mutation, payload: { ...mutation.payload, messageId: 'm2', files } }
  const answers: Record<string, unknown> = {
    'attachments.start': { uploadId: 'upl_1', partBytes: 1000, received: 1 },
    'attachments.finish': { attachment: { id: 'fil_1', name: 'sink.jpg', size: 1, kind: 'image' } },
  }
  const answer = async (name: string) => answers[name]
  chat.call.mockImplementation(async (name) => {
    if (name === 'messages.send') throw refusedWith('RATE_LIMIT')
    return answer(name)
  })
  await expect(sendPhotos(client, photos)).rejects.toThrow()
  chat.call.mockImplementation(answer)
  await sendPhotos(client, photos)
  expect(chat.call.mock.calls.map(([name]) => name)).toEqual([
    'attachments.start',
    'attachments.finish',
    'messages.send',
    'messages.send',
  ])
  expect(chat.call.mock.lastCall?.[1]).toMatchObject({ message: { id: 'm2', attachmentIds: ['fil_1'] } })
})
