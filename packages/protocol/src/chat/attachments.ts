import * as z from 'zod/mini'
import { idOf, line } from '../core/values.ts'
import { uploadRules } from '../common/uploads.ts'
import { chatLimits } from './limits.ts'
import { chatOperation } from './operation.ts'
import { Cid } from './values.ts'

/**
 * Files inside messages. A message names its files with all a screen needs to leave room for
 * them; their bytes are private, and an address for them is asked for when it is needed, since it lasts five minutes.
 */

export const attachmentKinds = ['image', 'video', 'voice', 'file'] as const
export const AttachmentKind = z.enum(attachmentKinds)
export type AttachmentKind = z.infer<typeof AttachmentKind>

export const AttachmentId = idOf('att')
export const AttachmentUploadId = idOf('upl')

/** Loudness from 0 to 1, evenly over a voice message. */
export const Waveform = z
  .array(z.number().check(z.gte(0), z.lte(1)))
  .check(z.minLength(1), z.maxLength(chatLimits.waveformBars))

const Side = z.int().check(z.gte(1), z.lte(20_000))
const Duration = z.int().check(z.gte(0), z.lte(chatLimits.attachmentDuration))

export const Attachment = z.object({
  id: z.string(),
  kind: AttachmentKind,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Of pictures as they are; of videos as their sender says. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** The sides of the small picture there is beside this one. */
  thumbnail: z.optional(z.object({ width: z.int(), height: z.int() })),
  /** Milliseconds of voice and video, as their sender says. */
  durationMs: z.optional(z.int()),
  waveform: z.optional(z.array(z.number())),
})
export type Attachment = z.infer<typeof Attachment>

/** How far an upload has come: the next part begins at `received`. */
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
  summary: 'Begin to upload a file. Its bytes follow in parts, PUT to /uploads/:uploadId/parts?offset=….',
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

/** Where a part of an upload is PUT, as `application/octet-stream`. It answers how far the upload has come. */
export const uploadPartPath = '/uploads/:uploadId/parts'

export const getUpload = chatOperation({
  name: 'attachments.progress',
  method: 'GET',
  path: '/uploads/:uploadId',
  by: 'user',
  summary: 'How far an upload has come: where to go on after a break.',
  input: z.object({ uploadId: AttachmentUploadId }),
  returns: AttachmentUpload,
  errors: ['DOES_NOT_EXIST'],
})

export const finishUpload = chatOperation({
  name: 'attachments.finish',
  method: 'POST',
  path: '/uploads/:uploadId/finish',
  by: 'user',
  summary: 'All parts are there: the file is judged by its bytes and can be sent. Asked again, it answers the same.',
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
  summary: 'Forget an upload, finished or not, that no message names.',
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
  summary: 'Addresses of files in a channel, good for five minutes. Files that are not there are left out.',
  input: z.object({
    cid: Cid,
    ids: z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(chatLimits.filesPerSigning)),
  }),
  returns: z.object({ files: z.array(FileAddress), expiresInSeconds: z.int() }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED'],
})

/** What a chat may carry, and how large it may be. */
export const chatUploadRule = uploadRules.CHAT
