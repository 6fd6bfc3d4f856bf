import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { directionOf, LOCALE_COOKIE, localeOf, PSEUDO_LOCALE, type Locale } from '../../../packages/i18n/src/locales.ts'
import { isPublicPath } from '../src/routing/paths.ts'

const inlineDir = join(import.meta.dirname, '../src/entries/inline')

/** Scripts that run before the first paint, so they are part of the HTML: minified, by name. */
export const inlineScripts: ReadonlyMap<string, string> = new Map(
  readdirSync(inlineDir).map((file) => [
    basename(file, '.js'),
    minifySync(file, readFileSync(join(inlineDir, file), 'utf8')).code.trim(),
  ]),
)

/** Opening tag of a page in a language. */
export const htmlTag = (locale: Locale | typeof PSEUDO_LOCALE): string =>
  `<html lang="${locale}" dir="${directionOf(locale)}">`

/** The dev server has one reader; the last page it served decides the language. */
let devLocale: Locale | typeof PSEUDO_LOCALE = 'en'
const isPseudo = (cookie: string) => cookie.includes(`${LOCALE_COOKIE}=${PSEUDO_LOCALE}`)

/** Puts the inline scripts into the pages, and lets the dev server send the right page for each address. */
export const devPages = (): Plugin => ({
  name: 'fettle-dev-pages',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { server }) {
      const page = server ? html.replace('<html lang="en">', htmlTag(devLocale)) : html
      return [...inlineScripts].reduce(
        (all, [name, script]) =>
          all.replace(`<script data-inline="${name}"></script>`, () => `<script>${script}</script>`),
        page,
      )
    },
  },
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const { cookie = '', 'accept-language': accept = '' } = request.headers
      if (request.headers['sec-fetch-dest'] === 'document')
        devLocale = isPseudo(cookie) ? PSEUDO_LOCALE : localeOf({ cookie, accept })
      const [path = '/', query] = (request.url ?? '/').split('?')
      const suffix = query ? `?${query}` : ''
      if (isPublicPath(path)) request.url = `/auth.html${suffix}`
      else if (path === '/dev/gallery') request.url = `/gallery.html${suffix}`
      next()
    })
  },
})
