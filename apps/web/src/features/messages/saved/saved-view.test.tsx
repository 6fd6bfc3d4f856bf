import type { ChatSnapshot } from '@fettle/chat-client'
import { expect, it } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import * as channelsModule from '../list/use-channels-of.ts'
import { SavedView } from './saved-view.tsx'
import * as storeModule from './store.ts'

replaceExports(channelsModule, { useChannelsOf: () => () => undefined })
replaceExports(storeModule, {
  reminders: { loadMore: () => Promise.reject(new Error('Away')) },
  useReminders: () => ({ reminders: {}, deleted: {}, nextCursor: 'next', isLoaded: true, error: null }),
})

const { draw, press } = setUpScreen()

it('shows an error toast when more saved messages could not be loaded', async () => {
  await draw(<SavedView snapshot={{ isSynced: true, me: null } as ChatSnapshot} />)
  await press('Load more')
  expect(toasts()).toEqual([['error', "Couldn't load them", 'Away']])
})
