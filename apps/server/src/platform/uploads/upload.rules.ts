import { allowedTypes, uploadRule, type UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { AppError, fieldError } from '../errors.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Rules of uploaded files. Pure. */

export const AVATAR_SIDE_PX = 512
/** Logos are fitted into this box. */
export const LOGO_BOX_PX = { width: 640, height: 320 }
/** Larger pictures are refused before decoding, because a small file can contain a very large one. */
export const MAX_PIXELS = 100_000_000
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024

const MAX_NAME_LENGTH = 200

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Checks size and detected type, whatever the name. `mime` is undefined if unknown. */
export function assertAllowed(
  purpose: UploadPurpose,
  { size, mime }: { size: number; mime: string | undefined },
): string {
  const { maxBytes, mimes } = uploadRule(purpose)
  if (size > maxBytes) {
    throw maxBytes < MEGABYTE
      ? new AppError('FILE_TOO_LARGE', { kilobytes: maxBytes / KILOBYTE }, { message: 'FILE_TOO_LARGE_KB' })
      : new AppError('FILE_TOO_LARGE', { megabytes: maxBytes / MEGABYTE })
  }
  if (!mime || !mimes.includes(mime)) {
    const list = allowedTypes(purpose)
    const details = { list: list.join(', '), ...(mime && { detected: mime }) }
    throw new AppError('FILE_TYPE_NOT_ALLOWED', details, { params: { list: { list, join: 'items' } } })
  }
  return mime
}

/** Checks the sides of a picture. */
export function assertSides(purpose: UploadPurpose, { width, height }: { width: number; height: number }): void {
  const { minSide, maxSide, maxWidth, maxHeight } = uploadRule(purpose)
  if (minSide && Math.min(width, height) < minSide) {
    throw fieldError(['file'], 'TOO_SMALL', issueText('IMAGE_TOO_SMALL', { width: minSide, height: minSide }))
  }
  if (maxSide && Math.max(width, height) > maxSide) {
    throw fieldError(['file'], 'TOO_BIG', issueText('IMAGE_SIDE_TOO_LONG', { max: maxSide }))
  }
  if (maxWidth && maxHeight && (width > maxWidth || height > maxHeight)) {
    throw fieldError(['file'], 'TOO_BIG', issueText('IMAGE_TOO_LARGE', { width: maxWidth, height: maxHeight }))
  }
}

/** Checks the facts of a PDF. */
export function assertPdf(
  purpose: UploadPurpose,
  { pages, isEncrypted, hasScripts }: { pages: number; isEncrypted: boolean; hasScripts: boolean },
): void {
  const { maxPages } = uploadRule(purpose)
  if (isEncrypted) throw fieldError(['file'], 'NOT_ALLOWED', issueText('PDF_LOCKED'))
  if (hasScripts) throw fieldError(['file'], 'NOT_ALLOWED', issueText('PDF_HAS_SCRIPTS'))
  if (pages === 0) throw new AppError('FILE_UNREADABLE')
  if (maxPages && pages > maxPages) throw fieldError(['file'], 'TOO_BIG', issueText('PDF_TOO_LONG', { max: maxPages }))
}

/**
 * A file name for display and download: without folders and control characters, shortened, and without the extension of
 * another type, by which a downloaded text would be opened as a page.
 */
export function cleanName(name: string, mime: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || 'file'
  const originalExtension = /\.[^.\s]+$/.exec(clean)?.[0] ?? ''
  const usualExtensions = extensions[mime] ?? []
  const isOwn = originalExtension === '' || usualExtensions.includes(originalExtension.slice(1).toLowerCase())
  const stem = isOwn ? clean.slice(0, clean.length - originalExtension.length) : clean
  const extension = isOwn ? originalExtension : `.${usualExtensions[0] ?? 'bin'}`
  // Cut between characters: one outside the Basic Multilingual Plane takes two units.
  return stem.slice(0, MAX_NAME_LENGTH - extension.length).replace(/[\uD800-\uDBFF]$/, '') + extension
}

/** Extensions of each type, the usual one first. */
const extensions: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt'],
  'video/mp4': ['mp4', 'm4v'],
  'audio/mp4': ['m4a', 'mp4'],
  'video/webm': ['webm'],
}

/** The usual extension of a type. */
export const extensionOf = (mime: string): string => extensions[mime]?.[0] ?? 'bin'
