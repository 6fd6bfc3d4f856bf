import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '../../../packages/protocol/src/common/locales.ts'
import { build, type Manifest } from 'vite'

/** One file the service worker fetches ahead. A hashed name needs no revision. */
interface PrecacheEntry {
  url: string
  revision: string | null
}

// What nobody needs without a connection, or is too heavy for everybody: kept from its first use. The sheet of an offer
// is fetched where there are offers to write (features/offers/offline-feature.ts), a contract where one is under way. Of support
// only the articles are read without a connection.
const excludedFromPrecache =
  /emoji|(?:offers|contracts)\/(?!offline-feature\.ts)|novu|reviews\/|disputes\/|support\/(?!offline-feature|support\.screen|article\.screen)|messages\/(?!messages[.-]|conversation\/conversation)|notifications\/|profile\/|earnings\/|invoices\/|onboarding\/|features\/auth\/|entries\/gallery|sentences\/(?!en\/)|protocol\/src\/i18n|sentences-index|en\/gallery|google/i

/** Every module of the app that is fetched ahead: the frame, the screens of the field and what they load later. */
function precacheKeys(manifest: Manifest): string[] {
  const keys = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || keys.has(key)) return
    keys.add(key)
    chunk.imports?.forEach(visit)
    chunk.dynamicImports?.filter((name) => !excludedFromPrecache.test(name)).forEach(visit)
  }
  visit('index.html')
  return [...keys]
}

const ENGLISH = 'virtual:sentences/en/'

/** The files of what is fetched ahead, in English. */
export function precacheFiles(manifest: Manifest): string[] {
  const files = new Set(precacheKeys(manifest).flatMap((key) => manifest[key]?.file ?? []))
  const font = Object.values(manifest).find(({ file }) => file.endsWith('.woff2'))
  return [...files, ...(font ? [font.file] : [])]
}

/** What of it says the same in other languages, by language: fetched by those who speak it. */
function precacheCatalogs(manifest: Manifest): Record<string, string[]> {
  const parts = precacheKeys(manifest).filter((key) => key.startsWith(ENGLISH))
  const wordsIn = (locale: string) =>
    [
      `virtual:sentences-index/app/${locale}`,
      ...parts.map((key) => key.replace(ENGLISH, `virtual:sentences/${locale}/`)),
    ].map((key) => `/${manifest[key]?.file}`)
  return Object.fromEntries(locales.map((locale) => [locale, locale === 'en' ? [] : wordsIn(locale)]))
}

/** Builds the service worker into `dist/sw.js`, with the list of what this build has to keep. */
export async function buildWorker({ root, dist, manifest }: { root: string; dist: string; manifest: Manifest }) {
  const revisionOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('base64url')
      .slice(0, 16)
  const kept: PrecacheEntry[] = [
    { url: '/shell', revision: revisionOf('pages/en/shell.html') },
    { url: '/offline', revision: revisionOf('pages/en/offline.html') },
    ...precacheFiles(manifest).map((file) => ({ url: `/${file}`, revision: null })),
  ]
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: {
      'self.KEPT': JSON.stringify(kept),
      'self.WORDS': JSON.stringify(precacheCatalogs(manifest)),
      'self.ENTRY': JSON.stringify(`/${manifest['index.html']?.file}`),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['chrome111', 'safari16.4', 'firefox114'],
      rolldownOptions: {
        input: 'src/worker/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
      },
    },
  })
}
