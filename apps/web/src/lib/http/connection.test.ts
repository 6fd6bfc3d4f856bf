import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isConnected, onReconnect, reportConnection } from './connection.ts'

/** Replaces `fetch`. An unreachable server never answers, as in a cellar. */
let isReachable = true
const fetched = vi.fn((_: string, { signal }: RequestInit) =>
  isReachable
    ? Promise.resolve(new Response())
    : new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
)
const dispatch = (name: 'online' | 'offline') => window.dispatchEvent(new Event(name))

beforeEach(() => {
  isReachable = true
  fetched.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  reportConnection(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the connection', () => {
  it('is back although an earlier question is never answered', async () => {
    isReachable = false
    reportConnection(false)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(fetched).toHaveBeenCalledOnce()
    isReachable = true
    await vi.advanceTimersByTimeAsync(15_000)
    expect(isConnected()).toBe(true)
  })

  it('is back within five seconds, however often calls fail meanwhile', async () => {
    reportConnection(false)
    for (let failures = 0; failures < 4; failures += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      reportConnection(false)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isConnected()).toBe(true)
  })

  it('stays when a question from before is not answered', async () => {
    isReachable = false
    reportConnection(false)
    await vi.advanceTimersByTimeAsync(5_000)
    reportConnection(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([isConnected(), fetched.mock.calls.length]).toEqual([true, 1])
  })

  it('is lost with the network, and back once the server answers on another', async () => {
    dispatch('offline')
    expect(isConnected()).toBe(false)
    isReachable = false
    dispatch('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(isConnected()).toBe(false)
    isReachable = true
    dispatch('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(isConnected()).toBe(true)
  })

  it('is there when the server answers, whatever the browser says about the network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatch('offline')
    reportConnection(true)
    expect(isConnected()).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isConnected()).toBe(true)
    isReachable = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(isConnected()).toBe(false)
    vi.restoreAllMocks()
  })
})

describe('what repeats itself after reconnecting', () => {
  const lose = () => {
    reportConnection(false)
    reportConnection(true)
  }

  it('does so at once, and on the same network not again for thirty seconds', async () => {
    const repeat = vi.fn()
    const stop = onReconnect(repeat)
    lose()
    expect(repeat).toHaveBeenCalledTimes(1)
    lose()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(repeat).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(repeat).toHaveBeenCalledTimes(2)
    dispatch('offline')
    dispatch('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(repeat).toHaveBeenCalledTimes(3)
    stop()
    dispatch('offline')
    dispatch('online')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(repeat).toHaveBeenCalledTimes(3)
  })

  it('waits longer after each call without success, up to the longest pause', async () => {
    let succeed: () => void = () => undefined
    const onSuccess = (endPause: () => void) => {
      succeed = endPause
      return () => undefined
    }
    const repeat = vi.fn()
    const stop = onReconnect(repeat, { pausesMs: [15_000, 60_000, 120_000], onSuccess })
    lose()
    for (const pauseMs of [15_000, 60_000, 120_000, 120_000]) {
      const calls = repeat.mock.calls.length
      lose()
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(repeat).toHaveBeenCalledTimes(calls)
      await vi.advanceTimersByTimeAsync(1)
      expect(repeat).toHaveBeenCalledTimes(calls + 1)
    }
    const calls = repeat.mock.calls.length
    succeed()
    lose()
    expect(repeat).toHaveBeenCalledTimes(calls + 1)
    stop()
  })

  it('pauses no longer on another network, although the server was reached before the browser noticed it', () => {
    const repeat = vi.fn()
    const stop = onReconnect(repeat)
    lose()
    lose()
    expect(repeat).toHaveBeenCalledOnce()
    dispatch('online')
    expect(repeat).toHaveBeenCalledTimes(2)
    stop()
  })

  it('waits until the server can be reached', async () => {
    const repeat = vi.fn()
    const stop = onReconnect(repeat)
    lose()
    lose()
    isReachable = false
    reportConnection(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(repeat).toHaveBeenCalledOnce()
    stop()
  })
})
