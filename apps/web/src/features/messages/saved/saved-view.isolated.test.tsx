import type { ChatSnapshot } from '@fettle/chat-client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onAnnounce } from '../../../lib/browser/announce.ts'

const chat = vi.hoisted(() => {
  const snapshot = { connected: true, isSetUp: true, channels: [], online: {}, me: { id: 'usr_1' } }
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
const buttons = () => [...document.querySelectorAll<HTMLElement>('[aria-label="Remove from saved"]')]

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Object.assign(Element.prototype, { scrollTo: () => undefined })
  chat.call.mockImplementation(async (name: string) => {
    if (name === 'reminders.list') return { reminders: ['m1', 'm2'].map(reminder), nextCursor: null }
    if (name === 'reminders.delete') return { version: 2 }
    return { channels: [] }
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('removing a saved message', () => {
  it('keeps the focus in the list and announces the result', async () => {
    const announced = vi.fn()
    const stop = onAnnounce(announced)
    await reminders.load()
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={new QueryClient()}>
            <MemoryRouter initialEntries={['/messages?list=saved']}>
              <ListColumn
                snapshot={chat.getSnapshot() as unknown as ChatSnapshot}
                selected={undefined}
                Heading="h2"
                onShortcuts={() => undefined}
              />
            </MemoryRouter>
          </QueryClientProvider>
        </I18nProvider>,
      ),
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
