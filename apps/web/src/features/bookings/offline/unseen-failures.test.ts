import { describe, expect, it } from 'vitest'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { unseenFailures } from './unseen-failures.ts'

const mutation = (id: string, state: QueuedMutation['state'] = 'review') => ({ id, state }) as QueuedMutation
const announced = (...ids: string[]) => new Set(ids)

describe('unseen failures', () => {
  it('are none while everything succeeds or was seen', () => {
    expect(unseenFailures([mutation('a', 'waiting')], announced())).toBeUndefined()
    expect(unseenFailures([mutation('a')], announced('a'))).toBeUndefined()
  })

  it('report the newest once with the total', () => {
    const mutations = [mutation('a'), mutation('b'), mutation('c', 'waiting'), mutation('d')]
    expect(unseenFailures(mutations, announced('a'))).toMatchObject({ newest: { id: 'd' }, count: 3 })
    expect(unseenFailures(mutations, announced('a', 'b', 'd'))).toBeUndefined()
  })
})
