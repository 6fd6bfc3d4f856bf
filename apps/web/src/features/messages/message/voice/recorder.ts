import { toWaveform } from '@fettle/chat-client'
import { createStore, type Readable } from '@fettle/chat-client/store'

/** Voice recorder, independent of the DOM; browser APIs are passed in. */

/** Why recording is impossible: permission denied, no microphone, in use elsewhere, or not supported. */
export type RecordingError = 'denied' | 'none' | 'busy' | 'unsupported'

export interface RecordedAudio {
  blob: Blob
  durationMs: number
  waveform: number[]
}

export type Recording =
  | { state: 'asking' }
  | { state: 'impossible'; why: RecordingError }
  | { state: 'recording'; elapsed: number; levels: readonly number[] }
  /** `soFar` can be played; `isFull`: the maximum length is reached. */
  | { state: 'paused'; elapsed: number; levels: readonly number[]; soFar: Blob | undefined; isFull: boolean }
  | { state: 'ended' }

/** The part of `MediaRecorder` the recorder uses. */
export interface RecorderDevice {
  readonly mimeType: string
  start(slice: number): void
  pause(): void
  resume(): void
  stop(): void
  requestData(): void
  onData: (listener: (part: Blob) => void) => void
  onStop: (listener: () => void) => void
}

export interface RecorderDeps {
  /** Rejects with the browser's error. */
  openMicrophone(): Promise<{
    device: RecorderDevice
    /** Current level from 0 to 1. */
    level: () => number
    onLost: (listener: () => void) => void
    close: () => void
  }>
  now: () => number
  every: (milliseconds: number, work: () => void) => () => void
}

const SLICE_MS = 1_000
const TICK_MS = 60

/** Why recording could not start, by the browser's error. */
function recordingErrorOf(error: unknown): RecordingError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported'
}

export interface Recorder extends Readable<Recording> {
  start(): Promise<void>
  pause(): void
  resume(): void
  /** Stops and returns the recording; undefined when it is empty. */
  take(): Promise<RecordedAudio | undefined>
  /** Releases the microphone and discards the recording. */
  cancel(): void
}

/** Creates a recorder of at most `maxMs`. It records nothing until `start`. */
export function createRecorder(deps: RecorderDeps, maxMs: number): Recorder {
  const store = createStore<Recording>({ state: 'asking' })
  const parts: Blob[] = []
  const levels: number[] = []
  let microphone: Awaited<ReturnType<RecorderDeps['openMicrophone']>> | undefined
  let isCancelled = false
  let before = 0
  let since: number | undefined
  let stopTicking: (() => void) | undefined

  const elapsed = () => Math.min(maxMs, before + (since === undefined ? 0 : deps.now() - since))
  const soFar = () => (parts.length > 0 ? new Blob(parts, { type: microphone?.device.mimeType ?? '' }) : undefined)

  function run(): void {
    since = deps.now()
    store.set({ state: 'recording', elapsed: elapsed(), levels: [...levels] })
    stopTicking = deps.every(TICK_MS, () => {
      levels.push(microphone?.level() ?? 0)
      if (elapsed() >= maxMs) return halt(true)
      store.set({ state: 'recording', elapsed: elapsed(), levels: [...levels] })
    })
  }

  function halt(isFull: boolean): void {
    before = elapsed()
    since = undefined
    stopTicking?.()
    stopTicking = undefined
    microphone?.device.pause()
    // Flush buffered data, so that all of it can be played.
    microphone?.device.requestData()
    store.set({ state: 'paused', elapsed: before, levels: [...levels], soFar: soFar(), isFull })
  }

  function close(): void {
    stopTicking?.()
    microphone?.close()
    microphone = undefined
    store.set({ state: 'ended' })
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async start() {
      try {
        const opened = await deps.openMicrophone()
        if (isCancelled) return opened.close()
        microphone = opened
        opened.device.onData((part) => {
          if (part.size > 0) parts.push(part)
          const recording = store.getSnapshot()
          if (recording.state === 'paused') store.set({ ...recording, soFar: soFar() })
        })
        // Keep the recording when the microphone is unplugged.
        opened.onLost(() => {
          const recording = store.getSnapshot()
          if (recording.state === 'recording') halt(true)
          else if (recording.state === 'paused') store.set({ ...recording, isFull: true })
        })
        opened.device.start(SLICE_MS)
        run()
      } catch (error) {
        microphone?.close()
        microphone = undefined
        if (!isCancelled) store.set({ state: 'impossible', why: recordingErrorOf(error) })
      }
    },
    pause() {
      if (store.getSnapshot().state === 'recording') halt(false)
    },
    resume() {
      const recording = store.getSnapshot()
      if (recording.state !== 'paused' || recording.isFull || !microphone) return
      microphone.device.resume()
      run()
    },
    async take() {
      const { device } = microphone ?? {}
      const { state } = store.getSnapshot()
      if (!device || (state !== 'recording' && state !== 'paused')) return undefined
      const durationMs = Math.round(elapsed())
      stopTicking?.()
      await new Promise<void>((resolve) => {
        device.onStop(resolve)
        device.stop()
      })
      const blob = soFar()
      close()
      return blob && { blob, durationMs, waveform: toWaveform(levels.length > 0 ? levels : [0]) }
    },
    cancel() {
      isCancelled = true
      microphone?.device.stop()
      parts.length = 0
      close()
    },
  }
}
