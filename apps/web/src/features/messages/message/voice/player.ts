import { createStore, type Readable } from '@fettle/chat-client/store'

/** Plays voice messages, one at a time. Playback continues while its message is scrolled out of view. */

export interface AudioSource {
  id: string
  url: string
  durationMs: number
}

export interface PlaybackState {
  /** Id of the current message; others are stopped. */
  id: string | undefined
  state: 'idle' | 'playing' | 'paused' | 'failed'
  /** Position in milliseconds. */
  at: number
  rate: number
}

/** The part of `<audio>` the player uses. */
export interface AudioOutput {
  src: string
  currentTime: number
  playbackRate: number
  play(): Promise<void>
  pause(): void
  addEventListener(name: 'ended' | 'error' | 'pause' | 'play', listener: () => void): void
}

export const rates = [1, 1.5, 2] as const

export interface Player extends Readable<PlaybackState> {
  /** Starts or pauses playback. */
  toggle(sound: AudioSource): void
  seek(sound: AudioSource, at: number): void
  setRate(rate: number): void
  stop(): void
}

const TICK_MS = 100

export function createPlayer(
  makeSpeaker: () => AudioOutput,
  every: (milliseconds: number, work: () => void) => () => void,
): Player {
  const store = createStore<PlaybackState>({ id: undefined, state: 'idle', at: 0, rate: 1 })
  const set = (next: Partial<PlaybackState>) => store.set({ ...store.getSnapshot(), ...next })
  let speaker: AudioOutput | undefined
  let stopTicking: (() => void) | undefined
  let current: AudioSource | undefined

  const stopTimer = () => {
    stopTicking?.()
    stopTicking = undefined
  }
  const positionMs = () => Math.min((speaker?.currentTime ?? 0) * 1_000, current?.durationMs ?? Infinity)

  function open(): AudioOutput {
    if (speaker) return speaker
    const audio = makeSpeaker()
    audio.addEventListener('play', () => {
      stopTimer()
      set({ state: 'playing' })
      stopTicking = every(TICK_MS, () => set({ at: positionMs() }))
    })
    audio.addEventListener('pause', () => {
      stopTimer()
      if (store.getSnapshot().state === 'playing') set({ state: 'paused', at: positionMs() })
    })
    audio.addEventListener('ended', () => {
      stopTimer()
      audio.currentTime = 0
      set({ state: 'idle', at: 0 })
    })
    audio.addEventListener('error', () => {
      stopTimer()
      if (store.getSnapshot().id !== undefined) set({ state: 'failed' })
    })
    speaker = audio
    return audio
  }

  /** URLs expire: a paused message is loaded with the latest one. */
  function load(sound: AudioSource, at: number): AudioOutput {
    const audio = open()
    current = sound
    audio.pause()
    audio.src = sound.url
    audio.playbackRate = store.getSnapshot().rate
    audio.currentTime = at / 1_000
    set({ id: sound.id, state: 'paused', at })
    return audio
  }

  function start(audio: AudioOutput): void {
    audio.playbackRate = store.getSnapshot().rate
    audio.play().catch((error: unknown) => {
      // Playback was interrupted before it started.
      if (error instanceof Error && error.name === 'AbortError') return
      stopTimer()
      set({ state: 'failed' })
    })
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    toggle(sound) {
      const playing = store.getSnapshot()
      if (playing.id === sound.id && playing.state === 'playing') return speaker?.pause()
      const isSame = playing.id === sound.id && playing.state === 'paused' && speaker !== undefined
      if (isSame && speaker) return start(speaker)
      start(load(sound, playing.id === sound.id ? playing.at : 0))
    },
    seek(sound, at) {
      const playing = store.getSnapshot()
      const to = Math.max(0, Math.min(at, sound.durationMs))
      if (playing.id !== sound.id) return void load(sound, to)
      if (speaker) speaker.currentTime = to / 1_000
      set({ at: to, ...(playing.state === 'idle' && { state: 'paused' }) })
    },
    setRate(rate) {
      if (speaker) speaker.playbackRate = rate
      set({ rate })
    },
    stop() {
      if (store.getSnapshot().id === undefined) return
      speaker?.pause()
      stopTimer()
      set({ id: undefined, state: 'idle', at: 0 })
    },
  }
}
