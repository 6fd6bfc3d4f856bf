import type { ChatSnapshot } from '@fettle/chat-client'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { onAnnounce } from '../../../lib/browser/announce.ts'

const chat = vi.hoisted(() => {
  const snapshot = { connected: true, isSynced: true, channels: [], online: {}, me: { id: 'usr_1' } }
  return {
    call: vi.fn(),
    onFrame: () => () => undefined,
    onRecovery: () => () => undefined,
    onReset: () => () => undefined,
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  }
})
vi.mock('../connection/chat.ts', () => ({ chat, useChat: chat.getSnapshot }))
const { ListColumn } = await import('../list/list-column.tsx')
const { reminders } = await import('./store.ts')

const reminder = (messageId: string) => ({
  cid: 'messaging:a',
  messageId,
  excerpt: `Message ${messageId}`,
  author: { id: 'cus_1', name: 'Chidi Okafor', image: null },
  remindAt: null,
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
  version: 1,
})
const buttons = () => [...document.querySelectorAll<HTMLElement>('[aria-label^="Remove from saved: "]')]

const { draw } = setUpScreen()
beforeEach(() => {
  Object.assign(Element.prototype, { scrollTo: () => undefined })
  chat.call.mockImplementation(async (name: string) => {
    if (name === 'reminders.list') return { reminders: ['m1', 'm2'].map(reminder), nextCursor: null }
    if (name === 'reminders.delete') return { version: 2 }
    return { channels: [] }
  })
})

describe('removing a saved message', () => {
  it('keeps the focus in the list and announces the result', async () => {
    const announced = vi.fn()
    const stop = onAnnounce(announced)
    await reminders.load()
    await draw(
      <ListColumn
        snapshot={chat.getSnapshot() as unknown as ChatSnapshot}
        selected={undefined}
        Heading="h2"
        onShortcuts={() => undefined}
      />,
      '/messages?list=saved',
    )
    // The view is loaded on demand.
    await act(async () => void (await import('./saved-view.tsx')))
    expect(buttons()).toHaveLength(2)
    buttons()[0]?.focus()
    await act(async () => buttons()[0]?.click())
    expect(buttons()).toHaveLength(1)
    expect(document.activeElement?.textContent).toBe('Messages')
    expect(announced).toHaveBeenCalledExactlyOnceWith('Removed from saved')
    stop()
  })
})
