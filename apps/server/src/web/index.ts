import type { Locale } from '@fettle/i18n/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeOfRequest } from '../platform/http/locale.ts'
import { readDist, type Asset, type ContentEncoding, type WebPage } from './dist.ts'
import { contentSecurityPolicy, securityHeaders, type CspSources } from './headers.ts'

export interface WebOptions {
  /** Folder of the web build. */
  dist: string
  config: {
    /** The component gallery is shown only where the development outbox is. */
    outbox: boolean
    /** Whether people can sign in with Google. */
    google: boolean
    /** Further hosts the pages may call, such as a hosted notification service. */
    csp?: CspSources
  }
}

/** Paths of other parts of the server, which never get a page. */
const notPages = ['/v2', '/chat', '/inbox', '/dev', '/files', '/health', '/metrics', '/assets', '/socket.io']

/** Whether the web app may have a page at a path. */
export const isPagePath = (path: string): boolean =>
  !notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}.`))

function matches(pattern: string, path: string): boolean {
  const patternSegments = pattern.split('/')
  const pathSegments = path.split('/')
  return (
    patternSegments.length === pathSegments.length &&
    patternSegments.every((name, index) =>
      name.startsWith(':') ? pathSegments[index] !== '' : name === pathSegments[index],
    )
  )
}

interface PageQuery {
  path: string
  locale: Locale
  development: boolean
  google: boolean
}

/** The page of a path in a language, otherwise the not-found page. */
function findPage(pages: readonly WebPage[], { path, locale, development, google }: PageQuery): WebPage | undefined {
  const usable = pages.filter(
    (page) =>
      (development || !page.development) &&
      (page.locale === undefined || page.locale === locale) &&
      (page.google === undefined || page.google === google),
  )
  return usable.find((page) => matches(page.path, path)) ?? usable.find((page) => page.path === '*')
}

/** The best available encoding the browser accepts. `q=0` means: do not send. */
function pickEncoding(accept: string | undefined, asset: Asset): ContentEncoding {
  const accepted = new Set(
    (accept ?? '').split(',').flatMap((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
    }),
  )
  return (['br', 'gzip'] as const).find((name) => accepted.has(name) && asset.bytes[name]) ?? 'identity'
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  { status = 200, vary = 'accept-encoding' } = {},
): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding'], asset)
  const etag = encoding === 'identity' ? asset.etag : asset.etag.replace(/"$/, `-${encoding}"`)
  reply.headers({ etag, vary })
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .type(asset.type)
    .send(asset.bytes[encoding] ?? asset.bytes.identity)
}

/**
 * Serves the built web app: hashed files cached for ever, pages always fresh, and the not-found page for every other
 * path outside the APIs.
 */
export async function webPlugin(app: FastifyInstance, { dist: folder, config }: WebOptions): Promise<void> {
  const dist = readDist(folder)
  const policy = dist && contentSecurityPolicy(dist.pages.csp, config.csp)

  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    if (!dist || !policy)
      return reply.code(503).type('text/plain').send('The web app is not built. Run "npm run build".\n')
    const target = dist.pages.redirects[path]
    if (target) return reply.redirect(target + querySuffix(request.url), 302)
    const locale = localeOfRequest(request)
    const page = findPage(dist.pages.pages, { path, locale, development: config.outbox, google: config.google })
    const html = page && dist.assets.get(page.html)
    if (!page || !html) return reply.code(404).type('text/plain').send('Not found\n')
    reply.headers({ ...securityHeaders, 'content-security-policy': policy, 'cache-control': 'no-cache' })
    if (page.preload.length > 0) reply.header('link', preloadLinks(page.preload))
    return sendAsset(request, reply, html, { status: page.status, vary: 'accept-encoding, accept-language, cookie' })
  }

  // The service worker handles shared content. Until it is installed the body is not read, and the page says so.
  await app.register(async (sharing) => {
    sharing.removeAllContentTypeParsers()
    sharing.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    sharing.post('/share', (_request, reply) => reply.redirect('/messages?share&missed', 303))
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = pathOf(request.url)
      const asset = dist?.assets.get(path.slice(1))
      if (asset && !path.startsWith('/pages/')) {
        const forever = path.startsWith('/assets/')
        reply.headers({
          ...securityHeaders,
          'cache-control': forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
          // An outdated service worker would serve an outdated app. It fetches only our own origin, shows our icons with
          // notifications and runs nothing else.
          ...(path === '/sw.js' && {
            'cache-control': 'no-cache',
            'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
          }),
        })
        return sendAsset(request, reply, asset)
      }
      if (path === '/dev/gallery' || isPagePath(path)) return sendPage(request, reply, path)
      return reply.callNotFound()
    },
  })
}

/** Proxies limit the headers of a response, nginx to 4 kB in all. The first modules are those that are large. */
const MAX_PRELOAD_LINKS = 20

/** `Link` header by which a browser fetches a page's modules before it has read the HTML. */
const preloadLinks = (files: readonly string[]): string =>
  files
    .slice(0, MAX_PRELOAD_LINKS)
    .map((file) => `</${file}>; rel=modulepreload; crossorigin`)
    .join(', ')

const querySuffix = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function pathOf(url: string): string {
  const raw = url.split('?', 1)[0] ?? '/'
  const path = raw.length > 1 ? raw.replace(/\/+$/, '') || '/' : raw
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
