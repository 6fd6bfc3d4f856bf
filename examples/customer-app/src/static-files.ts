import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves the built front end. Its page may run its own scripts, and call this back end and Fettle's chat. */
export function serveFiles(app: FastifyInstance, path: string, folder: string, fettleUrl: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${fettleUrl}`,
    `media-src ${fettleUrl}`,
    `connect-src 'self' ${fettleUrl} ${fettleUrl.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  app.get<{ Params: { '*': string } }>(`${path}*`, async ({ params }, reply) => {
    const name = normalize(params['*'] || 'index.html')
    const type = types[extname(name)]
    const file = type && !name.startsWith('..') ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    if (!file) return reply.code(404).send({ message: 'Not found.' })
    return reply
      .headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // Names of assets contain a hash of their content.
        'cache-control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .type(type ?? '')
      .send(file)
  })
}
