import * as z from 'zod/mini'
import { idOf, line } from '../../core/values.ts'
import { uploadRules } from '../../common/upload-rules.ts'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { Cid } from '../core/values.ts'

/**
 * Attachments. A message carries the metadata a screen needs for layout; the files are private and their addresses,
 * valid for five minutes, are requested when needed.
 */

export const attachmentKinds = ['image', 'video', 'voice', 'file'] as const
export const AttachmentKind = z.enum(attachmentKinds)
export type AttachmentKind = z.infer<typeof AttachmentKind>

export const AttachmentId = idOf('att')
export const AttachmentUploadId = idOf('upl')

/** Loudness from 0 to 1 at equal intervals of a voice message. */
export const Waveform = z
  .array(z.number().check(z.gte(0), z.lte(1)))
  .check(z.minLength(1), z.maxLength(chatLimits.waveformBars))

const Side = z.int().check(z.gte(1), z.lte(20_000))
const Duration = z.int().check(z.gte(0), z.lte(chatLimits.attachmentDurationMaxMs))

export const Attachment = z.object({
  id: z.string(),
  kind: AttachmentKind,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Measured for images, declared by the sender for videos. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** Size of the thumbnail. */
  thumbnail: z.optional(z.object({ width: z.int(), height: z.int() })),
  /** Milliseconds of voice and video, declared by the sender. */
  durationMs: z.optional(z.int()),
  waveform: z.optional(z.array(z.number())),
})
export type Attachment = z.infer<typeof Attachment>

/** Progress of an upload: the next part starts at `received`. */
export const AttachmentUpload = z.object({
  uploadId: z.string(),
  size: z.int(),
  received: z.int(),
  partBytes: z.int(),
})
export type AttachmentUpload = z.infer<typeof AttachmentUpload>

export const startUpload = chatOperation({
  name: 'attachments.start',
  method: 'POST',
  path: '/channels/:cid/uploads',
  by: 'user',
  summary: 'Start an upload. Send its bytes in parts: PUT to /uploads/:uploadId/parts?offset=….',
  input: z.object({
    cid: Cid,
    kind: AttachmentKind,
    name: line(1, 200, 'Use a file name of at most 200 characters.'),
    size: z.int().check(z.gte(1, 'This file is empty.')),
    width: z.optional(Side),
    height: z.optional(Side),
    durationMs: z.optional(Duration),
    waveform: z.optional(Waveform),
  }),
  returns: AttachmentUpload,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'PAYLOAD_TOO_BIG'],
})

/** Where upload parts are PUT as `application/octet-stream`. Answers with the progress. */
export const uploadPartPath = '/uploads/:uploadId/parts'

export const getUpload = chatOperation({
  name: 'attachments.progress',
  method: 'GET',
  path: '/uploads/:uploadId',
  by: 'user',
  summary: 'Get the progress of an upload, to resume after an interruption.',
  input: z.object({ uploadId: AttachmentUploadId }),
  returns: AttachmentUpload,
  errors: ['DOES_NOT_EXIST'],
})

export const finishUpload = chatOperation({
  name: 'attachments.finish',
  method: 'POST',
  path: '/uploads/:uploadId/finish',
  by: 'user',
  summary:
    'Complete an upload after its last part: the content is inspected and the file can be sent. Repeating it returns the same.',
  input: z.object({ uploadId: AttachmentUploadId }),
  returns: z.object({ attachment: Attachment }),
  errors: ['DOES_NOT_EXIST', 'PAYLOAD_TOO_BIG'],
})

export const cancelUpload = chatOperation({
  name: 'attachments.cancel',
  method: 'DELETE',
  path: '/uploads/:uploadId',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Delete an upload, complete or not, that no message uses.',
  input: z.object({ uploadId: AttachmentUploadId }),
  returns: z.object({}),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

/** Addresses of one file. */
export const FileAddress = z.object({
  id: z.string(),
  url: z.string(),
  thumbnailUrl: z.optional(z.string()),
})
export type FileAddress = z.infer<typeof FileAddress>

export const signFiles = chatOperation({
  name: 'attachments.sign',
  method: 'POST',
  path: '/channels/:cid/files',
  by: 'user',
  whileSuspended: 'always',
  summary: 'Get download addresses of files in a channel, valid for five minutes. Missing files are left out.',
  input: z.object({
    cid: Cid,
    ids: z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(chatLimits.filesPerSigning)),
  }),
  returns: z.object({ files: z.array(FileAddress), expiresInSeconds: z.int() }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

/** Allowed types and sizes of chat files. */
export const chatUploadRule = uploadRules.CHAT
