import { describe, expect, it } from 'vitest'
import type { QueuedMutation } from '../../../lib/offline/offline-queue.ts'
import { unseenFailures } from './unseen-failures.ts'

const mutation = (id: string, state: QueuedMutation['state'] = 'review') => ({ id, state }) as QueuedMutation
const told = (...ids: string[]) => new Set(ids)

describe('unseen failures', () => {
  it('are none while everything succeeds or was seen', () => {
    expect(unseenFailures([mutation('a', 'waiting')], told())).toBeUndefined()
    expect(unseenFailures([mutation('a')], told('a'))).toBeUndefined()
  })

  it('report the newest once with the total', () => {
    const mutations = [mutation('a'), mutation('b'), mutation('c', 'waiting'), mutation('d')]
    expect(unseenFailures(mutations, told('a'))).toMatchObject({ newest: { id: 'd' }, count: 3 })
    expect(unseenFailures(mutations, told('a', 'b', 'd'))).toBeUndefined()
  })
})
