// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { showAppBadge } from './app-badge.ts'
import { setUnread } from './unread.ts'

const seen: number[] = []
Object.assign(navigator, {
  setAppBadge: vi.fn<(count: number) => Promise<void>>(async (count) => void seen.push(count)),
  clearAppBadge: vi.fn<() => Promise<void>>(async () => void seen.push(0)),
})

let stop = () => {}
afterEach(() => stop())

it('the app icon shows the unread count, like the title', () => {
  setUnread('messages', 2)
  stop = showAppBadge()
  setUnread('notifications', 3)
  setUnread('messages', 0)
  setUnread('notifications', 0)
  stop()
  setUnread('messages', 9)
  expect(seen).toEqual([2, 5, 3, 0])
})

it('an unsupported badge is ignored', async () => {
  Object.assign(navigator, { setAppBadge: async () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
  stop = showAppBadge()
  setUnread('messages', 1)
  await Promise.resolve()
  expect(document.title).toBe('')
})
