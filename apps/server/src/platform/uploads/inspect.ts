import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import readExif from 'exif-reader'
import type { Sharp } from 'sharp'
import { AppError } from '../errors.ts'
import { readPdf, rewriteMedia } from './parser.ts'
import { assertAllowed, assertPdf, assertSides, AVATAR_SIDE_PX, LOGO_BOX_PX, MAX_PIXELS } from './upload.rules.ts'
import { loadSharp } from './sharp.ts'

/** Time limit for re-encoding a picture. */
const MAX_SECONDS = 20
/** From 1 to 10. Frames are taken over, so that searching for a smaller file is not worth the time. */
const GIF_EFFORT = 2

/** An inspected file, safe to store. */
export interface InspectedFile {
  bytes: Buffer
  mime: string
  width?: number
  height?: number
  pages?: number
  takenAt?: Date
}

// Detected types, renamed to those in the rules.
const mimeAliases: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'image/apng': 'image/png',
}

/**
 * Inspects a file and makes it safe to store: images are rotated upright and re-encoded, and videos are rewritten,
 * which removes location and hidden data. What cannot be parsed is refused.
 */
export async function inspectFile(purpose: UploadPurpose, bytes: Buffer): Promise<InspectedFile> {
  const mime = assertAllowed(purpose, { size: bytes.length, mime: await sniff(bytes) })
  if (mime === 'image/gif') return inspectGif(purpose, bytes)
  if (mime.startsWith('image/')) return inspectImage(purpose, bytes, mime)
  if (mime === 'application/pdf') {
    const facts = await orUnreadable(() => readPdf(bytes))
    assertPdf(purpose, facts)
    return { bytes, mime, pages: facts.pages }
  }
  if (mime === 'text/plain') return { bytes, mime }
  const container = mime === 'video/webm' ? 'webm' : 'mp4'
  return { bytes: await orUnreadable(() => rewriteMedia(bytes, container)), mime }
}

/** The detected type. Text has no signature: anything that decodes as text. */
async function sniff(bytes: Buffer): Promise<string | undefined> {
  // Loaded for the first file, because a start would take longer.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (type) return mimeAliases[type.mime] ?? type.mime
  return isText(bytes) ? 'text/plain' : undefined
}

function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[^\P{Cc}\n\r\t\f]/u.test(text)
  } catch {
    return false
  }
}

async function inspectImage(purpose: UploadPurpose, bytes: Buffer, mime: string): Promise<InspectedFile> {
  const sharp = await loadSharp()
  return orUnreadable(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { width, height, exif, orientation = 1 } = await image.metadata()
    // Orientations from five on swap width and height.
    assertSides(purpose, orientation > 4 ? { width: height, height: width } : { width, height })
    const output = reencode(purpose, image.autoOrient(), mime).timeout({ seconds: MAX_SECONDS })
    const { data, info } = await output.toBuffer({ resolveWithObject: true })
    const takenAt = takenAtOf(exif)
    return {
      bytes: data,
      mime: `image/${info.format}`,
      width: info.width,
      height: info.height,
      ...(takenAt ? { takenAt } : {}),
    }
  })
}

function reencode(purpose: UploadPurpose, image: Sharp, mime: string): Sharp {
  if (purpose === 'AVATAR') {
    return image.resize(AVATAR_SIDE_PX, AVATAR_SIDE_PX, { fit: 'cover', position: 'attention' }).webp({ quality: 82 })
  }
  // Transparent backgrounds stay so.
  if (purpose === 'LOGO') return image.resize({ ...LOGO_BOX_PX, fit: 'inside', withoutEnlargement: true }).png()
  if (mime === 'image/png') return image.png()
  return mime === 'image/webp' ? image.webp({ quality: 88 }) : image.jpeg({ quality: 88 })
}

/** Animated images keep their frames and palette; comments, and what follows the last frame, are left out. */
async function inspectGif(purpose: UploadPurpose, bytes: Buffer): Promise<InspectedFile> {
  const sharp = await loadSharp()
  return orUnreadable(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: true, failOn: 'error' })
    const { width, height, pageHeight } = await image.metadata()
    const sides = { width, height: pageHeight ?? height }
    assertSides(purpose, sides)
    const data = await image.gif({ effort: GIF_EFFORT }).timeout({ seconds: MAX_SECONDS }).toBuffer()
    return { bytes: data, mime: 'image/gif', ...sides }
  })
}

function takenAtOf(exif: Buffer | undefined): Date | undefined {
  try {
    const takenAt = exif && readExif(exif).Photo?.DateTimeOriginal
    // Cameras that have no time write zeros, which are read as a day of 1899.
    return takenAt instanceof Date && takenAt.getTime() > 0 ? takenAt : undefined
  } catch {
    return undefined
  }
}

async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNREADABLE')
  }
}
