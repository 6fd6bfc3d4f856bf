import { chatFailure } from './testing/chat-failure.ts'
import type { LocationShare } from '@fettle/protocol/chat/location/location'
import { describe, expect, it } from 'vitest'
import { connectionLost, refusalError } from './errors.ts'
import { createLocations } from './locations.ts'
import { createManualClock } from './testing/clock.ts'
import { createTestClientHandle } from './testing/client-handle.ts'

const lekki = { latitude: 6.44, longitude: 3.45 }

function setUp(more: Parameters<typeof createTestClientHandle>[0] = {}) {
  const clock = createManualClock()
  let version = 1
  const shareAt = (input: { messageId: string; latitude?: number }): LocationShare => ({
    messageId: input.messageId,
    cid: 'messaging:a',
    userId: 'ada',
    latitude: input.latitude ?? 0,
    longitude: 0,
    endsAt: new Date(Date.UTC(2026, 2, 2, 11, 1)).toISOString(),
    endedAt: null,
    updatedAt: new Date(clock.now()).toISOString(),
    version: (version += 1),
  })
  const host = createTestClientHandle({
    'location.share': (input: { messageId: string; liveFor?: number }) => ({
      message: { id: input.messageId },
      share: input.liveFor === undefined ? null : shareAt(input),
    }),
    'location.move': (input: { messageId: string }) => ({ share: shareAt(input) }),
    'location.stop': (input: { messageId: string }) => ({
      share: { ...shareAt(input), endedAt: new Date(clock.now()).toISOString() },
    }),
    'location.list': () => {
      throw refusalError(chatFailure('DOES_NOT_EXIST'))
    },
    ...more,
  })
  const locations = createLocations(host, { deviceId: 'phone', clock, newId: () => 'm1' })
  const moves = () => host.calls.filter(({ name }) => name === 'location.move').map(({ input }) => input['latitude'])
  return { clock, host, locations, moves }
}

describe('a live location', () => {
  it('is sent at most every three seconds, the latest one, until stopped', async () => {
    const { clock, locations, moves } = setUp()
    const live = await locations.shareLive('messaging:a', lekki, 60_000)
    for (let latitude = 1; latitude <= 9; latitude += 1) {
      live.move({ latitude, longitude: 0 })
      await clock.advance(1_000)
    }
    expect(moves()).toEqual([1, 3, 6, 9])
    await live.stop()
    live.move({ latitude: 50, longitude: 0 })
    await clock.advance(10_000)
    expect(moves()).toEqual([1, 3, 6, 9])
    expect(locations.getSnapshot()['m1']).toMatchObject({ endedAt: expect.any(String) })
  })

  it('resumes after a reload, once known to be live', async () => {
    const { locations, host, moves, clock } = setUp()
    const live = locations.continueLive('messaging:a', 'm1')
    live.move({ latitude: 1, longitude: 0 })
    expect(moves()).toEqual([])
    const share = { messageId: 'm1', cid: 'messaging:a', userId: 'ada', ...lekki, endedAt: null, version: 1 }
    const endsAt = new Date(clock.now() + 60_000).toISOString()
    host.emit({
      type: 'location.changed',
      cid: 'messaging:a',
      share: { ...share, endsAt, updatedAt: new Date(clock.now()).toISOString() },
    })
    live.move({ latitude: 2, longitude: 0 })
    expect(moves()).toEqual([2])
  })

  it('is known to everybody who asks for it while it is loading', async () => {
    const { clock } = setUp()
    const endsAt = new Date(clock.now() + 60_000).toISOString()
    let answer = (): void => undefined
    const host = createTestClientHandle({
      'location.list': () =>
        new Promise((resolve) => {
          const share = {
            messageId: 'm1',
            cid: 'messaging:a',
            userId: 'ada',
            ...lekki,
            endsAt,
            endedAt: null,
            version: 1,
          }
          answer = () => resolve({ shares: [share] })
        }),
    })
    const locations = createLocations(host, { deviceId: 'phone', clock })
    const message = { id: 'm1', location: { ...lekki, deviceId: 'phone', endsAt } }
    const seen: unknown[] = []
    const shown = [1, 2].map(async () => {
      await locations.show('messaging:a', [message])
      seen.push(locations.getSnapshot()['m1']?.version)
    })
    await clock.advance(0)
    answer()
    await Promise.all(shown)
    expect(seen).toEqual([1, 1])
    expect(host.calls).toHaveLength(1)
  })

  it('has ended if its message was deleted while nothing was received', async () => {
    const { clock, host, locations, moves } = setUp({ 'location.list': () => ({ shares: [] }) })
    const live = await locations.shareLive('messaging:a', lekki, 60_000)
    host.recover()
    await clock.advance(0)
    expect(locations.getSnapshot()['m1']).toMatchObject({ endedAt: expect.any(String) })
    live.move(lekki)
    expect(moves()).toEqual([])
  })

  it('is not sent after its end', async () => {
    const { clock, locations, moves } = setUp()
    const live = await locations.shareLive('messaging:a', lekki, 60_000)
    await clock.advance(60_000)
    live.move(lekki)
    expect(moves()).toEqual([])
  })
})

describe('sharing a location in the chat', () => {
  it('includes the device, and fails with the specified errors', async () => {
    const { host, locations } = setUp()
    await locations.share('messaging:a', lekki)
    expect(host.calls[0]?.input).toEqual({ cid: 'messaging:a', messageId: 'm1', ...lekki, deviceId: 'phone' })
    const failing = createTestClientHandle({
      'location.share': () => {
        throw refusalError(chatFailure('NOT_ALLOWED'))
      },
    })
    const sharing = createLocations(failing, { deviceId: 'phone' }).share('messaging:a', lekki)
    await expect(sharing).rejects.toMatchObject({ message: 'Failed to share the location', failure: { code: 17 } })
  })

  it('again after a lost answer does not send it twice', async () => {
    let isLost = true
    const host = createTestClientHandle({
      'location.share': ({ messageId }: { messageId: string }) => {
        if (isLost) throw connectionLost()
        return { message: { id: messageId }, share: null }
      },
    })
    const locations = createLocations(host, { deviceId: 'phone' })
    await expect(locations.share('messaging:a', lekki)).rejects.toThrow('Failed to share the location')
    isLost = false
    await locations.share('messaging:a', lekki)
    await locations.share('messaging:a', lekki)
    const [first, second, third] = host.calls.map(({ input }) => input['messageId'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
