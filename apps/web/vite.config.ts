import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { devPages } from './build/dev-pages.ts'
import { leanPreload } from './build/lean-preload.ts'
import { lightIcons } from './build/light-icons.ts'
import { linguiMacro } from './build/lingui-macro.ts'
import { protocolFacts } from './build/protocol-facts.ts'
import { sentences } from './build/sentences.ts'
import { locales } from './src/lib/i18n.ts'

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

const web = (path: string) => new RegExp(`apps/web/src/(${path})\\.tsx?$`.replaceAll('/', '[\\\\/]'))
// What every page has, what every form has: fewer files, and a file's name is the
// part of a page that does not compress.
const kit = new RegExp(
  `${web('lib/(api|api-answer|api-error|api-send|auto-logout|drafts|i18n|storage|tab-storage)|ui/(button|glyphs|toast)|app/paths').source}|vite[\\/]preload-helper|protocol-facts[\\/](auth|fields)$|[\\/]clsx[\\/]`,
)
const forms = web('ui/(field|password-input)|lib/(after-press|error-text|problems)')
const signIn = web('features/auth/(api|auth-state|go|model|parts/auth-page|parts/complaints|use-later)|lib/flash')
const signInForms = web('features/auth/(use-form|use-options|parts/strength)')

// Reading is what every screen does; what writes and pages comes with the screens that do.
const query = /@tanstack[\\/](query-core|react-query)[\\/](?!.*(mutationObserver|infiniteQueryObserver|queriesObserver|useMutation|useInfinite|useQueries|useSuspenseInf|useSuspenseQueries)\.js)/

const router = join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production')
const routerInProduction = [
  { find: /^react-router$/, replacement: join(router, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [leanPreload(), protocolFacts(), lightIcons(), linguiMacro(), sentences(locales), react(), tailwindcss(), devPages()],
  // Workspace packages are read from their source, so the web needs none of their build output.
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // The package's exports know only its development build, warnings and all.
    alias: command === 'build' ? routerInProduction : [],
  },
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
            { name: 'kit', test: kit, priority: 5 },
            { name: 'forms', test: forms, priority: 5 },
            { name: 'sign-in', test: signIn, priority: 6 },
            { name: 'sign-in-forms', test: signInForms, priority: 5 },
            { name: 'query', test: query, priority: 10 },
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
