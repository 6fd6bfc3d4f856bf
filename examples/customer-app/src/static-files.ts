import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Sends the built front end. Its page may run its own scripts, and call this back end and Fettle's chat. */
export function createStaticFiles(
  folder: string,
  chatOrigin: string,
): (path: string, response: ServerResponse) => Promise<void> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${chatOrigin}`,
    `connect-src 'self' ${chatOrigin} ${chatOrigin.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  return async (path, response) => {
    const name = normalize(path === '' ? 'index.html' : decodeURIComponent(path))
    const type = types[extname(name)]
    const file = type && !name.startsWith('..') ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    if (!file) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    // Names of assets contain a hash of their content.
    const cacheControl = name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, {
      'content-type': type,
      'cache-control': cacheControl,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    response.end(file)
  }
}
