import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { microphoneOfBrowser } from './microphone.ts'
import { createRecorder, type Recorder, type Recording } from './recorder.ts'

/** Starts a recorder on mount and releases the microphone on unmount. `restart` starts another one. */
export function useRecorder(): { recorder: Recorder; recording: Recording; restart: () => void } {
  const [recorder, setRecorder] = useState(makeRecorder)
  useEffect(() => {
    void recorder.start()
    return () => recorder.cancel()
  }, [recorder])
  return {
    recorder,
    recording: useSyncExternalStore(recorder.subscribe, recorder.getSnapshot),
    restart: () => setRecorder(makeRecorder()),
  }
}

const makeRecorder = () => createRecorder(microphoneOfBrowser, chatLimits.voiceRecordingMax)
