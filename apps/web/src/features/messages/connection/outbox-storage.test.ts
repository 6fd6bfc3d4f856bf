import { afterEach, expect, it, vi } from 'vitest'
import { outboxStorage } from './outbox-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const quotaExceeded = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

it('a message that no longer fits on the device is listed once, in its last state', async () => {
  await outboxStorage.set('chat.outbox.usr_1.m1', 'waiting')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(quotaExceeded)
  await outboxStorage.set('chat.outbox.usr_1.m1', 'failed')
  expect(await outboxStorage.list('chat.outbox.usr_1.')).toEqual([['chat.outbox.usr_1.m1', 'failed']])
  full.mockRestore()
  await outboxStorage.set('chat.outbox.usr_1.m1', 'waiting again')
  expect(await outboxStorage.list('chat.outbox.usr_1.')).toEqual([['chat.outbox.usr_1.m1', 'waiting again']])
  await outboxStorage.remove('chat.outbox.usr_1.m1')
  expect(await outboxStorage.list('chat.outbox.usr_1.')).toEqual([])
})
