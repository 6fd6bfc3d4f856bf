import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { isPublicPath } from '../src/app/paths.ts'

const inlineDir = join(import.meta.dirname, '../src/entries/inline')

/** An inline script as it stands in the page. */
export const squeeze = (name: string, script: string): string => minifySync(`${name}.js`, script).code.trim()

/** A page's outline without the line breaks and spaces it is kept readable with. */
const tighten = (html: string): string =>
  html
    .replace(/<(meta|link|div)\b[^>]*>/g, (tag) => tag.replace(/\s+/g, ' ').replace(/ ?\/?>$/, '>'))
    .replace(/>\s*\n\s*</g, '><')

/** Puts the inline scripts into the pages, and lets the dev server send the right page for each address. */
export const devPages = (): Plugin => ({
  name: 'fettle-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      tighten(html).replace(
        /<script data-inline="([\w-]+)"><\/script>/g,
        (_, name: string) => `<script>${squeeze(name, readFileSync(join(inlineDir, `${name}.js`), 'utf8'))}</script>`,
      ),
  },
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '/', query] = (request.url ?? '/').split('?')
      const suffix = query ? `?${query}` : ''
      if (isPublicPath(path)) request.url = `/auth.html${suffix}`
      else if (path === '/dev/gallery') request.url = `/gallery.html${suffix}`
      next()
    })
  },
})
