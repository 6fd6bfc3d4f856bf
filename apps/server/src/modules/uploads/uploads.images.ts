import { fileTypeFromBuffer } from 'file-type'
import type Sharp from 'sharp'
import { AppError } from '../../platform/errors.ts'
import { assertAllowed, assertSides, AVATAR_SIDE, MAX_PIXELS } from './uploads.rules.ts'

export interface Picture {
  bytes: Buffer
  mime: string
  width: number
  height: number
}

/** What the bytes are, by their signature; undefined when nobody knows. */
export const sniff = async (bytes: Buffer): Promise<string | undefined> => (await fileTypeFromBuffer(bytes))?.mime

/** A square picture of a person: upright, 512 × 512, re-encoded, so that nothing else of the file survives. */
export async function toAvatar(bytes: Buffer): Promise<Picture> {
  assertAllowed('AVATAR', { size: bytes.length, mime: await sniff(bytes) })
  const sharp = await loadSharp()
  return readable(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { width, height } = await image.metadata()
    assertSides('AVATAR', { width, height })
    const square = await image
      .rotate()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
    return { bytes: square, mime: 'image/webp', width: AVATAR_SIDE, height: AVATAR_SIDE }
  })
}

let loading: Promise<typeof Sharp> | undefined
// 75 ms and 19 MB that a process without uploads never needs.
const loadSharp = () => (loading ??= import('sharp').then((module) => module.default))

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('FILE_UNREADABLE')
  }
}
