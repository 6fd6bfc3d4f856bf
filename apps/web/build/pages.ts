import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Manifest } from 'vite'
import { authTable, pageSource } from '../src/app/auth-table.ts'
import { notFoundScreen, routeTable, screenSource } from '../src/app/route-table.ts'
import { trimCss } from './trim-css.ts'

/** What the server needs to know about one address. */
export interface PageEntry {
  /** Path pattern with `:name` segments; `*` is everything else. */
  path: string
  /** File within dist, with `.br` and `.gz` beside it. */
  html: string
  status: number
  /** Modules the page needs at once; already linked in its HTML, listed for early hints and budgets. */
  preload: string[]
  /** Only where the development outbox exists. */
  development?: boolean
}

export interface PagesFile {
  pages: PageEntry[]
  redirects: Record<string, string>
  /** CSP sources of everything inline in any page. */
  csp: { scripts: string[]; styles: string[] }
}

export interface Renderer {
  renderAuthPage(page: string): string
  renderAppShell(path: string): string
}

/** Every module `keys` import statically, in the order they are found; entries themselves first. */
export function staticClosure(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...files]
}

const sentencesKey = (part: string): string => `virtual:sentences/en/${part}`

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const inlined = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, body = '']) => `'${hashOf(body)}'`)

/** Replaces the linked style sheet by its text: one round trip less before the first paint. */
function inlineStyles(html: string, dist: string): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => {
    const css = trimCss(readFileSync(join(dist, file), 'utf8').trim())
    if (css.includes('</')) throw new Error(`${file} cannot be inlined`)
    return `<style>${css}</style>`
  })
}

function pageHtml(template: string, body: string, preload: readonly string[]): string {
  const links = preload
    .filter((file) => !template.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return template.replace('</head>', () => `${links.join('')}</head>`).replace('<!--page-->', () => body)
}

/** Writes one HTML file per address and answers the table the server sends them by. */
export function writePages(given: { dist: string; manifest: Manifest; renderer: Renderer }): PagesFile {
  const { dist, manifest, renderer } = given
  const scripts = new Set<string>()
  const styles = new Set<string>()

  const write = (template: string, body: string, entry: PageEntry, styled = true): PageEntry => {
    const source = readFileSync(join(dist, template), 'utf8')
    const html = pageHtml(styled ? inlineStyles(source, dist) : source, body, entry.preload)
    inlined(html, 'script').forEach((hash) => scripts.add(hash))
    inlined(html, 'style').forEach((hash) => styles.add(hash))
    mkdirSync(dirname(join(dist, entry.html)), { recursive: true })
    writeFileSync(join(dist, entry.html), html)
    return entry
  }

  const authPages = authTable.map(({ path, page }) =>
    write('auth.html', renderer.renderAuthPage(page), {
      path,
      html: `pages${path}.html`,
      status: 200,
      preload: staticClosure(manifest, ['auth.html', pageSource(page), sentencesKey(page)]),
    }),
  )
  const appPage = (path: string, screen: string, name: string, status: number) =>
    write('index.html', renderer.renderAppShell(path), {
      path,
      html: `pages/${name}.html`,
      status,
      preload: staticClosure(manifest, [
        'index.html',
        screenSource(screen),
        sentencesKey('shell'),
        sentencesKey(screen),
      ]),
    })
  const appPages = routeTable.map(({ path, screen }) =>
    appPage(path, screen, path === '/' ? 'home' : path.slice(1).replace(/\//g, '-').replace(/:/g, ''), 200),
  )
  const gallery = write('gallery.html', '', {
    path: '/dev/gallery',
    html: 'pages/gallery.html',
    status: 200,
    preload: staticClosure(manifest, ['gallery.html']),
    development: true,
  })
  const notFound = appPage('*', notFoundScreen, 'not-found', 404)
  return {
    pages: [...authPages, ...appPages, gallery, notFound],
    redirects: { '/reset-password': '/new-password' },
    csp: { scripts: [...scripts], styles: [...styles] },
  }
}
