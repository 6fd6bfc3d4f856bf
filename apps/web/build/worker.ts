import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'

/** One file the service worker precaches. A hashed name needs no revision. */
interface PrecacheEntry {
  url: string
  revision: string | null
}

// Cached on first use instead: what needs a connection anyway, and what is too large for everybody. The offer editor is
// precached where there are offers to write (features/offers/drafts/offline-feature.ts), the contract screens where a contract
// is running. Of support, only help articles can be read offline.
const excludedFromPrecache =
  /emoji|(?:offers|contracts)\/(?!offline-feature\.ts)|novu|reviews\/|disputes\/|support\/(?!offline-feature|support\.screen|article\.screen)|messages\/(?!messages[.-]|conversation\/conversation)|notifications\/|profile\/|earnings\/|invoices\/|onboarding\/|features\/auth\/|entries\/gallery|protocol\/src\/i18n|\.po$|google/i

/** Manifest keys of precached modules: the app shell, the offline screens and what they load later. */
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

/** Precached files. Translations are cached by the pages that use them. */
export function precacheFiles(manifest: Manifest): string[] {
  const files = new Set(precacheKeys(manifest).flatMap((key) => manifest[key]?.file ?? []))
  const font = Object.values(manifest).find(({ file }) => file.endsWith('.woff2'))
  return [...files, ...(font ? [font.file] : [])]
}

/** Builds the service worker into `dist/sw.js`, with the list of files to precache. */
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
