import { readIssueText } from '@fettle/protocol'
import type { Attachment, AttachmentKind, startUpload } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import { AppError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/uploads/receive-file.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'

/** Metadata that the sender declared before the upload of a file. Rules of uploads and attachments; pure. */
export type ClientMetadata = Omit<ChatReceived<typeof startUpload>, 'cid' | 'size'>

/** Validates the next part. Parts are sequential and full-sized except the last. Throws a ChatRefusal. */
export function nextPart(
  upload: { size: number; received: number },
  offset: number,
  length: number,
): 'write' | 'there already' {
  if (offset < upload.received && offset + length <= upload.received) return 'there already'
  const expected = Math.min(chatLimits.uploadPartBytes, upload.size - upload.received)
  if (offset !== upload.received || length !== expected) {
    throw new ChatRefusal('INPUT', {
      message: 'This is not the next part.',
      details: { received: upload.received, expected },
    })
  }
  return 'write'
}

/** The kind of a file: as declared where its bytes agree, otherwise as detected. */
function kindOf(metadata: AttachmentKind, mime: string): AttachmentKind {
  // Browsers record voice into containers that are detected as video.
  if (metadata === 'voice' && /^(audio\/mp4|video\/mp4|video\/webm)$/.test(mime)) return 'voice'
  if (mime.startsWith('image/')) return metadata === 'file' ? 'file' : 'image'
  if (mime === 'audio/mp4') return 'voice'
  return mime.startsWith('video/') && metadata !== 'file' ? 'video' : 'file'
}

/** A file as messages carry it. */
export function toAttachment(
  id: string,
  metadata: ClientMetadata,
  file: ReceivedFile,
  thumbnail: { width: number; height: number } | undefined,
): Attachment {
  const kind = kindOf(metadata.kind, file.mime)
  const isTimed = kind === 'voice' || kind === 'video'
  const sides =
    file.width !== undefined && file.height !== undefined
      ? { width: file.width, height: file.height }
      : kind === 'video' && metadata.width !== undefined && metadata.height !== undefined
        ? { width: metadata.width, height: metadata.height }
        : {}
  return {
    id,
    kind,
    name: file.name,
    mime: file.mime,
    size: file.bytes.length,
    ...sides,
    ...(thumbnail ? { thumbnail: { width: thumbnail.width, height: thumbnail.height } } : {}),
    ...(isTimed && metadata.durationMs !== undefined ? { durationMs: metadata.durationMs } : {}),
    ...(kind === 'voice' && metadata.waveform ? { waveform: metadata.waveform } : {}),
  }
}

/** Converts an upload error into a chat error. `final`: the same bytes will never be accepted. */
export function toFileRefusal(error: unknown): { refusal: ChatRefusal; final: boolean } | undefined {
  if (!(error instanceof AppError)) return undefined
  const issue = error.issues?.[0]
  const reason = (issue && readIssueText(issue.message)) ?? error.text
  const details = { ...error.details, reason: error.code }
  if (error.code === 'FILE_TOO_LARGE')
    return { refusal: new ChatRefusal('PAYLOAD_TOO_BIG', { reason, details }), final: true }
  if (error.status >= 500) return { refusal: new ChatRefusal('INTERNAL', { reason }), final: false }
  return { refusal: new ChatRefusal('INPUT', { reason, details }), final: true }
}

export const noSuchUpload = () => new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-upload' } })
export const uploadAgain = () => new ChatRefusal('INPUT', { reason: { code: 'chat.upload-again' } })
