import { describe, expect, it } from 'vitest'
import { createBatch } from './batch.ts'

function batch(knownIds: readonly string[], maxIds = 50) {
  const calls: string[][] = []
  const work: (() => void)[] = []
  const load = async (ids: string[]) => {
    calls.push(ids)
    if (ids.includes('broken')) throw new Error('No connection.')
    return ids.filter((id) => knownIds.includes(id)).map((id) => ({ id, name: `name of ${id}` }))
  }
  const loadOne = createBatch(load, { maxIds, schedule: (each) => work.push(each) })
  const runScheduled = () => work.splice(0).forEach((each) => each())
  return { loadOne, runScheduled, calls }
}

describe('batched loads', () => {
  it('become one call without duplicates', async () => {
    const { loadOne, runScheduled, calls } = batch(['a', 'b'])
    const answers = Promise.all([loadOne('a'), loadOne('b'), loadOne('a')])
    runScheduled()
    expect((await answers).map((each) => each?.name)).toEqual(['name of a', 'name of b', 'name of a'])
    expect(calls).toEqual([['a', 'b']])
  })

  it('are null for missing records', async () => {
    const { loadOne, runScheduled } = batch(['a'])
    const answers = Promise.all([loadOne('a'), loadOne('gone')])
    runScheduled()
    expect(await answers).toEqual([{ id: 'a', name: 'name of a' }, null])
  })

  it('are split at the limit', async () => {
    const { loadOne, runScheduled, calls } = batch(['a', 'b', 'c'], 2)
    const answers = Promise.all([loadOne('a'), loadOne('b'), loadOne('c')])
    runScheduled()
    expect(await answers).toHaveLength(3)
    expect(calls).toEqual([['a', 'b'], ['c']])
  })

  it('fail together, and are retried by later loads', async () => {
    const { loadOne, runScheduled, calls } = batch(['a'])
    const answers = Promise.allSettled([loadOne('a'), loadOne('broken')])
    runScheduled()
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const secondRequest = loadOne('a')
    runScheduled()
    expect(await secondRequest).toMatchObject({ id: 'a' })
    expect(calls).toEqual([['a', 'broken'], ['a']])
  })
})
