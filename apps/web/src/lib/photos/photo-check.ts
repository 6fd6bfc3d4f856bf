/** Problems a reviewer would reject a photo for. */
export type PhotoProblem = 'SMALL' | 'DARK' | 'BLURRY'

/** Greyscale image, row by row, values 0 to 255. */
export interface GreyPicture {
  width: number
  height: number
  grey: Uint8Array
}

const MIN_BRIGHTNESS = 45
const MIN_SHARPNESS = 45

/** Mean grey value. */
export const brightnessOf = ({ grey }: GreyPicture): number =>
  grey.length === 0 ? 0 : grey.reduce((sum, value) => sum + value, 0) / grey.length

/** Variance of the Laplacian: high for sharp edges, low for blur. */
export function sharpnessOf({ width, height, grey }: GreyPicture): number {
  let count = 0
  let sum = 0
  let squares = 0
  const at = (index: number) => grey[index] ?? 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x
      const value = 4 * at(index) - at(index - 1) - at(index + 1) - at(index - width) - at(index + width)
      count += 1
      sum += value
      squares += value * value
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

/** Checks a photo by its full size and a smaller greyscale copy. */
export function photoProblemOf(
  size: { width: number; height: number },
  picture: GreyPicture,
  minSide: number,
): PhotoProblem | undefined {
  if (Math.min(size.width, size.height) < minSide) return 'SMALL'
  if (brightnessOf(picture) < MIN_BRIGHTNESS) return 'DARK'
  return sharpnessOf(picture) < MIN_SHARPNESS ? 'BLURRY' : undefined
}

const SAMPLE_SIZE_PX = 800

/** Checks a photo before uploading. Undefined when it is good or this browser cannot decode it. */
export async function checkPhoto(file: File, minSide: number): Promise<PhotoProblem | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    const scale = Math.min(1, SAMPLE_SIZE_PX / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const grey = new Uint8Array(canvas.width * canvas.height)
    for (let index = 0; index < grey.length; index += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
      grey[index] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
    }
    return photoProblemOf({ width, height }, { width: canvas.width, height: canvas.height, grey }, minSide)
  } catch {
    return undefined
  }
}
