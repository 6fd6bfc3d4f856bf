import { describe, expect, it } from 'vitest'
import {
  createOfflineQueue,
  resetRetries,
  type FailureDecision,
  type QueueItem,
  type QueuePolicy,
  type QueueStore,
} from './offline-queue.ts'

interface Letter extends QueueItem {
  lane: string
  note?: string
}

const letter = (id: string, lane = 'a', user = 'ada'): Letter => ({ id, lane, user, state: 'waiting', tries: 0 })

/** A device with its store and one lock for all tabs. */
function createDevice() {
  const stored = new Map<string, Letter>()
  let lock = Promise.resolve()
  const store: QueueStore<Letter> = {
    all: async () => [...stored.values()],
    put: async (item) => void stored.set(item.id, item),
    remove: async ({ id }) => void stored.delete(id),
  }
  const withTabLock = (run: () => Promise<void>) => {
    lock = lock.then(run)
    return lock
  }
  return { stored, store, withTabLock }
}

function openTab(device = createDevice(), over: Partial<QueuePolicy<Letter>> = {}) {
  const sent: string[] = []
  const held: string[] = []
  const errors: unknown[] = []
  const timers: { run: () => void; milliseconds: number }[] = []
  const world = {
    user: 'ada' as string | undefined,
    isOnline: true,
    now: Date.UTC(2026, 0, 1),
    answer: (_: Letter): unknown => undefined,
  }
  const queue = createOfflineQueue<Letter>({
    store: device.store,
    policy: {
      compare: (one, other) => one.id.localeCompare(other.id),
      laneOf: ({ lane }) => lane,
      isReviewBlocking: true,
      afterFailure: (_, error) => error as FailureDecision<Letter>,
      ...over,
    },
    async send(item) {
      const result = await world.answer(item)
      sent.push(item.id)
      return result
    },
    user: () => world.user,
    canSend: () => world.isOnline,
    now: () => world.now,
    schedule: (run, milliseconds) => void timers.push({ run, milliseconds }),
    withTabLock: device.withTabLock,
    storeFailed: (error) => errors.push(error),
    held: ({ id }) => held.push(id),
  })
  const fail = (decision: FailureDecision<Letter>, ...ids: string[]) => {
    world.answer = ({ id }) => {
      if (!ids.includes(id)) return 'taken'
      // oxlint-disable-next-line typescript/only-throw-error -- the retry policy above reads it
      throw decision
    }
  }
  return { queue, sent, held, errors, timers, world, fail, device }
}

const ids = (items: readonly QueueItem[]) => items.map(({ id, state }) => `${id} ${state}`)

describe('an offline queue', () => {
  it('sends in order, and stores nothing that was sent', async () => {
    const { queue, sent, device } = openTab()
    const results: unknown[] = []
    queue.onSent((item, result) => results.push(item.id, result))
    await Promise.all([queue.add(letter('2')), queue.add(letter('1', 'b')), queue.add(letter('3'))])
    await queue.flush()
    expect(sent).toEqual(['1', '2', '3'])
    expect(results).toEqual(['1', undefined, '2', undefined, '3', undefined])
    expect([queue.get(), device.stored.size]).toEqual([[], 0])
  })

  it('keeps what was added offline for the next run', async () => {
    const first = openTab()
    first.world.isOnline = false
    await first.queue.add(letter('1'))
    await first.queue.flush()
    expect(first.held).toContain('1')
    const second = openTab(first.device)
    await second.queue.flush()
    expect(second.sent).toEqual(['1'])
    expect(first.device.stored.size).toBe(0)
  })

  it('sends each item from one tab only', async () => {
    const first = openTab()
    const second = openTab(first.device)
    first.world.isOnline = false
    await first.queue.add(letter('1'))
    await first.queue.add(letter('2'))
    await first.queue.flush()
    first.world.isOnline = true
    await Promise.all([first.queue.flush(), second.queue.flush(), first.queue.flush()])
    expect([...first.sent, ...second.sent].toSorted()).toEqual(['1', '2'])
    expect([first.queue.get(), second.queue.get()]).toEqual([[], []])
  })

  it('shows and sends only what its user made', async () => {
    const { queue, sent, device, world } = openTab()
    device.stored.set('9', letter('9', 'a', 'musa'))
    await queue.flush()
    expect([sent, queue.get()]).toEqual([[], []])
    world.user = 'musa'
    await queue.flush()
    expect(sent).toEqual(['9'])
  })

  it('retries after the delay, while other lanes go on', async () => {
    const { queue, sent, timers, world, fail } = openTab()
    fail({ retryInMs: 2_000 }, '1')
    await queue.add(letter('1'))
    await queue.add(letter('2'))
    await queue.add(letter('3', 'b'))
    await queue.flush()
    expect(sent).toEqual(['3'])
    expect(queue.get()).toMatchObject([{ id: '1', tries: 1 }, { id: '2' }])
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2_000])
    fail('wait')
    world.now += 2_000
    timers[0]?.run()
    await queue.flush()
    expect(sent).toEqual(['3', '1', '2'])
  })

  it('waits without counting', async () => {
    const { queue, fail, timers } = openTab()
    fail('wait', '1')
    await queue.add(letter('1'))
    await queue.flush()
    expect(queue.get()).toMatchObject([{ tries: 0, state: 'waiting' }])
    expect(timers).toEqual([])
  })

  it.each([
    [true, ['1 review', '2 waiting'], []],
    [false, ['1 review'], ['2']],
  ])('with an item in review that blocks its lane: %s', async (isReviewBlocking, left, gone) => {
    const { queue, sent, fail } = openTab(createDevice(), { isReviewBlocking })
    fail({ review: { note: 'refused' } }, '1')
    await queue.add(letter('1'))
    await queue.add(letter('2'))
    await queue.flush()
    expect([ids(queue.get()), sent]).toEqual([left, gone])
    expect(queue.find('1')?.note).toBe('refused')
    fail('wait')
    await queue.put(resetRetries(queue.find('1') ?? letter('1')))
    await queue.flush()
    expect(sent.toSorted()).toEqual(['1', '2'])
  })

  it('drops what the policy gives up, and goes on', async () => {
    const { queue, sent, fail, device } = openTab()
    fail('drop', '1')
    await queue.add(letter('1'))
    await queue.add(letter('2'))
    await queue.flush()
    expect([sent, queue.get(), device.stored.size]).toEqual([['2'], [], 0])
  })

  it('does not restore an item that was removed while it was being sent', async () => {
    const { queue, world, device } = openTab()
    let refuse = (_: unknown): void => undefined
    world.answer = () => new Promise((_, reject) => (refuse = reject))
    void queue.add(letter('1'))
    await expect.poll(() => queue.sending()).toBe('1')
    await queue.remove('1')
    refuse({ review: {} })
    await queue.flush()
    expect([queue.get(), device.stored.size, queue.sending()]).toEqual([[], 0, undefined])
  })

  it('loses nothing when the store fails', async () => {
    const { queue, sent, errors, device, world } = openTab()
    world.isOnline = false
    const { put, all } = device.store
    device.store.put = () => Promise.reject(new Error('The disk is full'))
    await queue.add(letter('1'))
    device.store.all = () => Promise.reject(new Error('The store is gone'))
    await queue.flush()
    expect(ids(queue.get())).toEqual(['1 waiting'])
    Object.assign(device.store, { put, all })
    await queue.read()
    expect(ids(queue.get())).toEqual(['1 waiting'])
    world.isOnline = true
    await queue.flush()
    expect(sent).toEqual(['1'])
    expect(errors.map(String)).toContain('Error: The disk is full')
  })
})
