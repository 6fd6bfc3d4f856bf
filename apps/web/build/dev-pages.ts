import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf, LOCALE_COOKIE, localeOf, PSEUDO_LOCALE, type Locale } from '../../../packages/i18n/src/locales.ts'
import { minifySync, type Plugin } from 'vite'
import { isPublicPath } from '../src/routing/paths.ts'

/** The dev server has one reader; the last page it served decides the language. */
let devLocale: Locale | typeof PSEUDO_LOCALE = 'en'
const isPseudo = (cookie: string) => cookie.includes(`${LOCALE_COOKIE}=${PSEUDO_LOCALE}`)

const inlineDir = join(import.meta.dirname, '../src/entries/inline')

/** Minifies an inline script. */
export const minifyInline = (name: string, script: string): string => minifySync(`${name}.js`, script).code.trim()

/** Removes line breaks and indentation from a page template. */
const collapseWhitespace = (html: string): string =>
  html
    .replace(/<(meta|link|div)\b[^>]*>/g, (tag) => tag.replace(/\s+/g, ' ').replace(/ ?\/?>$/, '>'))
    .replace(/>\s*\n\s*</g, '><')

/** Puts the inline scripts into the pages, and lets the dev server send the right page for each address. */
export const devPages = (): Plugin => ({
  name: 'fettle-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { server }) =>
      collapseWhitespace(html)
        .replace('<html lang="en"', server ? `<html lang="${devLocale}" dir="${directionOf(devLocale)}"` : '$&')
        .replace(
          /<script data-inline="([\w-]+)"><\/script>/g,
          (_, name: string) =>
            `<script>${minifyInline(name, readFileSync(join(inlineDir, `${name}.js`), 'utf8'))}</script>`,
        ),
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
