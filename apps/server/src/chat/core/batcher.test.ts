import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A database whose responses the test controls. */
function slowWriter() {
  const batches: { items: string[]; done: () => void; failed: (error: Error) => void }[] = []
  const finished: string[][] = []
  const batcher = createBatcher<string, string[], string>({
    max: 3,
    write: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, done: () => resolve(items), failed: reject })
      }),
    finish(items) {
      finished.push(items)
      return items.map((item) => item.toUpperCase())
    },
  })
  const batch = async (number: number) => {
    await expect.poll(() => batches[number]).toBeDefined()
    return batches[number]!
  }
  return { batcher, batches, batch, finished }
}

describe('a batcher', () => {
  it('collects items that arrive during a write into the next batch, in order and up to the maximum', async () => {
    const { batcher, batch } = slowWriter()
    const first = batcher.add('a')
    await batch(0)
    const others = ['b', 'c', 'd', 'e'].map((item) => batcher.add(item))
    ;(await batch(0)).done()
    expect(await first).toBe('A')
    expect((await batch(1)).items).toEqual(['b', 'c', 'd'])
    ;(await batch(1)).done()
    ;(await batch(2)).done()
    expect(await Promise.all(others)).toEqual(['B', 'C', 'D', 'E'])
    await batcher.idle()
  })

  it('starts the next batch before finishing one, and finishes them in order', async () => {
    const { batcher, batch, batches, finished } = slowWriter()
    const all = ['a', 'b', 'c', 'd'].map((item) => batcher.add(item))
    const first = await batch(0)
    first.done()
    await all[0]
    expect(batches).toHaveLength(2)
    expect(finished).toEqual([['a', 'b', 'c']])
    ;(await batch(1)).done()
    await Promise.all(all)
    expect(finished).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('retries the items of a failed batch one by one, to isolate the failing one', async () => {
    const { batcher, batch } = slowWriter()
    const [good, bad] = [batcher.add('good'), batcher.add('bad')]
    const refusal = bad.catch((error: unknown) => error)
    ;(await batch(0)).failed(new Error('one of you'))
    ;(await batch(1)).done()
    ;(await batch(2)).failed(new Error('too bad'))
    expect(await good).toBe('GOOD')
    expect(await refusal).toEqual(new Error('too bad'))
    const later = batcher.add('later')
    ;(await batch(3)).done()
    expect(await later).toBe('LATER')
  })
})
