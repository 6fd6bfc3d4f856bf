import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { Bell } from './bell.tsx'
import { Component as NotificationsPage } from './notifications.screen.tsx'

let requests = 0
replaceExports(apiModule, {
  call: async () => {
    requests += 1
    throw new ApiError({ status: 500, code: 'INTERNAL', message: 'Busy' })
  },
})
const { draw, text, button } = setUpScreen()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('says that notifications could not be loaded while their service does not answer, and tries again', async () => {
  await draw(
    <>
      <NotificationsPage />
      <Bell />
    </>,
    '/notifications',
  )
  const pass = () => act(() => vi.advanceTimersByTimeAsync(100))
  await pass()
  expect(text()).toContain("We couldn't load your notifications")
  const before = requests
  await press(button('Try again'))
  await pass()
  expect(requests).toBe(before + 1)
})
