import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatch } from './batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function batch(knownIds: readonly string[], maxIds = 50) {
  const calls: string[][] = []
  const load = async (ids: string[]) => {
    calls.push(ids)
    if (ids.includes('broken')) throw new Error('No connection.')
    return ids.filter((id) => knownIds.includes(id)).map((id) => ({ id, name: `name of ${id}` }))
  }
  return { loadOne: createBatch(load, maxIds), calls }
}

describe('batched loads', () => {
  it('become one call without duplicates', async () => {
    const { loadOne, calls } = batch(['a', 'b'])
    const answers = Promise.all([loadOne('a'), loadOne('b'), loadOne('a')])
    vi.runAllTimers()
    expect((await answers).map((each) => each?.name)).toEqual(['name of a', 'name of b', 'name of a'])
    expect(calls).toEqual([['a', 'b']])
  })

  it('are null for missing records', async () => {
    const { loadOne } = batch(['a'])
    const answers = Promise.all([loadOne('a'), loadOne('gone')])
    vi.runAllTimers()
    expect(await answers).toEqual([{ id: 'a', name: 'name of a' }, null])
  })

  it('are split at the limit', async () => {
    const { loadOne, calls } = batch(['a', 'b', 'c'], 2)
    const answers = Promise.all([loadOne('a'), loadOne('b'), loadOne('c')])
    vi.runAllTimers()
    expect(await answers).toHaveLength(3)
    expect(calls).toEqual([['a', 'b'], ['c']])
  })

  it('fail together, and are retried by later loads', async () => {
    const { loadOne, calls } = batch(['a'])
    const answers = Promise.allSettled([loadOne('a'), loadOne('broken')])
    vi.runAllTimers()
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const secondRequest = loadOne('a')
    vi.runAllTimers()
    expect(await secondRequest).toMatchObject({ id: 'a' })
    expect(calls).toEqual([['a', 'broken'], ['a']])
  })
})
