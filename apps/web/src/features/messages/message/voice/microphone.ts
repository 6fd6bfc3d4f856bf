import type { RecorderDeps } from './recorder.ts'

/**
 * Formats by compatibility, the most widely playable first; the server inspects the content and accepts all of these.
 */
const audioConstraints = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/webm']
/** Sufficient for speech: about a quarter of a megabyte per minute. */
const BITS_PER_SECOND = 32_000

/** The browser's microphone with a level meter. */
export const microphoneOfBrowser: RecorderDeps = {
  async openMicrophone() {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
    try {
      return recordingOf(stream)
    } catch (error) {
      stopTracks(stream)
      throw error
    }
  },
  now: () => performance.now(),
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds)
    return () => clearInterval(timer)
  },
}

const stopTracks = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

/** Recorder and level meter of an open microphone. Throws if the browser cannot record it. */
function recordingOf(stream: MediaStream): Awaited<ReturnType<RecorderDeps['openMicrophone']>> {
  const mimeType = audioConstraints.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND })
  const sound = new AudioContext()
  const meter = sound.createAnalyser()
  meter.fftSize = 1_024
  sound.createMediaStreamSource(stream).connect(meter)
  const samples = new Float32Array(meter.fftSize)
  return {
    device: {
      mimeType: recorder.mimeType,
      start: (slice) => recorder.start(slice),
      pause: () => {
        if (recorder.state === 'recording') recorder.pause()
      },
      resume: () => recorder.resume(),
      stop: () => {
        if (recorder.state !== 'inactive') recorder.stop()
      },
      requestData: () => {
        if (recorder.state !== 'inactive') recorder.requestData()
      },
      onData: (listener) => recorder.addEventListener('dataavailable', ({ data }) => listener(data)),
      onStop: (listener) => {
        if (recorder.state === 'inactive') listener()
        else recorder.addEventListener('stop', () => listener(), { once: true })
      },
    },
    level() {
      meter.getFloatTimeDomainData(samples)
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    },
    onLost: (listener) => stream.getTracks().forEach((track) => track.addEventListener('ended', listener)),
    close() {
      stopTracks(stream)
      void sound.close()
    },
  }
}
