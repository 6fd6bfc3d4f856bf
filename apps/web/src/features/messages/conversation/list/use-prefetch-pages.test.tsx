import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import type { MessageListStore, MessageListWindow } from './list-context.ts'
import { usePrefetchPages } from './use-prefetch-pages.ts'

const { draw, text } = setUpScreen()
const snapshot = { hasOlder: true, hasNewer: false, isLoadingOlder: false, isLoadingNewer: false } as MessageListWindow

function Pages({ store, connected }: { store: MessageListStore; connected: boolean }) {
  const { failed } = usePrefetchPages({ store, snapshot, connected, isNearStart: true, isNearEnd: true })
  return failed ? 'failed' : 'loading'
}

it('asks to load a page again only while there is a connection, and loads it by itself after a reconnect', async () => {
  const loadOlder = vi.fn().mockRejectedValue(new Error('connection lost'))
  const store = { loadOlder } as unknown as MessageListStore
  await draw(<Pages store={store} connected />)
  expect([text(), loadOlder.mock.calls.length]).toEqual(['failed', 1])
  await draw(<Pages store={store} connected={false} />)
  loadOlder.mockImplementation(() => new Promise(() => undefined))
  await draw(<Pages store={store} connected />)
  expect([text(), loadOlder.mock.calls.length]).toEqual(['loading', 2])
})
