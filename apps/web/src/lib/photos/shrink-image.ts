/**
 * Scales a photo down and converts it to JPEG, since camera photos are larger than needed and some formats are not
 * widely supported. Files that cannot be decoded stay unchanged.
 */
export async function shrinkImage(file: File, { maxSide }: { maxSide: number }): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const isWidelySupported = /^image\/(jpeg|png|webp)$/.test(file.type)
    if (scale === 1 && file.size < 1_000_000 && isWidelySupported) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    if (!blob || (isWidelySupported && blob.size >= file.size)) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
