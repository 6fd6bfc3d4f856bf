import type { ChatSnapshot } from '@fettle/chat-client'
import type { Thread } from '@fettle/protocol/chat/messages/threads'
import { expect, it } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import * as channelsModule from '../list/use-channels-of.ts'
import * as storeModule from './store.ts'
import { ThreadsView } from './threads-view.tsx'

const thread = {
  cid: 'messaging:a',
  parent: { id: 'm1', kind: 'deleted', text: '', user: null },
  lastReply: null,
  reading: { unreadCount: 0 },
} as unknown as Thread
replaceExports(channelsModule, { useChannelsOf: () => () => undefined })
replaceExports(storeModule, {
  threads: { loadMore: () => Promise.reject(new Error('Away')) },
  useThreads: () => ({ threads: [thread], isLoading: false, hasMore: true, error: null }),
})

const { draw, press } = setUpScreen()

it('shows an error toast when more threads could not be loaded', async () => {
  await draw(<ThreadsView snapshot={{ isSynced: true, me: null } as ChatSnapshot} />)
  await press('Load more')
  expect(toasts()).toEqual([['error', "Couldn't load the threads"]])
})
