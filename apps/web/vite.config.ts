import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { devPages } from './build/dev-pages.ts'
import { linguiMacro } from './build/lingui-macro.ts'
import { protocolFacts } from './build/protocol-facts.ts'

const api = process.env['FETTLE_API'] ?? 'http://127.0.0.1:4310'
const served = [
  '/v2',
  '/chat',
  '/inbox',
  '/dev/outbox',
  '/dev/outbox.json',
  '/dev/notify',
  '/files',
  '/health',
  '/metrics',
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [protocolFacts(), linguiMacro(), lingui({ cwd: import.meta.dirname }), react(), tailwindcss(), devPages()],
  // Workspace packages are read from their source, so the web needs none of their build output.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] }, noExternal: true },
  build: {
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { app: 'index.html', auth: 'auth.html', gallery: 'gallery.html' },
      output: {
        codeSplitting: {
          groups: [
            // One cacheable file that the sign-in pages and the app share.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@lingui)[\\/]/, priority: 20 },
            { name: 'router', test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/, priority: 10 },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/, priority: 10 },
          ],
        },
      },
    },
  },
  server: {
    port: 4311,
    proxy: Object.fromEntries(served.map((path) => [path, { target: api, ws: true }])),
  },
})
