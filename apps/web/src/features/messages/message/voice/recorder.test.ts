import { describe, expect, it, vi } from 'vitest'
import { microphoneOfBrowser } from './microphone.ts'
import { createRecorder, type RecorderDeps, type RecorderDevice } from './recorder.ts'

const LONGEST = 10_000

/** Fake microphone with levels and a clock set by the test. */
function fakeDevice({ refuse }: { refuse?: Error } = {}) {
  let now = 0
  let level = 0.5
  const ticks = new Set<() => void>()
  const callbacks = {
    onData: (_: Blob) => undefined as void,
    onStop: () => undefined as void,
    onLost: () => undefined as void,
  }
  const close = vi.fn()
  const device = {
    mimeType: 'audio/webm;codecs=opus',
    start: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    stop: vi.fn(() => {
      callbacks.onData(new Blob(['end']))
      callbacks.onStop()
    }),
    requestData: vi.fn(() => callbacks.onData(new Blob(['part']))),
    onData: (listener) => void (callbacks.onData = listener),
    onStop: (listener) => void (callbacks.onStop = listener),
  } satisfies RecorderDevice
  const edges: RecorderDeps = {
    openMicrophone: async () => {
      if (refuse) throw refuse
      return { device, level: () => level, onLost: (listener) => void (callbacks.onLost = listener), close }
    },
    now: () => now,
    every(_, work) {
      ticks.add(work)
      return () => void ticks.delete(work)
    },
  }
  const recorder = createRecorder(edges, LONGEST)
  return {
    recorder,
    device,
    close,
    callbacks,
    ticking: () => ticks.size > 0,
    pass(milliseconds: number, loudness = 0.5) {
      level = loudness
      now += milliseconds
      ticks.forEach((tick) => tick())
    },
  }
}

const named = (name: string) => Object.assign(new Error(name), { name })

describe('a voice recording', () => {
  it('starts with the microphone, and reports duration and level', async () => {
    const { recorder, pass } = fakeDevice()
    expect(recorder.getSnapshot()).toEqual({ state: 'asking' })
    await recorder.start()
    pass(1_000, 0.2)
    pass(1_000, 0.8)
    expect(recorder.getSnapshot()).toEqual({ state: 'recording', elapsed: 2_000, levels: [0.2, 0.8] })
  })

  it('can be paused, played and resumed, without the pause', async () => {
    const { recorder, pass, device } = fakeDevice()
    await recorder.start()
    pass(2_000)
    recorder.pause()
    pass(60_000)
    expect(recorder.getSnapshot()).toMatchObject({ state: 'paused', elapsed: 2_000, isFull: false })
    expect(recorder.getSnapshot()).toHaveProperty('soFar.size', 'part'.length)
    recorder.resume()
    expect(device.resume).toHaveBeenCalledOnce()
    pass(1_000)
    expect(recorder.getSnapshot()).toMatchObject({ state: 'recording', elapsed: 3_000 })
  })

  it('is finished and releases the microphone', async () => {
    const { recorder, pass, close, ticking } = fakeDevice()
    await recorder.start()
    pass(1_500, 0.4)
    pass(1_500, 0.2)
    recorder.pause()
    const taken = await recorder.take()
    expect(taken).toMatchObject({ durationMs: 3_000, waveform: [1, 0.5] })
    expect(taken?.blob.size).toBe('partend'.length)
    expect(taken?.blob.type).toBe('audio/webm;codecs=opus')
    expect(close).toHaveBeenCalledOnce()
    expect(ticking()).toBe(false)
    expect(await recorder.take()).toBeUndefined()
  })

  it('stops at the maximum duration and is kept', async () => {
    const { recorder, pass } = fakeDevice()
    await recorder.start()
    pass(LONGEST + 500)
    expect(recorder.getSnapshot()).toMatchObject({ state: 'paused', elapsed: LONGEST, isFull: true })
    recorder.resume()
    expect(recorder.getSnapshot()).toMatchObject({ state: 'paused' })
    expect(await recorder.take()).toMatchObject({ durationMs: LONGEST })
  })

  it('survives unplugging the headset', async () => {
    const { recorder, pass, callbacks } = fakeDevice()
    await recorder.start()
    pass(1_000)
    callbacks.onLost()
    expect(recorder.getSnapshot()).toMatchObject({ state: 'paused', isFull: true })
  })

  it('is discarded by cancelling, even before the microphone opened', async () => {
    const { recorder, close, device } = fakeDevice()
    const starting = recorder.start()
    recorder.cancel()
    await starting
    expect(recorder.getSnapshot()).toEqual({ state: 'ended' })
    expect(close).toHaveBeenCalledOnce()
    expect(device.start).not.toHaveBeenCalled()
  })

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'unsupported'],
  ])('reports why it cannot start: %s is %s', async (name, why) => {
    const { recorder } = fakeDevice({ refuse: named(name) })
    await recorder.start()
    expect(recorder.getSnapshot()).toEqual({ state: 'impossible', why })
  })

  it('releases the microphone when it cannot be recorded', async () => {
    const { recorder, device, close } = fakeDevice()
    device.start.mockImplementation(() => {
      throw named('NotSupportedError')
    })
    await recorder.start()
    expect(recorder.getSnapshot()).toEqual({ state: 'impossible', why: 'unsupported' })
    expect(close).toHaveBeenCalledOnce()
  })

  it('releases the microphone of a browser that cannot record', async () => {
    const stop = vi.fn()
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) } })
    vi.stubGlobal(
      'MediaRecorder',
      class {
        static isTypeSupported = () => false
        constructor() {
          throw named('NotSupportedError')
        }
      },
    )
    const recorder = createRecorder(microphoneOfBrowser, LONGEST)
    await recorder.start()
    expect(recorder.getSnapshot()).toEqual({ state: 'impossible', why: 'unsupported' })
    expect(stop).toHaveBeenCalledOnce()
  })
})
