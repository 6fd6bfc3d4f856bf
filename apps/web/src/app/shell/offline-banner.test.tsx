import { getProfile } from '@fettle/protocol/accounts/calls'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../lib/http/api.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { OfflineBanner } from './notices.tsx'

const fetched = vi.fn<typeof fetch>()
const banner = () => document.querySelector('[role=status]')?.textContent ?? ''

const { draw } = setUpScreen()

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  await draw(<OfflineBanner />)
})

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('appears when a call gets no response, polls every five seconds, and disappears when the server answers', async () => {
  expect(banner()).toBe('')

  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await act(() => expect(call(getProfile, {})).rejects.toMatchObject({ code: 'NETWORK' }))
  expect(banner()).toBe("You're offline. We'll sync messages, draft offers and work on jobs when you're back.")

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(fetched.mock.calls.slice(1).map(([url]) => url)).toEqual(['/health/live', '/health/live'])
  expect(banner()).toContain("You're offline")

  fetched.mockResolvedValue(new Response('{}', { status: 503 }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(banner()).toBe('')
})

it('appears while the browser is offline', async () => {
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expect(banner()).toContain("You're offline")
  fetched.mockResolvedValue(new Response('{}'))
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(banner()).toBe('')
})
