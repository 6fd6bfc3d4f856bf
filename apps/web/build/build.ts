import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { compressFolder } from './compress.ts'
import { writePages } from './pages.ts'
import { buildWorker } from './worker.ts'

process.env['NODE_ENV'] = 'production'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const prerendered = join(root, '.cache/prerender')

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: prerendered,
    manifest: false,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: 'src/entries/prerender.tsx', output: { codeSplitting: false } },
  },
})

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
const renderer = await import(pathToFileURL(join(prerendered, 'prerender.js')).href)
const pages = await writePages({ dist, manifest, renderer })
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`)
const home = pages.pages.find(({ path }) => path === '/')
writeFileSync(join(dist, 'warm.txt'), (home?.preload ?? []).map((file) => `/${file}\n`).join(''))
for (const template of ['index.html', 'auth.html', 'gallery.html', 'offline.html'])
  rmSync(join(dist, template), { force: true })
await buildWorker({ root, dist, manifest })
await compressFolder(dist)
