import { describe, expect, it } from 'vitest'
import { createBatch } from './batch.ts'

function batch(knownIds: readonly string[], most = 50) {
  const calls: string[][] = []
  const work: (() => void)[] = []
  const load = async (ids: string[]) => {
    calls.push(ids)
    if (ids.includes('broken')) throw new Error('No connection.')
    return ids.filter((id) => knownIds.includes(id)).map((id) => ({ id, name: `name of ${id}` }))
  }
  const ask = createBatch(load, { most, later: (each) => work.push(each) })
  const breathe = () => work.splice(0).forEach((each) => each())
  return { ask, breathe, calls }
}

describe('batched loads', () => {
  it('become one call without duplicates', async () => {
    const { ask, breathe, calls } = batch(['a', 'b'])
    const answers = Promise.all([ask('a'), ask('b'), ask('a')])
    breathe()
    expect((await answers).map((each) => each?.name)).toEqual(['name of a', 'name of b', 'name of a'])
    expect(calls).toEqual([['a', 'b']])
  })

  it('are null for missing records', async () => {
    const { ask, breathe } = batch(['a'])
    const answers = Promise.all([ask('a'), ask('gone')])
    breathe()
    expect(await answers).toEqual([{ id: 'a', name: 'name of a' }, null])
  })

  it('are split at the limit', async () => {
    const { ask, breathe, calls } = batch(['a', 'b', 'c'], 2)
    const answers = Promise.all([ask('a'), ask('b'), ask('c')])
    breathe()
    expect(await answers).toHaveLength(3)
    expect(calls).toEqual([['a', 'b'], ['c']])
  })

  it('fail together, and are retried by later loads', async () => {
    const { ask, breathe, calls } = batch(['a'])
    const answers = Promise.allSettled([ask('a'), ask('broken')])
    breathe()
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const secondRequest = ask('a')
    breathe()
    expect(await secondRequest).toMatchObject({ id: 'a' })
    expect(calls).toEqual([['a', 'broken'], ['a']])
  })
})
