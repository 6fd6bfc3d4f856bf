import { describe, expect, it } from 'vitest'
import { createFiles } from './files.ts'
import { createManualClock } from '../testing/clock.ts'
import { createTestClientHandle } from '../testing/client-handle.ts'

function setUp(isReachable = () => true) {
  const clock = createManualClock()
  const host = createTestClientHandle({
    'attachments.sign': ({ ids }: { ids: string[] }) => {
      if (!isReachable()) throw new Error('offline')
      return { files: ids.map((id) => ({ id, url: `/files/${id}?${clock.now()}` })), expiresInSeconds: 300 }
    },
  })
  return { clock, host, files: createFiles(host, { cid: 'messaging:a', clock }) }
}

describe('addresses of files', () => {
  it('are requested in batches, once, and renewed before expiry while on screen', async () => {
    const { clock, host, files } = setUp()
    files.show(['a'])
    files.show(['b', 'a'])
    await clock.advance(0)
    expect(host.calls.map(({ input }) => input['ids'])).toEqual([['a', 'b']])
    const first = files.getSnapshot()['a']?.url
    await clock.advance(269_000)
    expect(host.calls).toHaveLength(1)
    files.hide(['b'])
    await clock.advance(1_000)
    expect(host.calls.at(-1)?.input['ids']).toEqual(['a'])
    expect(files.getSnapshot()['a']?.url).not.toBe(first)
    files.hide(['a', 'a'])
    await clock.advance(600_000)
    expect(host.calls).toHaveLength(2)
  })

  it('that cannot be loaded are retried, keeping the old ones', async () => {
    let isReachable = true
    const { clock, files } = setUp(() => isReachable)
    files.show(['a'])
    await clock.advance(0)
    const { url } = files.getSnapshot()['a'] ?? {}
    isReachable = false
    await clock.advance(275_000)
    expect(files.getSnapshot()['a']?.url).toBe(url)
    isReachable = true
    await clock.advance(5_000)
    expect(files.getSnapshot()['a']?.url).not.toBe(url)
    files.stop()
  })
})
