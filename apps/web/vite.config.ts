import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueOf } from './build/catalogues.ts'
import { compress } from './build/compress.ts'
import { devPages } from './build/dev-pages.ts'
import { emojiData } from './build/emoji-data.ts'
import { configPath, linguiMacro } from './build/lingui-macro.ts'
import { pages, skipLazyCode } from './build/pages.ts'
import { serviceWorker } from './build/service-worker.ts'
import { sharedChunk } from './build/shared-chunks.ts'

const api = process.env['FETTLE_API'] ?? 'http://127.0.0.1:4310'
const served = [
  '/v2',
  '/chat',
  '/demo',
  '/inbox',
  '/dev/outbox',
  '/dev/outbox.json',
  '/dev/notify',
  '/files',
  '/health',
  '/metrics',
]

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    emojiData(),
    linguiMacro(),
    lingui({ configPath, failOnCompileError: true }),
    react(),
    tailwindcss(),
    devPages(),
    skipLazyCode(),
    pages(),
    serviceWorker(),
    compress(),
  ],
  css: { transformer: 'lightningcss' },
  ssr: { noExternal: true },
  build: {
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      input: { app: 'index.html', auth: 'auth.html', gallery: 'gallery.html', offline: 'offline.html' },
      output: {
        codeSplitting: !isSsrBuild && {
          groups: [
            // The translations of a language: one file for the sign-in pages, one more for the app.
            { name: catalogueOf, debugName: 'catalogues', test: /\.po$/ },
            // What every page needs: React, and what the sign-in pages have in common with the app.
            { name: sharedChunk('shared'), debugName: 'shared', priority: 1 },
            // What the main screens have in common: apart, most of these modules are smaller than a request.
            { name: sharedChunk('app-shared'), debugName: 'app-shared' },
          ],
        },
      },
    },
  },
  server: {
    port: 4311,
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true }])),
  },
}))
