import { expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import type { ChannelFilter } from './listed-channel.ts'

const call = vi.fn()
const snapshot = { channels: [], totalUnread: 0 }
vi.mock('../connection/chat.ts', () => ({
  chat: { call, getSnapshot: () => snapshot, subscribe: () => () => undefined },
}))
const { useFoundChannels } = await import('./use-found-channels.ts')

const { draw, text } = setUpScreen()

function Found({ filter, q = '' }: { filter: ChannelFilter; q?: string }) {
  return useFoundChannels(filter, q, true)
    .channels.map(({ cid }) => cid)
    .join()
}
const pageOf = (cid: string) => ({ channels: [{ channel: { cid }, messages: [] }], nextCursor: null })

it('found conversations stay while a longer name is searched, but not under another filter', async () => {
  call.mockResolvedValueOnce(pageOf('messaging:unread'))
  await draw(<Found filter="unread" />)
  await waitFor(() => expect(text()).toBe('messaging:unread'))
  call.mockReturnValue(new Promise(() => undefined))
  await draw(<Found filter="unread" q="ada" />)
  expect(text()).toBe('messaging:unread')
  await draw(<Found filter="archived" />)
  expect(text()).toBe('')
})
