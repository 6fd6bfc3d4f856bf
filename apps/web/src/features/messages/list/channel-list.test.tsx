import type { ChatSnapshot, ListedChannel } from '@fettle/chat-client'
import { expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import * as chatModule from '../connection/chat.ts'
import type { ChannelFilter } from './listed-channel.ts'
import { ChannelList } from './channel-list.tsx'
import * as rowsModule from './channel-rows.tsx'

const loadMoreChannels = vi.fn(async () => undefined)
const call = vi.fn()
replaceExports(chatModule, {
  chat: {
    call,
    loadMoreChannels,
    subscribe: () => () => undefined,
    getSnapshot: () => ({ channels: [], totalUnread: 0 }),
  },
})
replaceExports(rowsModule, { ChannelRows: () => null })

const { draw, press, button } = setUpScreen({ queries: { retry: false } })
const list = (overrides: Partial<ChatSnapshot>, filter: ChannelFilter = 'all') => {
  const snapshot = { connected: true, isSynced: true, isLoading: false, channels: [], ...overrides } as ChatSnapshot
  return <ChannelList snapshot={snapshot} selected={undefined} filter={filter} q="" scroller={null} />
}

it('shows an error toast when the conversations could not be loaded, and again after another attempt', async () => {
  const failed = { error: 'chat-client.listen-failed' } as const
  await draw(list(failed))
  expect(toasts()).toEqual([['error', 'Failed to listen to channels']])
  toast.clear()
  await draw(list({ ...failed, isLoading: true }))
  expect(toasts()).toEqual([])
  await draw(list(failed))
  expect(toasts()).toEqual([['error', 'Failed to listen to channels']])
})

it('shows an error toast when more conversations could not be loaded', async () => {
  loadMoreChannels.mockRejectedValueOnce(new Error('Away'))
  await draw(list({ channels: [{} as ListedChannel], hasMore: true }))
  await press('Load more')
  expect(toasts()).toEqual([['error', 'Failed to listen to channels']])
})

it('shows an error toast when more of the conversations found could not be loaded', async () => {
  const page = { channels: [{ channel: { cid: 'messaging:1' }, messages: [] }], nextCursor: 'next' }
  call.mockResolvedValueOnce(page).mockRejectedValueOnce(new Error('Away'))
  await draw(list({}, 'archived'))
  await waitFor(() => expect(button('Load more')).toBeDefined())
  await press('Load more')
  await waitFor(() => expect(toasts()).toEqual([['error', 'Failed to listen to channels']]))
})
