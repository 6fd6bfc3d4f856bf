import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest, type Plugin, type ResolvedConfig } from 'vite'
import type { PrecacheEntry } from 'workbox-precaching'
import { notFoundScreen, routeTable, screenSource } from '../src/routing/route-table.ts'
import { readManifest, type PageEntry } from './pages.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Files of the screens that open offline, with what they and their feature load later, and of the app's frame. */
function offlineFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  for (const { screen, ...route } of routeTable) {
    if (!('offline' in route)) continue
    const ownFolder = `src/features/${screen.split('/')[0]}/`
    const seen = new Set<string>()
    const visit = (key: string): void => {
      const chunk = manifest[key]
      if (!chunk || seen.has(key)) return
      seen.add(key)
      files.add(chunk.file)
      chunk.imports?.forEach(visit)
      chunk.dynamicImports?.filter((name) => name.startsWith(ownFolder) || name.startsWith('src/ui/')).forEach(visit)
    }
    ;['index.html', screenSource(screen), screenSource(notFoundScreen)].forEach(visit)
  }
  return files
}

/** The files the service worker precaches: the app's frame, the screens that open offline, their pages and the font. */
function precachedFiles(): PrecacheEntry[] {
  const offline = offlineFiles(readManifest())
  const assets = readdirSync(join(dist, 'assets'))
    .map((file) => `assets/${file}`)
    .filter((file) => file.endsWith('.woff2') || (file.endsWith('.js') && offline.has(file)))
  const { pages } = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as { pages: PageEntry[] }
  const fallbacks = pages.filter(({ path, locale }) => locale === 'en' && ['/shell', '/offline'].includes(path))
  return [
    // The name of an asset has its version.
    ...assets.sort().map((file) => ({ url: `/${file}`, revision: null })),
    ...fallbacks.map(({ path, html }) => ({
      url: path,
      revision: hash('sha256', readFileSync(join(dist, html))).slice(0, 32),
    })),
  ]
}

const buildServiceWorker = ({ resolve: { conditions }, build: { target } }: ResolvedConfig) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { 'self.__WB_MANIFEST': JSON.stringify(precachedFiles()) },
    resolve: { conditions },
    build: {
      target,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/worker/sw.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })

/** Builds the service worker with the list of files that it precaches, once the pages are written. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'fettle-service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      async handler() {
        await buildServiceWorker(config)
      },
    },
  }
}
