import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer, type AudioOutput } from './player.ts'

const one = { id: 'one', url: '/files/one', durationMs: 8_000 }
const two = { id: 'two', url: '/files/two', durationMs: 4_000 }

let listeners: Record<string, () => void>
let ticks: Set<() => void>
let speaker: AudioOutput & { plays: number }
let player: ReturnType<typeof createPlayer>

beforeEach(() => {
  listeners = {}
  ticks = new Set()
  speaker = {
    src: '',
    currentTime: 0,
    playbackRate: 1,
    plays: 0,
    async play() {
      speaker.plays += 1
      listeners['play']?.()
    },
    pause: () => listeners['pause']?.(),
    addEventListener: (name, listener) => void (listeners[name] = listener),
  }
  player = createPlayer(
    () => speaker,
    (_, work) => {
      ticks.add(work)
      return () => void ticks.delete(work)
    },
  )
})

const playUntil = (seconds: number) => {
  speaker.currentTime = seconds
  ticks.forEach((tick) => tick())
}

describe('the voice player', () => {
  it('starts, pauses and resumes', () => {
    player.toggle(one)
    playUntil(3)
    player.toggle(one)
    expect(player.getSnapshot()).toMatchObject({ id: 'one', state: 'paused', at: 3_000 })
    player.toggle(one)
    expect(player.getSnapshot()).toMatchObject({ state: 'playing' })
    expect(speaker.currentTime).toBe(3)
  })

  it('plays one message at a time', () => {
    player.toggle(one)
    playUntil(3)
    player.toggle(two)
    expect(player.getSnapshot()).toMatchObject({ id: 'two', state: 'playing', at: 0 })
    expect(speaker.src).toBe('/files/two')
    expect(ticks.size).toBe(1)
  })

  it('seeks within the duration', () => {
    player.seek(two, 9_000)
    expect(player.getSnapshot()).toMatchObject({ id: 'two', state: 'paused', at: 4_000 })
    player.seek(two, 1_000)
    player.toggle(two)
    expect(speaker.currentTime).toBe(1)
  })

  it('keeps the playback rate for the next message', () => {
    player.setRate(1.5)
    player.toggle(one)
    expect(speaker.playbackRate).toBe(1.5)
    player.setRate(2)
    expect(speaker.playbackRate).toBe(2)
  })

  it('rewinds at the end', () => {
    player.toggle(one)
    playUntil(8)
    listeners['ended']?.()
    expect(player.getSnapshot()).toMatchObject({ state: 'idle', at: 0 })
    expect(ticks.size).toBe(0)
  })

  it('reports failures, and retries with a fresh address', async () => {
    speaker.play = vi.fn().mockRejectedValueOnce(new Error('no such file'))
    player.toggle(one)
    await vi.waitFor(() => expect(player.getSnapshot().state).toBe('failed'), { timeout: 60_000 })
    speaker.play = async () => listeners['play']?.()
    player.toggle({ ...one, url: '/files/one?again' })
    expect(speaker.src).toBe('/files/one?again')
    expect(player.getSnapshot().state).toBe('playing')
  })
})
