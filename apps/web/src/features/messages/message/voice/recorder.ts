import { toWaveform, type Readable } from '@fettle/chat-client'

/** Records a voice. Knows neither the page nor the browser: both are handed in. */

/** Why nothing can be recorded: not allowed, no microphone, somebody else has it, or this browser cannot. */
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
  /** `soFar` can be listened to; `isFull`: it may not become longer. */
  | { state: 'paused'; elapsed: number; levels: readonly number[]; soFar: Blob | undefined; isFull: boolean }
  | { state: 'ended' }

/** What of a `MediaRecorder` is needed. */
export interface MediaTape {
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
  /** Rejects with the browser's reason. */
  openMicrophone(): Promise<{
    tape: MediaTape
    /** How loud it is now, from 0 to 1. */
    level: () => number
    onLost: (listener: () => void) => void
    close: () => void
  }>
  now: () => number
  every: (milliseconds: number, work: () => void) => () => void
}

const SLICE_MS = 1_000
const TICK_MS = 60

export function recordingErrorOf(error: unknown): RecordingError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported'
}

export interface Recorder extends Readable<Recording> {
  start(): Promise<void>
  pause(): void
  resume(): void
  /** Everything that was recorded; undefined: there is nothing. */
  take(): Promise<RecordedAudio | undefined>
  /** Lets the microphone go and forgets what was recorded. */
  cancel(): void
}

export function createRecorder(edges: RecorderDeps, longest: number): Recorder {
  let recording: Recording = { state: 'asking' }
  const listeners = new Set<() => void>()
  const set = (next: Recording) => {
    recording = next
    listeners.forEach((listener) => listener())
  }
  const parts: Blob[] = []
  const levels: number[] = []
  let microphone: Awaited<ReturnType<RecorderDeps['openMicrophone']>> | undefined
  let isCancelled = false
  let before = 0
  let since: number | undefined
  let stopTicking: (() => void) | undefined

  const elapsed = () => Math.min(longest, before + (since === undefined ? 0 : edges.now() - since))
  const soFar = () => (parts.length > 0 ? new Blob(parts, { type: microphone?.tape.mimeType ?? '' }) : undefined)

  function run(): void {
    since = edges.now()
    set({ state: 'recording', elapsed: elapsed(), levels: [...levels] })
    stopTicking = edges.every(TICK_MS, () => {
      levels.push(microphone?.level() ?? 0)
      if (elapsed() >= longest) return halt(true)
      set({ state: 'recording', elapsed: elapsed(), levels: [...levels] })
    })
  }

  function halt(isFull: boolean): void {
    before = elapsed()
    since = undefined
    stopTicking?.()
    stopTicking = undefined
    microphone?.tape.pause()
    // What it holds back comes as data, and only then can all of it be listened to.
    microphone?.tape.requestData()
    set({ state: 'paused', elapsed: before, levels: [...levels], soFar: soFar(), isFull })
  }

  function close(): void {
    stopTicking?.()
    microphone?.close()
    microphone = undefined
    set({ state: 'ended' })
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => recording,
    async start() {
      try {
        const opened = await edges.openMicrophone()
        if (isCancelled) return opened.close()
        microphone = opened
        opened.tape.onData((part) => {
          if (part.size > 0) parts.push(part)
          if (recording.state === 'paused') set({ ...recording, soFar: soFar() })
        })
        // A headset that is pulled out takes nothing along that was said.
        opened.onLost(() => {
          if (recording.state === 'recording') halt(true)
          else if (recording.state === 'paused') set({ ...recording, isFull: true })
        })
        opened.tape.start(SLICE_MS)
        run()
      } catch (error) {
        if (!isCancelled) set({ state: 'impossible', why: recordingErrorOf(error) })
      }
    },
    pause() {
      if (recording.state === 'recording') halt(false)
    },
    resume() {
      if (recording.state !== 'paused' || recording.isFull || !microphone) return
      microphone.tape.resume()
      run()
    },
    async take() {
      const { tape } = microphone ?? {}
      if (!tape || (recording.state !== 'recording' && recording.state !== 'paused')) return undefined
      const durationMs = Math.round(elapsed())
      stopTicking?.()
      await new Promise<void>((resolve) => {
        tape.onStop(resolve)
        tape.stop()
      })
      const blob = soFar()
      close()
      return blob && { blob, durationMs, waveform: toWaveform(levels.length > 0 ? levels : [0]) }
    },
    cancel() {
      isCancelled = true
      microphone?.tape.stop()
      parts.length = 0
      close()
    },
  }
}
