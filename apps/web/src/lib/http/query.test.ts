import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { reportConnection } from './connection.ts'
import { createQueryClient } from './query.ts'

const noConnection = () => new ApiError({ status: 0, code: 'NETWORK', message: 'No connection' })
const read = vi.fn<() => Promise<string>>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  read.mockReset()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Shows a query, as a screen does. Returns its observer. */
function show() {
  const client = createQueryClient()
  client.mount()
  const observer = new QueryObserver(client, { queryKey: ['article'], queryFn: read })
  const leave = observer.subscribe(() => undefined)
  stop = () => {
    leave()
    client.unmount()
  }
  return observer
}

it('reads again what failed once the server can be reached again, although the network was never lost', async () => {
  reportConnection(false)
  read.mockRejectedValue(noConnection())
  const shown = show()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown.getCurrentResult()).toMatchObject({ isError: true, fetchStatus: 'idle' })
  read.mockResolvedValue('How to mend a tap')
  reportConnection(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.getCurrentResult().data).toBe('How to mend a tap')
})

it('says at once that it failed when there is no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reportConnection(false)
  read.mockRejectedValue(noConnection())
  const shown = show()
  await vi.advanceTimersByTimeAsync(0)
  expect([shown.getCurrentResult().isError, read.mock.calls.length]).toEqual([true, 1])
  vi.restoreAllMocks()
})
