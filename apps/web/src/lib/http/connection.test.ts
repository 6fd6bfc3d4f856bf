import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isConnected, reportConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  reportConnection(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('notices that the server is back although an earlier question is never answered', async () => {
  let isBack = false
  vi.stubGlobal(
    'fetch',
    vi.fn((_: string, { signal }: RequestInit) =>
      isBack
        ? Promise.resolve(new Response())
        : new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ),
  )
  reportConnection(false)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fetch).toHaveBeenCalledOnce()
  isBack = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(isConnected()).toBe(true)
})
