// Size budgets of pages. Reads the built web app; run after `npm run build`. Fails above a budget.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'apps/web/dist')

/** Bytes, gzip unless the name says brotli. 1 kB is 1000 bytes. */
export const budget = {
  authScriptsGzip: 87_000,
  authScriptsBrotli: 75_000,
  authHtmlGzip: 6_900,
  /** Allowance for languages with longer texts or more bytes per character. */
  longerWords: 1.08,
  homeScripts: 132_000,
  routeScripts: 153_000,
  /** Includes notes about the booking's state, which would shift the layout if loaded later. */
  routeOwnScripts: 32_500,
  routeHtmlBrotli: 15_000,
  stylesTotal: 10_800,
  /** What the bell adds to the first load; its client and socket load after the page is idle. */
  bellFirst: 15_000,
  bellLater: 45_000,
  /**
   * What the service worker precaches, uncompressed: app frame, offline screens, chat connection, conversations with
   * their cards, offer drafts and help. About a third of it is transferred. 150 kB are the date fields with their
   * calendar, which no page loads initially but pausing and reminders need offline.
   */
  keptRaw: 1_310_000,
  /** The chat client with its transport, as a page loads it to connect, list, read, write and act on messages. */
  chatClientGzip: 25_000,
}

const size = (file, side) => readFileSync(join(dist, `${file}.${side}`)).length
const sum = (files, side) => files.reduce((total, file) => total + size(file, side), 0)
const scriptsOf = (page) => page.preload.filter((file) => file.endsWith('.js'))

/** Checks every budget. Returns rows to print. */
export function weigh() {
  const { pages } = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))
  const rows = []
  const rule = (what, bytes, most) => rows.push({ what, bytes, most: Math.floor(most), ok: bytes <= most })
  const isAuth = (page) => readFileSync(join(dist, page.html), 'utf8').includes('data-page="auth"')
  const shown = pages.filter((page) => !page.development)
  const auth = shown.filter(isAuth)
  const app = shown.filter((page) => !isAuth(page))
  const home = app.find(({ path }) => path === '/')
  const shared = new Set(scriptsOf(app.find(({ path }) => path === '*')))

  for (const page of auth) {
    const room = page.locale === 'en' ? 1 : budget.longerWords
    rule(`${page.path} scripts`, sum(scriptsOf(page), 'gz'), budget.authScriptsGzip * room)
    rule(`${page.path} scripts, brotli`, sum(scriptsOf(page), 'br'), budget.authScriptsBrotli * room)
    rule(`${page.path} HTML with styles`, size(page.html, 'gz'), budget.authHtmlGzip * room)
    const html = readFileSync(join(dist, page.html), 'utf8')
    rule(`${page.path} links to other hosts`, (html.match(/(?:src|href)="https?:/g) ?? []).length, 0)
  }
  rule('/ scripts', sum(scriptsOf(home), 'gz'), budget.homeScripts)
  for (const page of app) {
    const own = scriptsOf(page).filter((file) => !shared.has(file))
    const room = page.locale === 'en' ? 1 : budget.longerWords
    rule(`${page.path} scripts`, sum(scriptsOf(page), 'gz'), budget.routeScripts * room)
    rule(`${page.path} its own scripts`, sum(own, 'gz'), budget.routeOwnScripts * room)
    rule(`${page.path} HTML with styles, brotli`, size(page.html, 'br'), budget.routeHtmlBrotli * room)
  }
  const bell = [...filesOfBell()]
  const first = scriptsOf(home)
  rule(
    'the bell, at first load',
    sum(
      bell.filter((file) => first.includes(file)),
      'gz',
    ),
    budget.bellFirst,
  )
  rule(
    'the bell, once the page rests',
    sum(
      bell.filter((file) => !first.includes(file)),
      'gz',
    ),
    budget.bellLater,
  )
  const styles = /<style[^>]*>([\s\S]*?)<\/style>/.exec(readFileSync(join(dist, home.html), 'utf8'))?.[1] ?? ''
  rule('styles of the app', gzipSync(styles, { level: 9 }).length, budget.stylesTotal)
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  // Other languages replace the English texts.
  const kept = [...new Set(worker.match(/(?<=url\W*)\/assets\/[\w.-]+/g))].map(
    (file) => readFileSync(join(dist, file)).length,
  )
  rule(
    'kept ahead for the time offline',
    kept.reduce((total, bytes) => total + bytes, 0),
    budget.keptRaw,
  )
  return rows
}

/** Files of the bell beyond the app frame and chat connection, from the build's manifest. */
function filesOfBell() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const closureOf = (name, found = new Set()) => {
    const { file, imports = [] } = manifest[name]
    if (found.has(file)) return found
    found.add(file)
    imports.forEach((next) => closureOf(next, found))
    return found
  }
  const frame = closureOf('index.html')
  return new Set(
    [...closureOf('src/features/notifications/bell.tsx')].filter(
      (file) => !frame.has(file) && !/\/chat-[\w-]+\.js$/.test(file),
    ),
  )
}

/** The chat client alone with its dependencies, bundled like the web app. */
export async function weighChatClient() {
  const web = createRequire(join(root, 'apps/web/package.json'))
  const { build } = await import(pathToFileURL(web.resolve('vite')).href)
  const entry = 'virtual:chat-client'
  const { output } = await build({
    root: join(root, 'apps/web'),
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['fettle-source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'chat-client',
        resolveId: (id) => (id === entry ? join(root, 'apps/web/chat-client.js') : undefined),
        load: (id) =>
          id.endsWith('/chat-client.js')
            ? "export { createChatClient, createMessageId, socketTransport } from '@fettle/chat-client'"
            : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  const bytes = gzipSync(output.map(({ code = '' }) => code).join(''), { level: 9 }).length
  return {
    what: 'chat client with its transport',
    bytes,
    most: budget.chatClientGzip,
    ok: bytes <= budget.chatClientGzip,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(dist, 'pages.json'))) throw new Error('The web app is not built. Run: npm run build')
  const rows = [...weigh(), await weighChatClient()]
  for (const { what, bytes, most, ok } of rows) {
    if (ok && !process.argv.includes('--all') && most > 0 && bytes < most * 0.9) continue
    if (ok && most === 0) continue
    console.log(`${ok ? '  ' : '✗ '}${what.padEnd(42)} ${String(bytes).padStart(7)} of ${most}`)
  }
  const broken = rows.filter(({ ok }) => !ok).length
  console.log(`${rows.length} limits, ${broken} broken`)
  if (broken > 0) process.exitCode = 1
}
