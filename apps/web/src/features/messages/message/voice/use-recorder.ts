import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { microphoneOfBrowser } from './microphone.ts'
import { createRecorder, type RecordedAudio, type Recorder, type Recording } from './recorder.ts'

/**
 * Starts a recorder on mount. `restart` starts another one. On unmount the microphone is released, and `onLeft` gets what
 * was recorded and not taken.
 */
export function useRecorder(onLeft: (audio: RecordedAudio) => void): {
  recorder: Recorder
  recording: Recording
  restart: () => void
} {
  const [recorder, setRecorder] = useState(makeRecorder)
  const leave = useEffectEvent(onLeft)
  useEffect(() => {
    void recorder.start()
    return () => {
      void recorder.take().then((audio) => {
        recorder.cancel()
        if (audio) leave(audio)
      })
    }
  }, [recorder])
  return {
    recorder,
    recording: useSyncExternalStore(recorder.subscribe, recorder.getSnapshot),
    restart: () => setRecorder(makeRecorder()),
  }
}

const makeRecorder = () => createRecorder(microphoneOfBrowser, chatLimits.voiceRecordingMaxMs)
