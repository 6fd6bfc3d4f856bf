import type { FileType } from '@fettle/protocol'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

interface DownloadOptions {
  name: string
  /** Display in the browser instead of downloading. */
  inline?: boolean
  /** Media type, for operations that produce several. */
  type?: FileType
  /** Hexadecimal hash of the bytes, sent in the header `Digest`. */
  sha256?: string
}

/** A file response, complete or streamed. */
export class Download {
  readonly body: Buffer | Readable
  readonly options: DownloadOptions
  constructor(body: Buffer | Readable, options: DownloadOptions) {
    this.body = body
    this.options = options
  }
}

/** A printed document, displayed in the browser. */
export const pdfDownload = ({ bytes, ...rest }: { bytes: Buffer; name: string; sha256?: string }): Download =>
  new Download(bytes, { ...rest, type: 'application/pdf', inline: true })

/** Sends the file of an operation with `produces`. Throws for another type. */
export function sendDownload(
  reply: FastifyReply,
  promised: FileType | readonly FileType[],
  result: unknown,
): FastifyReply {
  const types = [promised].flat()
  const type = result instanceof Download ? (result.options.type ?? types[0]) : undefined
  if (!(result instanceof Download) || !type || !types.includes(type))
    throw new Error(`Expected a file of type ${types.join(' or ')}`)
  const { name, inline, sha256 } = result.options
  const plain = name.replace(/[^\w .-]/g, '_')
  return reply
    .headers({
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...(sha256 !== undefined && { digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}` }),
    })
    .send(result.body)
}
