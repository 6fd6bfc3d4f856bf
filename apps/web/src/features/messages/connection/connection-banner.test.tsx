import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../../../lib/http/connection.ts'
import { ConnectionBanner } from './connection-banner.tsx'

let root: Root
let online = true
const draw = (flags: { connected: boolean; reconnecting?: boolean }) =>
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ConnectionBanner connecting={false} reconnecting={false} {...flags} />
      </I18nProvider>,
    ),
  )
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const bannerText = () => document.querySelector('output')?.textContent
const switchTo = (next: boolean) =>
  act(() => {
    online = next
    window.dispatchEvent(new Event(next ? 'online' : 'offline'))
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  act(() => root.unmount())
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a short interruption is not shown', () => {
  draw({ connected: true })
  draw({ connected: false, reconnecting: true })
  wait(999)
  expect(bannerText()).toBe('')
  draw({ connected: true })
  wait(5_000)
  expect(bannerText()).toBe('')
})

it('a longer interruption is shown until reconnected', () => {
  draw({ connected: true })
  wait(0)
  draw({ connected: false, reconnecting: true })
  wait(1_000)
  expect(bannerText()).toBe('Reconnecting…')
  draw({ connected: true })
  wait(0)
  expect(bannerText()).toBe('')
})

it('a slow first connection is not shown as reconnecting', () => {
  draw({ connected: false })
  wait(1_000)
  expect(bannerText()).toBe('Connecting…')
})

it("without a network the app's own banner is shown instead", () => {
  draw({ connected: false, reconnecting: true })
  wait(1_000)
  switchTo(false)
  expect(bannerText()).toBe('')
  switchTo(true)
  expect(bannerText()).toBe('Reconnecting…')
})

it("the app's own banner is also shown instead while calls get no answer", () => {
  draw({ connected: false, reconnecting: true })
  wait(1_000)
  act(() => reportConnection(false))
  expect(bannerText()).toBe('')
  act(() => reportConnection(true))
  expect(bannerText()).toBe('Reconnecting…')
})
