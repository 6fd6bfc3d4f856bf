import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../../../lib/http/connection.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

const screen = setUpScreen()
const draw = (flags: { connected: boolean; reconnecting?: boolean }) =>
  screen.draw(<ConnectionBanner connecting={false} reconnecting={false} {...flags} />)
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const bannerText = () => document.querySelector('output')?.textContent

beforeEach(() => void vi.useFakeTimers())

afterEach(() => vi.useRealTimers())

it('a short interruption is not shown', async () => {
  await draw({ connected: true })
  await draw({ connected: false, reconnecting: true })
  wait(999)
  expect(bannerText()).toBe('')
  await draw({ connected: true })
  wait(5_000)
  expect(bannerText()).toBe('')
})

it('a longer interruption is shown until reconnected', async () => {
  await draw({ connected: true })
  wait(0)
  await draw({ connected: false, reconnecting: true })
  wait(1_000)
  expect(bannerText()).toBe('Reconnecting…')
  await draw({ connected: true })
  wait(0)
  expect(bannerText()).toBe('')
})

it('a slow first connection is not shown as reconnecting', async () => {
  await draw({ connected: false })
  wait(1_000)
  expect(bannerText()).toBe('Connecting…')
})

it("the app's own banner is shown instead while calls get no answer", async () => {
  await draw({ connected: false, reconnecting: true })
  wait(1_000)
  act(() => reportConnection(false))
  expect(bannerText()).toBe('')
  act(() => reportConnection(true))
  expect(bannerText()).toBe('Reconnecting…')
})
