import type { FileType } from '@fettle/protocol'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A file for an answer, whole or as it is being made. */
export class Download {
  readonly body: Buffer | Readable
  readonly name: string
  /** To look at in the browser rather than to keep. */
  readonly inline: boolean
  /** Of an operation that produces several types: which one this is. */
  readonly type: FileType | undefined
  /** Of the bytes, hexadecimal: told in the header `Digest`. */
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

/** Sends what an operation that `produces` a file was handed. */
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
