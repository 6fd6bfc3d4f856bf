import { AppError } from '../../platform/errors.ts'

/** What may be uploaded for what (domain §0). Pure. */

const MB = 1024 * 1024

interface Rule {
  mimes: readonly string[]
  maxBytes: number
  minSide?: number
  maxSide?: number
}

export const AVATAR_SIDE = 512
/** Larger pictures are refused before they are unpacked: a small file can hold a very large one. */
export const MAX_PIXELS = 100_000_000

const photos = ['image/jpeg', 'image/png', 'image/webp'] as const

export type Purpose = 'AVATAR'

export const uploadRules: Readonly<Record<Purpose, Rule>> = {
  AVATAR: { mimes: photos, maxBytes: 5 * MB, minSide: 128, maxSide: 8000 },
}

const names: Record<string, string> = {
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

/** Judges a file by its size and by what its bytes are, whatever its name says. */
export function assertAllowed(purpose: Purpose, { size, mime }: { size: number; mime: string | undefined }): void {
  const { maxBytes, mimes } = uploadRules[purpose]
  if (size > maxBytes) throw new AppError('FILE_TOO_LARGE', { megabytes: Math.floor(maxBytes / MB) })
  if (!mime || !mimes.includes(mime)) {
    throw new AppError('FILE_TYPE_NOT_ALLOWED', { list: mimes.map((each) => names[each] ?? each).join(', ') })
  }
}

/** Judges a picture by its sides. */
export function assertSides(purpose: Purpose, { width, height }: { width: number; height: number }): void {
  const { minSide = 1, maxSide = 20_000 } = uploadRules[purpose]
  const issue = (code: 'TOO_SMALL' | 'TOO_BIG', message: string) =>
    new AppError('VALIDATION_FAILED', {}, { issues: [{ path: ['file'], field: 'file', code, message }] })
  if (Math.min(width, height) < minSide)
    throw issue('TOO_SMALL', `Use a picture of at least ${minSide} × ${minSide} pixels.`)
  if (Math.max(width, height) > maxSide) throw issue('TOO_BIG', `Use a picture of at most ${maxSide} pixels a side.`)
}
