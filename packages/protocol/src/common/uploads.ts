import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { FileId, Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Uploads for later use. An unused one is deleted after a day. */

const MB = 1024 * 1024
const photos = ['image/jpeg', 'image/png', 'image/webp']
const photo = { mimes: photos, maxBytes: 10 * MB }

interface UploadRule {
  readonly mimes: readonly string[]
  readonly maxBytes: number
  /** Minimum side of an image in pixels. */
  readonly minSide?: number
  readonly maxSide?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  readonly maxPages?: number
}

/** Allowed types and sizes by purpose. The browser checks them before it sends. */
export const uploadRules = {
  AVATAR: { mimes: photos, maxBytes: 5 * MB, minSide: 128, maxSide: 8000 },
  BOOKING_PHOTO: photo,
  OFFER_PHOTO: photo,
  /** Attachments of offers, such as plans and data sheets. */
  OFFER_FILE: { mimes: [...photos, 'application/pdf'], maxBytes: 10 * MB },
  /** Attachments of contracts. */
  CONTRACT_FILE: { mimes: [...photos, 'application/pdf'], maxBytes: 10 * MB },
  REVIEW_PHOTO: photo,
  EVIDENCE: { mimes: [...photos, 'application/pdf', 'video/mp4'], maxBytes: 25 * MB },
  CHAT: {
    mimes: [...photos, 'image/gif', 'application/pdf', 'video/mp4', 'audio/mp4', 'video/webm'],
    maxBytes: 25 * MB,
  },
  DOCUMENT: { mimes: [...photos, 'application/pdf'], maxBytes: 10 * MB, minSide: 600, maxPages: 10 },
  SIGNATURE: { mimes: ['image/png'], maxBytes: 200 * 1024, maxWidth: 1200, maxHeight: 600 },
  TICKET: { mimes: [...photos, 'application/pdf', 'text/plain', 'video/mp4'], maxBytes: 10 * MB },
} satisfies Record<string, UploadRule>

export type UploadPurpose = keyof typeof uploadRules
export const uploadPurposes = Object.keys(uploadRules) as [UploadPurpose, ...UploadPurpose[]]

/** The upload rule of a purpose, typed with all optional limits. */
export const uploadRule = (purpose: UploadPurpose): UploadRule => uploadRules[purpose]

const mimeNames: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'application/pdf': 'PDF',
  'text/plain': 'TXT',
  'video/mp4': 'MP4',
  'audio/mp4': 'M4A',
  'video/webm': 'WebM',
}

/** `JPEG, PNG, WebP`: names of a purpose's types for people. */
export const allowedTypes = (purpose: UploadPurpose): string =>
  uploadRule(purpose)
    .mimes.map((mime) => mimeNames[mime] ?? mime)
    .join(', ')

export const Upload = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** When the photo was taken, from its metadata. */
  takenAt: z.nullable(Instant),
  /** Signed, valid for five minutes. */
  url: z.string(),
})
export type Upload = z.infer<typeof Upload>

export const createUpload = operation({
  name: 'uploads.create',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/uploads',
  audience: 'provider',
  summary:
    'Upload a file for later use by another call. It is inspected by its bytes; location and camera data are removed from images.',
  file: 'file',
  body: z.object({ purpose: z.enum(uploadPurposes, issueText('FILE_PURPOSE_REQUIRED')) }),
  status: 201,
  returns: Upload,
  errors: ['FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE', 'FILE_INFECTED'],
})
