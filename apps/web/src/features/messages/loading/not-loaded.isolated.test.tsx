import type { ChannelStore, ChatSnapshot, MessageView } from '@fettle/chat-client'
import { act, type ReactNode } from 'react'
import { setUpScreen } from '../../../testing/screen.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'

// What the parts of the chat show while what they need has not been loaded.

const chat = vi.hoisted(() => ({
  call: vi.fn(),
  onFrame: () => () => undefined,
  onRecovery: () => () => undefined,
  onReset: () => () => undefined,
  subscribe: () => () => undefined,
  getSnapshot: () => ({ channels: [], totalUnread: 0 }),
}))
vi.mock('../connection/chat.ts', () => ({ chat, useChat: chat.getSnapshot }))
const { ChannelList } = await import('../list/channel-list.tsx')
const { FoundMessages } = await import('../search/found-messages.tsx')
const { ThreadsView } = await import('../threads/threads-view.tsx')
const { MediaPane } = await import('../conversation/panels/media-pane.tsx')
const { PinnedPane } = await import('../conversation/panels/pinned-pane.tsx')
const { MessageListContext } = await import('../conversation/list/list-context.ts')
const { default: PollInMessage } = await import('../message/polls/poll.tsx')

const { draw, text } = setUpScreen({ queries: { retry: false } })

/** A client that has not connected yet. */
const snapshot = (overrides: Partial<ChatSnapshot> = {}) =>
  ({
    connected: false,
    connecting: true,
    isSynced: false,
    channels: [],
    online: {},
    me: null,
    ...overrides,
  }) as ChatSnapshot
const goTo = () => undefined
const store = { cid: 'messaging:a', loadPinned: () => chat.call('messages.pinned') } as unknown as ChannelStore
const poll = { id: 'm1', cid: 'messaging:a', text: 'When?' } as MessageView

const list = (filter: 'unread' | 'archived', overrides: Partial<ChatSnapshot>) => (
  <ChannelList snapshot={snapshot(overrides)} selected={undefined} filter={filter} q="" scroller={null} />
)
/** SavedView, with the reminders of a page that was just opened. */
async function savedView(overrides: Partial<ChatSnapshot>) {
  vi.resetModules()
  const { SavedView } = await import('../saved/saved-view.tsx')
  const { useLoadReminders } = await import('../saved/store.ts')
  const Saved = () => {
    useLoadReminders(overrides.connected === true)
    return <SavedView snapshot={snapshot(overrides)} />
  }
  return <Saved />
}

const views: Record<string, (overrides: Partial<ChatSnapshot>) => ReactNode | Promise<ReactNode>> = {
  'the unread conversations': (overrides) => list('unread', overrides),
  'the archived conversations': (overrides) => list('archived', overrides),
  'the message search': (overrides) => <FoundMessages q="boiler" snapshot={snapshot(overrides)} />,
  'the saved messages': savedView,
  'the threads': (overrides) => <ThreadsView snapshot={snapshot(overrides)} />,
  'the media of a conversation': ({ connected = false }) => <MediaPane {...{ cid: 'messaging:a', connected, goTo }} />,
  'the pinned messages': ({ connected = false }) => (
    <PinnedPane {...{ store, pinned: null, me: undefined, connected, goTo }} />
  ),
  'a poll': ({ connected = false }) => (
    <MessageListContext value={{ connected } as never}>
      <PollInMessage message={poll} pollId="pol_1" />
    </MessageListContext>
  ),
}
const names = Object.keys(views)
const emptyStates = /caught up|No archived|No messages|No saved|No threads|No pictures|No pinned/

beforeEach(() => void chat.call.mockReset().mockReturnValue(new Promise(() => undefined)))

describe('without a connection', () => {
  it.each(names)('nothing is said to be empty while the chat connects: %s', async (name) => {
    await draw(await views[name]?.({}))
    expect(text()).not.toMatch(emptyStates)
    expect(text()).not.toContain('Not available offline')
  })

  it.each(names)('what is missing is not available offline: %s', async (name) => {
    const view = await views[name]?.({ connecting: false })
    // Some views have modules of their own, which only hear what the browser says.
    window.dispatchEvent(new Event('offline'))
    await draw(view)
    expect(text()).toContain('Not available offline')
    expect(text()).not.toMatch(emptyStates)
  })
})

describe('after a failed request', () => {
  it.each(['the saved messages', 'the pinned messages', 'a poll'])('a button loads again: %s', async (name) => {
    chat.call.mockRejectedValue(new Error('refused'))
    await draw(await views[name]?.({ connected: true, connecting: false }))
    const retry = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
    expect(text()).toMatch(/Couldn't load/)
    chat.call.mockReset().mockReturnValue(new Promise(() => undefined))
    await act(async () => retry?.click())
    expect(chat.call.mock.calls.map(([call]) => call)).toEqual([expect.stringMatching(/reminders|pinned|polls/)])
  })
})
