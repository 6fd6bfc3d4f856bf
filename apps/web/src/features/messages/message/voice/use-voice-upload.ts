import { createUploads, type FileSource, type PendingUpload } from '@fettle/chat-client'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useProfile } from '../../../../shared/profile/profile.ts'
import { chat } from '../../connection/chat.ts'
import { sendPartOf } from '../../composer/uploads.tsx'
import type { RecordedAudio } from './recorder.ts'

const extensionOf = (type: string): string => (type.includes('mp4') ? 'm4a' : 'webm')

/** Converts a recording to an upload source. */
function toSource({ blob, durationMs, waveform }: RecordedAudio, now: Date): FileSource<Blob> {
  const stamp = now.toISOString().slice(0, 16).replace(/[T:]/g, '-')
  return {
    name: `voice-${stamp}.${extensionOf(blob.type)}`,
    size: blob.size,
    kind: 'voice',
    durationMs,
    waveform,
    slice: (from, to) => blob.slice(from, to),
  }
}

/** Uploads a recording and passes the attachments to `onDone`. Interrupted uploads can be retried. */
export function useVoiceUpload(cid: string, onDone: (attachments: Attachment[]) => void) {
  const profile = useProfile()
  const uploads = useMemo(
    () => createUploads<Blob>(chat, { cid, sendPart: sendPartOf(profile) }),
    // oxlint-disable-next-line react/exhaustive-deps -- a changed name or picture must not stop an upload
    [cid, profile.id],
  )
  const [upload] = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot) as readonly (
    | PendingUpload
    | undefined
  )[]
  const done = useEffectEvent(onDone)
  const isDone = upload?.state === 'uploaded'
  useEffect(() => {
    if (!isDone) return
    const attachments = uploads.attachments()
    uploads.reset()
    done(attachments)
  }, [isDone, uploads])
  useEffect(
    () => () => {
      for (const { key } of uploads.getSnapshot()) uploads.remove(key)
    },
    [uploads],
  )
  return {
    upload,
    send: (taken: RecordedAudio) => void uploads.add([toSource(taken, new Date())]),
    retry: () => upload && uploads.retry(upload.key),
  }
}
