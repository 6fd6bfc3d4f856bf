import { getProfile } from '@fettle/protocol/accounts/calls'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../lib/http/api.ts'
import { OfflineBanner } from './notices.tsx'

const fetched = vi.fn<typeof fetch>()
const banner = () => document.querySelector('[role=status]')?.textContent ?? ''

let root: Root

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', fetched)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <OfflineBanner />
      </I18nProvider>,
    ),
  )
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('appears when a call gets no response, polls every five seconds, and disappears when the server answers', async () => {
  expect(banner()).toBe('')

  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await act(() => expect(call(getProfile, {})).rejects.toMatchObject({ code: 'NETWORK' }))
  expect(banner()).toContain("You're offline")

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(fetched.mock.calls.slice(1).map(([url]) => url)).toEqual(['/health/live', '/health/live'])
  expect(banner()).toContain("You're offline")

  fetched.mockResolvedValue(new Response('{}', { status: 503 }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(banner()).toBe('')
})

it('appears while the browser is offline', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expect(banner()).toContain("You're offline")
  network.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(banner()).toBe('')
})
