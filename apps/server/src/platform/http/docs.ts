import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Operation } from '@fettle/protocol'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import { toOpenApi, type Examples } from './openapi.ts'

const SCRIPT_MAX_AGE_SECONDS = 86_400

/** The reference's own scripts, and calls of this host only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface ApiDocs {
  title: string
  version: string
  description: string
  /** File with examples of calls, as JSON. */
  examplesFile?: string
}

/**
 * Serves the OpenAPI document at `<base>/openapi.json`, and at `<base>/docs` a reference with code samples, in which calls
 * can be tried. Of Scalar's Fastify plugin only the script for browsers is used: loading the plugin takes 0.15 s.
 */
export function serveDocs(
  app: FastifyInstance,
  base: string,
  operations: readonly Operation[],
  { examplesFile, ...info }: ApiDocs,
): void {
  // Built on the first request, when every module has registered its operations.
  let document: Promise<object> | undefined
  const build = async () =>
    toOpenApi(operations, info, examplesFile ? (JSON.parse(await readFile(examplesFile, 'utf8')) as Examples) : {})
  const forget = (error: unknown) => {
    document = undefined
    throw error
  }
  app.get(`${base}/openapi.json`, () => (document ??= build().catch(forget)))
  app.get(`${base}/docs`, async (_, reply) =>
    reply
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(renderPage(info.title, base)),
  )
  app.get(`${base}/docs/reference.js`, async (_, reply) =>
    reply
      .header('cache-control', `public, max-age=${SCRIPT_MAX_AGE_SECONDS}`)
      .type('text/javascript; charset=utf-8')
      .send(await readFile(join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js/standalone.js'))),
  )
}

const require = createRequire(import.meta.url)

function renderPage(title: string, base: string): string {
  const configuration = {
    favicon: '/icon.svg',
    // Nothing is requested from other hosts.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<body>
<script id="api-reference" data-url="${base}/openapi.json" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></script>
<script src="${base}/docs/reference.js"></script>
</body>
</html>
`
}
