import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, Plugin } from 'vite'
import { locales, type Locale } from '../../../packages/i18n/src/locales.ts'
import { authTable, pageSourceOf } from '../src/routing/auth-table.ts'
import { paths } from '../src/routing/paths.ts'
import { notFoundScreen, routeTable, screenSource } from '../src/routing/route-table.ts'
import type * as prerender from '../src/entries/prerender.tsx'
import { cataloguesOf } from './catalogues.ts'
import { htmlTag, inlineScripts } from './dev-pages.ts'

/** The manifest entry of one page, for the server. */
export interface PageEntry {
  /** Path pattern with `:name` segments; `*` matches everything else. */
  path: string
  locale: Locale
  /** HTML file within dist, with `.br` and `.gz` beside it. */
  html: string
  status: number
  /** Modules the page needs at once. They are linked in its HTML. */
  preload: string[]
  /** Set for pages served only where the development outbox is enabled. */
  development?: boolean
  /** Whether the page has a button for signing in with Google. Absent: it is the same with and without. */
  google?: boolean
}

/** A page before it is written. */
interface Page extends Pick<PageEntry, 'path' | 'development' | 'google'> {
  template: 'index' | 'auth' | 'gallery' | 'offline'
  /** Name of the HTML file. */
  name: string
  status?: number
  /** Manifest keys of the modules that show the page. */
  modules?: readonly string[]
  /** Requests that the page's head starts (src/entries/inline/boot.js). */
  prefetch?: readonly string[]
  /** Renders the page in the language that was activated last. */
  render?: (renderer: Renderer) => string
}

type Renderer = typeof prerender

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Vite's list of the built files. */
export const readManifest = () => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

const authPages = authTable.flatMap(({ path, page }): Page[] => {
  const authPage: Page = {
    template: 'auth',
    name: path.slice(1),
    path,
    modules: [pageSourceOf(page)],
    render: (renderer) => renderer.renderAuthPage(page, false),
  }
  if (path !== paths.login && path !== paths.register) return [authPage]
  const render = (renderer: Renderer) => renderer.renderAuthPage(page, true)
  return [
    { ...authPage, google: false },
    { ...authPage, google: true, name: `${authPage.name}-google`, render },
  ]
})

const appPage = ({ modules = [], ...page }: Omit<Page, 'template' | 'render'>, screen: string): Page => ({
  ...page,
  template: 'index',
  modules: [screen, ...modules].map(screenSource),
  render: (renderer) => renderer.renderAppShell(page.path),
})

const nameOf = (path: string): string =>
  path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll(':', '')

const allPages: readonly Page[] = [
  ...authPages,
  ...routeTable.map(({ screen, ...route }) => appPage({ ...route, name: nameOf(route.path) }, screen)),
  // The service worker shows it for addresses that are not in its cache.
  appPage({ name: 'shell', path: '/shell' }, notFoundScreen),
  { template: 'offline', name: 'offline', path: '/offline', render: (renderer) => renderer.renderOfflinePage() },
  { template: 'gallery', name: 'gallery', path: '/dev/gallery', development: true },
  appPage({ name: 'not-found', path: '*', status: 404 }, notFoundScreen),
]

