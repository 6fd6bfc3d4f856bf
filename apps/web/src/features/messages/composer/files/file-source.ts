import type { FileSource } from '@fettle/chat-client'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'

const { mimes, maxBytes } = uploadRules.CHAT
const MEGABYTE_BYTES = 1024 * 1024

/** `accept` attribute of the file input. */
export const chatFileTypes = mimes.join(',')

/** Why a file cannot be sent, checked before uploading. The server checks again by content. */
export function whyNotFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0) return t`${name} is empty.`
  if (size > maxBytes) return t`${name} is larger than ${maxBytes / MEGABYTE_BYTES} MB.`
  // Some systems report no type; the server inspects the content.
  if (type !== '' && !(mimes as readonly string[]).includes(type)) return t`${name}: this file type isn't supported.`
  return undefined
}

const kindOf = (type: string): 'image' | 'video' | 'file' =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : 'file'

/** Converts a file to an upload source, with its dimensions, so that readers can reserve space. */
export async function toSource(file: File): Promise<FileSource<Blob>> {
  const { name, size, type } = file
  const source: FileSource<Blob> = { name, size, kind: kindOf(type), slice: (from, to) => file.slice(from, to) }
  if (source.kind !== 'image') return source
  try {
    const picture = await createImageBitmap(file)
    const sides = { width: picture.width, height: picture.height }
    picture.close()
    return { ...source, ...sides }
  } catch {
    return source
  }
}
