import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../http/connection.ts'
import type { offlineQueue } from './device-queue.ts'
import { resumeWhenReachable } from './resume-when-reachable.ts'

type Sent = Parameters<typeof offlineQueue.onSent>[0]
let sent: Sent | undefined
let stop: () => void
const resume = vi.fn(async () => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  resume.mockClear()
  reportConnection(true)
  stop = resumeWhenReachable({
    resume,
    onSent: (listener) => {
      sent = listener
      return () => undefined
    },
  })
})
afterEach(() => {
  stop()
  reportConnection(true)
  vi.useRealTimers()
})

/** The server does not answer, and answers again. Returns the tries to send so far. */
function loseAndFind(): number {
  reportConnection(false)
  reportConnection(true)
  vi.advanceTimersByTime(0)
  return resume.mock.calls.length
}

it('sends unsent changes when the server answers again, although the network was never lost', () => {
  reportConnection(true)
  expect(resume).not.toHaveBeenCalled()
  expect(loseAndFind()).toBe(1)
})

it('waits longer after each try that sent nothing, up to sixteen minutes', () => {
  loseAndFind()
  for (const minutes of [0.25, 1, 2, 4, 8, 16, 16]) {
    const tries = resume.mock.calls.length
    expect(loseAndFind()).toBe(tries)
    vi.advanceTimersByTime(minutes * 60_000 - 1)
    expect(resume.mock.calls.length).toBe(tries)
    vi.advanceTimersByTime(1)
    expect(resume.mock.calls.length).toBe(tries + 1)
  }
  sent?.({} as Parameters<Sent>[0], undefined)
  const tries = resume.mock.calls.length
  expect(loseAndFind()).toBe(tries + 1)
})

it('does nothing once it is stopped', () => {
  loseAndFind()
  loseAndFind()
  stop()
  vi.advanceTimersByTime(60 * 60_000)
  expect(resume).toHaveBeenCalledOnce()
})

it('does not wait on another network', () => {
  for (let losses = 0; losses < 3; losses += 1) loseAndFind()
  const tries = resume.mock.calls.length
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  reportConnection(true)
  vi.advanceTimersByTime(0)
  expect(resume.mock.calls.length).toBe(tries + 1)
})
