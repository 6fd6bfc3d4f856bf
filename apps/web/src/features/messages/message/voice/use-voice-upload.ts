import { createUploads, type FileSource, type Uploads } from '@fettle/chat-client'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { useMemo, useSyncExternalStore } from 'react'
import { ownTimeZone } from '../../../../lib/format/dates.ts'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { onLogout } from '../../../../lib/http/session.ts'
import { useProfile } from '../../../../shared/profile/profile.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { chat } from '../../connection/chat.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'
import { draftKeyOf, type ComposerTarget } from '../../composer/drafts.ts'
import { sendPartOf } from '../../composer/uploads/uploads.ts'
import { nameOf } from '../../channel-members.ts'
import type { RecordedAudio } from './recorder.ts'

const extensionOf = (type: string): string => (type.includes('mp4') ? 'm4a' : 'webm')

/** Converts a recording to an upload source. */
function toSource({ blob, durationMs, waveform }: RecordedAudio, now: Date): FileSource<Blob> {
  const stamp = toDateTimeField(now, ownTimeZone()).replace(/[T:]/g, '-')
  return {
    name: `voice-${stamp}.${extensionOf(blob.type)}`,
    size: blob.size,
    kind: 'voice',
    durationMs,
    waveform,
    slice: (from, to) => blob.slice(from, to),
  }
}

/** A composer's unsent recording. The list of uploads is empty while it is not on its way. */
interface VoiceUpload {
  uploads: Uploads<Blob>
  durationMs: number
  /** A recording whose conversation was left before it was sent or discarded. */
  kept?: RecordedAudio | undefined
}

/** Kept for the page's lifetime, so that a recording is not lost when its conversation is left. */
const voiceUploads = new Map<string, VoiceUpload>()

const keyOf = (me: string, target: ComposerTarget) => `${me} ${draftKeyOf(target)}`

onLogout(() => {
  const all = [...voiceUploads.values()]
  voiceUploads.clear()
  all.forEach(({ uploads }) => uploads.reset())
})

function voiceUploadOf(profile: Profile, me: string, target: ComposerTarget): VoiceUpload {
  const key = keyOf(me, target)
  const existing = voiceUploads.get(key)
  if (existing) return existing
  const uploads = createUploads<Blob>(chat, { cid: target.store.cid, sendPart: sendPartOf(profile) })
  const voice = { uploads, durationMs: 0 }
  voiceUploads.set(key, voice)
  return voice
}

/** Whether there is a recording of this composer that was kept, is on its way or failed to be. */
export function hasUnsentRecording({ me, target }: Pick<ComposerTools, 'me' | 'target'>): boolean {
  const voice = voiceUploads.get(keyOf(me, target))
  return voice !== undefined && (voice.kept !== undefined || voice.uploads.getSnapshot().length > 0)
}

/** Uploads the recording of a composer and sends it as a message. Interrupted uploads can be retried. */
export function useVoiceUpload(tools: ComposerTools) {
  const { target, me } = tools
  const profile = useProfile()
  const voice = useMemo(() => voiceUploadOf(profile, me, target), [profile, me, target])
  const { uploads } = voice
  const upload = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot).at(0)
  return {
    upload,
    durationMs: voice.durationMs,
    kept: voice.kept,
    keep: (audio: RecordedAudio) => keepRecording(voice, audio),
    send: (audio: RecordedAudio) => sendOnceUploaded(voice, audio, tools),
    retry: () => upload && uploads.retry(upload.key),
    discard: () => discardRecording(voice),
  }
}

function keepRecording(voice: VoiceUpload, audio: RecordedAudio): void {
  voice.kept = audio
}

function discardRecording(voice: VoiceUpload): void {
  voice.kept = undefined
  const upload = voice.uploads.getSnapshot().at(0)
  if (upload) voice.uploads.remove(upload.key)
}

function sendOnceUploaded(voice: VoiceUpload, audio: RecordedAudio, { target, me, fileSender }: ComposerTools): void {
  const { uploads } = voice
  voice.durationMs = audio.durationMs
  voice.kept = undefined
  const sendFiles = fileSender()
  const stop = uploads.subscribe(() => {
    const state = uploads.getSnapshot().at(0)?.state
    if (state === 'failed') return reportIfLeft(target, me)
    if (state === 'uploading') return
    // Uploaded, or discarded.
    stop()
    if (state === undefined) return
    const attachments = uploads.attachments()
    uploads.reset()
    sendFiles(attachments)
  })
  uploads.add([toSource(audio, new Date())])
}

/** Reports a failed upload when its conversation, which shows it, was left. */
function reportIfLeft({ store }: ComposerTarget, me: string): void {
  const { status, channel } = store.getSnapshot()
  if (status !== 'closed' || !channel) return
  const name = nameOf(channel, me)
  toast.error(t`Couldn't send the voice message to ${name}`, {
    body: t`Open the conversation to try again.`,
  })
}
