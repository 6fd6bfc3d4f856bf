import type { FastifyInstance } from 'fastify'
import parseRange from 'range-parser'
import type { Files, OpenFile } from './files.ts'

type Query = Record<string, string | undefined>

/** Serves signed file addresses, including ranges. Uploaded content never runs as a page of ours. */
export function serveFiles(app: FastifyInstance, files: Files): void {
  app.get<{ Params: { '*': string }; Querystring: Query }>('/files/*', async (request, reply) => {
    const file = await files.openSigned(request.params['*'], request.query)
    const range = rangeOf(request.headers.range, file.size)
    // Before the headers, so that a failure is not cached like the file.
    const bytes = range === 'none' ? undefined : await file.read(range)
    reply.headers(headersOf(file)).type(file.mime)
    if (range === 'none') {
      return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    }
    if (!range) return reply.send(bytes)
    const { start, end } = range
    return reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`).send(bytes)
  })
}

/** One byte range, as media players request. Several ranges are answered with the whole file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  if (header === undefined) return undefined
  const ranges = parseRange(size, header)
  if (ranges === -1) return 'none'
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0]
}

function headersOf({ mime, name }: OpenFile): Record<string, string> {
  const inline = /^(image\/(jpeg|png|webp|gif)|video\/|audio\/)/.test(mime)
  const disposition = inline ? 'inline' : 'attachment'
  return {
    'accept-ranges': 'bytes',
    'content-disposition': name ? `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}` : disposition,
    'content-security-policy': "default-src 'none'; sandbox",
    // Whoever has the signed address may show the file: a marketplace does so on its own pages.
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
  }
}
