import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../testing/back-end.ts'
import { chat, connectChat } from './chat.ts'
import { followEvents } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('connects the chat once the back end can be reached', async () => {
  const connect = vi.spyOn(chat, 'connect').mockResolvedValue()
  let isConnected = false
  const token = { token: 'token', appKey: 'key' }
  answerCalls({
    'chat-token': () => {
      if (!isConnected) throw new TypeError('connection lost')
      return token
    },
  })
  const connected = connectChat()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connect).not.toHaveBeenCalled()
  isConnected = true
  await vi.advanceTimersByTimeAsync(5_000)
  await connected
  expect(connect).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ appKey: 'key' }))
})

it('follows events again after a proxy answered instead of the back end', async () => {
  class FakeSource extends EventTarget {
    static readonly CLOSED = 2
    static readonly all: FakeSource[] = []
    readyState = 1
    constructor() {
      super()
      FakeSource.all.push(this)
    }
  }
  vi.stubGlobal('EventSource', FakeSource)
  followEvents()
  const [source] = FakeSource.all
  // The browser itself connects again after this.
  source?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSource.all).toHaveLength(1)
  Object.assign(source ?? {}, { readyState: FakeSource.CLOSED })
  source?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSource.all).toHaveLength(2)
})
