import { MAX_PIXELS } from './upload.rules.ts'
import { loadSharp } from './sharp.ts'

/** Fits a picture into a square of `side` pixels; the first frame of an animation. Undefined: unreadable. */
export async function makeThumbnail(
  bytes: Buffer,
  side: number,
): Promise<{ bytes: Buffer; width: number; height: number } | undefined> {
  const sharp = await loadSharp()
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}
