/**
 * Size limits and allowed types of uploads by purpose. Without schemas: the browser checks files before it sends them.
 */

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
  LOGO: { mimes: photos, maxBytes: 5 * MB, minSide: 32, maxSide: 8000 },
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

/** Names of a purpose's types for people, such as `JPEG` and `WebP`. */
export const allowedTypes = (purpose: UploadPurpose): string[] =>
  uploadRule(purpose).mimes.map((mime) => mimeNames[mime] ?? mime)
