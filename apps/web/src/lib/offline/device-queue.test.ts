import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { reportConnection } from '../http/connection.ts'
import { offlineQueue, registerSender, setQueueOwner } from './device-queue.ts'

beforeEach(() => reportConnection(true))
afterEach(async () => {
  reportConnection(true)
  for (const { id } of offlineQueue.get()) await offlineQueue.discard(id)
})

it('keeps a change waiting while the server cannot be reached, although there is a network', async () => {
  const send = vi.fn(async () => {
    reportConnection(false)
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'No connection.' })
  })
  setQueueOwner('usr_1')
  registerSender(['a change'], send)
  expect(await offlineQueue.add({ subject: 'bkg_1', kind: 'a change', payload: {} })).toEqual({ sent: false })
  await offlineQueue.flush()
  expect(send).toHaveBeenCalledOnce()
  expect(offlineQueue.get()).toMatchObject([{ kind: 'a change', state: 'waiting', tries: 0 }])
})
