import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isPublicPath } from '../src/app/paths.ts'

const inlineDir = join(import.meta.dirname, '../src/entries/inline')

/** Drops comments, indentation and line breaks: enough for three scripts of ten lines. */
export const squeeze = (script: string): string =>
  script
    .replace(/^\s*\/\/.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

/** Puts the inline scripts into the pages, and lets the dev server send the right page for each address. */
export const devPages = (): Plugin => ({
  name: 'fettle-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(
        /<script data-inline="([\w-]+)"><\/script>/g,
        (_, name: string) => `<script>${squeeze(readFileSync(join(inlineDir, `${name}.js`), 'utf8'))}</script>`,
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
