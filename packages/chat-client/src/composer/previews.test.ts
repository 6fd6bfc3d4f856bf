import { describe, expect, it } from 'vitest'
import { findLinks } from '@fettle/protocol/chat/messages/text'
import { createPreviews } from './previews.ts'
import { createManualClock } from '../testing/clock.ts'
import { createTestClientHandle } from '../testing/client-handle.ts'

describe('links in a message text', () => {
  it('are found once each, without trailing punctuation, three at most', () => {
    expect(findLinks('See https://a.test/x, (https://b.test/y) and **https://a.test/x**.')).toEqual([
      'https://a.test/x',
      'https://b.test/y',
    ])
    expect(findLinks('https://c.test/wiki/Tap_(valve)! a.test ftp://d.test')).toEqual([
      'https://c.test/wiki/Tap_(valve)',
    ])
    expect(findLinks(Array.from({ length: 5 }, (_, n) => `https://${n}.test`).join(' '))).toHaveLength(3)
  })
})

function setUp() {
  const clock = createManualClock()
  const waiting = new Map<string, (preview: object | null) => void>()
  const host = createTestClientHandle({
    'previews.get': ({ url }: { url: string }) =>
      new Promise((resolve) => waiting.set(url, (preview) => resolve({ preview }))),
  })
  return { clock, waiting, host, previews: createPreviews(host, { clock }) }
}
const a = 'https://a.test'
const page = (url: string) => ({ url, title: 'A' })

describe('link previews while typing', () => {
  it('wait for 1.5 s of silence, load, and are sent along', async () => {
    const { clock, waiting, host, previews } = setUp()
    const statuses = () => previews.getSnapshot().map(({ status }) => status)
    previews.write('Look https://a.tes')
    await clock.advance(1_499)
    previews.write(`Look ${a}`)
    await clock.advance(1_499)
    expect([statuses(), host.calls]).toEqual([['pending'], []])
    await clock.advance(1)
    expect(statuses()).toEqual(['loading'])
    waiting.get(a)?.(page(a))
    await clock.advance(0)
    expect(previews.getSnapshot()).toEqual([{ url: a, status: 'loaded', preview: page(a) }])
    expect(previews.urls()).toEqual([a])
    previews.write(`Look ${a} and more`)
    await clock.advance(5_000)
    expect(host.calls).toHaveLength(1)
  })

  it('wait for a pause after the whole text, not only after the link', async () => {
    const { clock, host, previews } = setUp()
    for (const text of [`Look ${a}`, `Look ${a} and`, `Look ${a} and tell`]) {
      previews.write(text)
      await clock.advance(1_499)
    }
    expect(host.calls).toEqual([])
    await clock.advance(1)
    expect(previews.getSnapshot()).toEqual([{ url: a, status: 'loading' }])
  })

  it('that fail or are dismissed are not sent, and stay dismissed', async () => {
    const { clock, waiting, previews } = setUp()
    previews.write(`${a} https://b.test`)
    await clock.advance(1_500)
    waiting.get('https://b.test')?.(null)
    previews.dismiss(a)
    waiting.get(a)?.(page(a))
    await clock.advance(0)
    expect(previews.getSnapshot().map(({ status }) => status)).toEqual(['dismissed', 'failed'])
    expect(previews.urls()).toEqual([])
  })

  it('are reset for the next message', async () => {
    const { clock, waiting, previews } = setUp()
    previews.write(a)
    await clock.advance(1_500)
    previews.reset()
    waiting.get(a)?.(page(a))
    await clock.advance(0)
    expect(previews.getSnapshot()).toEqual([])
    previews.write(a)
    expect(previews.getSnapshot()).toEqual([{ url: a, status: 'pending' }])
  })
})
