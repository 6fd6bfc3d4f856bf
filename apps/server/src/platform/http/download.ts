import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A file for an answer, whole or as it is being made. */
export class Download {
  readonly body: Buffer | Readable
  readonly name: string
  /** To look at in the browser rather than to keep. */
  readonly inline: boolean
  constructor(body: Buffer | Readable, { name, inline = false }: { name: string; inline?: boolean }) {
    this.body = body
    this.name = name
    this.inline = inline
  }
}

/** Sends what an operation that `produces` a file was handed. */
export function sendDownload(reply: FastifyReply, mime: string, result: unknown): FastifyReply {
  if (!(result instanceof Download)) throw new Error(`A file of type ${mime} was promised`)
  const { body, name, inline } = result
  const plain = name.replace(/[^\w .-]/g, '_')
  return reply
    .headers({
      'content-type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(body)
}