/** Files of the modules that `keys` import statically, the entries first. */
function staticClosure(manifest: Manifest, keys: readonly string[]): string[] {
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

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Replaces the placeholders of a template. Those that the template lacks are skipped. */
const fill = (template: string, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts).reduce((html, [placeholder, text]) => html.replace(placeholder, () => text), template)

/** The language selector of the sign-in pages. It works without their code (src/entries/inline/auth-boot.js). */
function languageChoice(pageLocale: Locale, label: string): string {
  const options = locales.map((locale) => {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
    const capital = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
    return `<option lang="${locale}"${locale === pageLocale ? ' selected' : ''}>${capital}`
  })
  return `<select id="language" aria-label="${escape(label)}">${options.join('')}</select>`
}

/**
 * Holds the first paint of a sign-in page until its last element has arrived: the form is centred, and would move while
 * the rest of it arrives.
 */
const paintAtOnce = '<link rel="expect" blocking="render" href="#language">'

/** Sources of inline scripts or styles for the content security policy. */
const cspSources = (texts: Iterable<string>): string[] =>
  Array.from(new Set(texts), (text) => `'sha256-${hash('sha256', text, 'base64')}'`)

/** Writes one HTML file per address and language, and `pages.json`, the table by which the server sends them. */
async function writePages(): Promise<void> {
  const manifest = readManifest()
  const renderer = (await import(pathToFileURL(join(root, '.cache/prerender/prerender.js')).href)) as Renderer
  const styles = new Map(
    Object.values(manifest)
      .flatMap(({ isEntry, css = [] }) => (isEntry ? css : []))
      .map((file) => [file, readFileSync(join(dist, file), 'utf8').trim()]),
  )
  // The style sheet of an entry is in its page, which saves a round trip before the first paint.
  const stylesInPage = Object.fromEntries(
    Array.from(styles, ([file, css]) => [
      `<link rel="stylesheet" crossorigin href="/${file}">`,
      `<style>${css}</style>`,
    ]),
  )

  const write = (page: Page, locale: Locale): PageEntry => {
    const { path, development, google, status = 200, prefetch } = page
    const template = fill(readFileSync(join(dist, `${page.template}.html`), 'utf8'), stylesInPage)
    const { description, noScripts, language } = renderer.pageTexts()
    const catalogues = cataloguesOf(manifest, locale, page.template === 'auth' ? 'sign-in' : 'app')
    const preload = page.modules
      ? staticClosure(manifest, [`${page.template}.html`, ...catalogues, ...page.modules])
      : []
    const links = preload.filter((file) => !template.includes(`"/${file}"`))
    const html = fill(template, {
      '<html lang="en">': htmlTag(locale),
      '<!--head-->': [
        `<meta name="description" content="${escape(description)}">`,
        page.template === 'auth' ? paintAtOnce : '',
        prefetch ? `<script type="application/json" id="early">${JSON.stringify(prefetch)}</script>` : '',
      ].join(''),
      // After the page's first requests: a browser sends only a few at a time.
      '<!--preload-->': links.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(''),
      'data-page="auth"': `data-page="auth"${google ? ' data-google' : ''}`,
      '<!--page-->': page.render?.(renderer) ?? '',
      '<!--languages-->': languageChoice(locale, language),
      '<!--no-scripts-->': `<noscript>${escape(noScripts)}</noscript>`,
    })
    const blocking = /<link rel="stylesheet"[^>]*>/.exec(html)
    if (blocking) throw new Error(`${path} waits for a style sheet before its first paint: ${blocking[0]}`)
    const entry = { path, locale, html: `pages/${locale}/${page.name}.html`, status, preload }
    mkdirSync(dirname(join(dist, entry.html)), { recursive: true })
    writeFileSync(join(dist, entry.html), html)
    return { ...entry, ...(development && { development }), ...(google !== undefined && { google }) }
  }

  const pages: PageEntry[] = []
  for (const locale of locales) {
    await renderer.activateLocale(locale)
    pages.push(...allPages.map((page) => write(page, locale)))
  }
  const csp = { scripts: cspSources(inlineScripts.values()), styles: cspSources(styles.values()) }
  const redirects = { '/reset-password': '/new-password' }
  writeFileSync(join(dist, 'pages.json'), `${JSON.stringify({ pages, redirects, csp }, null, 2)}\n`)
  // Fetched by the sign-in pages (src/lib/offline/prefetch-files.ts).
  const home = pages.find(({ path }) => path === '/')
  writeFileSync(join(dist, 'warm.txt'), (home?.preload ?? []).map((file) => `/${file}\n`).join(''))
  for (const template of new Set(allPages.map((page) => page.template))) rmSync(join(dist, `${template}.html`))
}

/** Prerenders the pages once the app is built. */
export const pages = (): Plugin => ({
  name: 'fettle-pages',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  closeBundle: { order: 'pre', sequential: true, handler: writePages },
})

/** Leaves the code that pages load later out of the bundle that prerenders them: it is most of the app. */
export const skipLazyCode = (): Plugin => ({
  name: 'fettle-skip-lazy-code',
  apply: (_, { isSsrBuild }) => isSsrBuild === true,
  resolveDynamicImport: (id) => (typeof id !== 'string' || id.endsWith('.po') ? null : { id, external: true }),
})
