import type { FileType } from '@fettle/protocol'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A file response, complete or streamed. */
export class Download {
  readonly body: Buffer | Readable
  readonly name: string
  /** Display in the browser instead of downloading. */
  readonly inline: boolean
  /** Media type, for operations that produce several. */
  readonly type: FileType | undefined
  /** Hexadecimal hash of the bytes, sent in the header `Digest`. */
  readonly sha256: string | undefined
  constructor(
    body: Buffer | Readable,
    { name, inline = false, type, sha256 }: { name: string; inline?: boolean; type?: FileType; sha256?: string },
  ) {
    this.body = body
    this.name = name
    this.inline = inline
    this.type = type
    this.sha256 = sha256
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
  const [only] = types
  const mime = result instanceof Download ? (result.type ?? only) : undefined
  if (!(result instanceof Download) || !mime || !types.includes(mime)) {
    throw new Error(`Expected a file of type ${types.join(' or ')}`)
  }
  const { body, name, inline, sha256 } = result
  const plain = name.replace(/[^\w .-]/g, '_')
  return reply
    .headers({
      'content-type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...(sha256 !== undefined && { digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}` }),
    })
    .send(body)
}
