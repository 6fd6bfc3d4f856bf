import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { directionOf, locales, type Locale } from '../../../packages/i18n/src/locales.ts'
import type { Manifest } from 'vite'
import { authTable, pageSourceOf } from '../src/routing/auth-table.ts'
import { notFoundScreen, routeTable, screenSource } from '../src/routing/route-table.ts'
import { trimCss } from './trim-css.ts'

/** What the server needs to know about one page. */
export interface PageEntry {
  /** Path pattern with `:name` segments; `*` matches everything else. */
  path: string
  /** Language of the page. */
  locale: Locale
  /** HTML file within dist, with `.br` and `.gz` beside it. */
  html: string
  status: number
  /** Modules the page needs at once. They are linked in its HTML and listed for early hints and budgets. */
  preload: string[]
  /** Set for pages served only where the development outbox is enabled. */
  development?: boolean
}

export interface PagesFile {
  pages: PageEntry[]
  redirects: Record<string, string>
  /** CSP hashes of every inline script and style of any page. */
  csp: { scripts: string[]; styles: string[] }
}

/** Texts of a page outside the app, in its language. */
export interface PageTexts {
  description: string
  /** Shown to browsers without scripts. */
  noScripts: string
  /** Label of the language selector. */
  language: string
}

/** Renders pages in the language that was activated last. */
export interface Renderer {
  activateLocale(locale: Locale): Promise<void>
  renderAuthPage(page: string): string
  renderAppShell(path: string): string
  renderOfflinePage(): string
  outlineOf(): PageTexts
}

/** Lists the modules that `keys` import statically, in order of discovery; the entries come first. */
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

/** Manifest keys of a language's translations (vite.config.ts names their chunk). English messages are in the code. */
const catalogueKeys = (manifest: Manifest, locale: Locale): string[] =>
  Object.keys(manifest).filter((key) => manifest[key]?.name === `catalogue-${locale}`)

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const inlined = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?: data-file="[^"]*")?>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, body = '']) => `'${hashOf(body)}'`,
  )

/** Replaces the linked style sheet by its text, which saves a round trip before the first paint. */
function inlineStyles(html: string, dist: string): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => {
    const css = trimCss(readFileSync(join(dist, file), 'utf8').trim())
    if (css.includes('</')) throw new Error(`${file} contains "</" and cannot be inlined`)
    // The file name tells the preload helper that this style sheet is already there (build/prune-preload.ts).
    return `<style data-file="/${file}">${css}</style>`
  })
}

/** Embeds JSON in a page. Escapes `<`, which could end the script element early. */
const dataScript = (attributes: string, data: unknown): string =>
  `<script type="application/json" ${attributes}>${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

/** Replacements for the `<!--marks-->` of a template. */
interface Parts {
  page: string
  early?: string
  languages?: string
}

interface Text {
  parts: Parts
  locale: Locale
  outline: PageTexts
  preload: readonly string[]
  ahead: readonly string[]
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Renders the language selector of the sign-in pages. It works without their code (src/entries/inline/auth-boot.js).
 */
function languageChoice(own: Locale, { language }: PageTexts): string {
  const options = locales.map((locale) => {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
    const label = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
    return `<option lang="${locale}"${locale === own ? ' selected' : ''}>${label}`
  })
  return `<select id="language" aria-label="${escape(language)}">${options.join('')}</select>`
}

function pageHtml(template: string, { parts, locale, outline, preload, ahead }: Text): string {
  const links = [...preload, ...ahead]
    .filter((file, index, all) => !template.includes(`"/${file}"`) && all.indexOf(file) === index)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return template
    .replace('<html lang="en"', `<html lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + escape(outline.description))
    .replace(/(<noscript>)[^<]*/, (_, start: string) => start + escape(outline.noScripts))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(/<!--(page|early|languages)-->/g, (_, mark: keyof Parts) => parts[mark] ?? '')
}

/** Writes one HTML file per address and language, and returns the table by which the server sends them. */
export async function writePages(given: { dist: string; manifest: Manifest; renderer: Renderer }): Promise<PagesFile> {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const pages: PageEntry[] = []
  for (const locale of locales) pages.push(...(await pagesIn(locale, { ...given, scripts, styles })))
  return {
    pages,
    redirects: { '/reset-password': '/new-password' },
    csp: { scripts: [...scripts], styles: [...styles] },
  }
}

interface PageContext {
  dist: string
  manifest: Manifest
  renderer: Renderer
  /** CSP sources of all inline scripts and styles; filled while pages are written. */
  scripts: Set<string>
  styles: Set<string>
}

async function pagesIn(locale: Locale, workshop: PageContext): Promise<PageEntry[]> {
  const { dist, manifest, renderer, scripts, styles } = workshop
  await renderer.activateLocale(locale)
  const outline = renderer.outlineOf()
  const catalogue = catalogueKeys(manifest, locale)

  const write = (
    template: string,
    parts: Parts,
    page: Omit<PageEntry, 'locale'>,
    ahead: readonly string[] = [],
  ): PageEntry => {
    const entry = { ...page, locale, html: `pages/${locale}/${page.html}.html` }
    const source = readFileSync(join(dist, template), 'utf8')
    const html = pageHtml(inlineStyles(source, dist), { parts, locale, outline, preload: entry.preload, ahead })
    inlined(html, 'script').forEach((hash) => scripts.add(hash))
    inlined(html, 'style').forEach((hash) => styles.add(hash))
    mkdirSync(dirname(join(dist, entry.html)), { recursive: true })
    writeFileSync(join(dist, entry.html), html)
    return entry
  }

  const authPages = authTable.map(({ path, page }) =>
    write(
      'auth.html',
      { page: renderer.renderAuthPage(page), languages: languageChoice(locale, outline) },
      {
        path,
        html: path.slice(1),
        status: 200,
        preload: staticClosure(manifest, ['auth.html', pageSourceOf(page), ...catalogue]),
      },
    ),
  )
  const appPage = (
    given: { path: string; screen: string; prefetch?: readonly string[]; preload?: string },
    name: string,
    status: number,
  ) => {
    const { path, screen, prefetch: early, preload: ahead } = given
    const parts: Parts = {
      page: renderer.renderAppShell(path),
      ...(early && { early: dataScript('id="early"', early) }),
    }
    const entry = {
      path,
      html: name,
      status,
      preload: staticClosure(manifest, ['index.html', screenSource(screen), ...catalogue]),
    }
    return write('index.html', parts, entry, ahead ? staticClosure(manifest, [screenSource(ahead)]) : [])
  }
  const appPages: PageEntry[] = []
  for (const route of routeTable) {
    const name = route.path === '/' ? 'home' : route.path.slice(1).replace(/\//g, '-').replace(/:/g, '')
    appPages.push(appPage(route, name, 200))
  }
  const notFound = appPage({ path: '*', screen: notFoundScreen }, 'not-found', 404)
  // Precached by the service worker for addresses that are not in its cache.
  const shell = appPage({ path: '/shell', screen: notFoundScreen }, 'shell', 200)
  const gallery = write(
    'gallery.html',
    { page: '' },
    {
      path: '/dev/gallery',
      html: 'gallery',
      status: 200,
      preload: staticClosure(manifest, ['gallery.html']),
      development: true,
    },
  )
  const offline = write(
    'offline.html',
    { page: renderer.renderOfflinePage() },
    { path: '/offline', html: 'offline', status: 200, preload: [] },
  )
  return [...authPages, ...appPages, gallery, shell, offline, notFound]
}
