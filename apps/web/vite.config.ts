import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales } from '../../packages/i18n/src/locales.ts'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { devPages } from './build/dev-pages.ts'
import { emojiData } from './build/emoji-data.ts'
import { prunePreload } from './build/prune-preload.ts'
import { lightDates } from './build/light-dates.ts'
import { iconSubset } from './build/icon-subset.ts'
import { configPath, linguiMacro } from './build/lingui-macro.ts'

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
// Modules of every page and form. Fewer files mean less overhead, since file names do not compress.
const kit = new RegExp(
  `${web('lib/http/(api|parse-response|api-error|send-request|auto-logout|error-text)|lib/browser/(chat-app-key|storage|tab-storage)|lib/forms/form-drafts|lib/i18n/i18n|ui/(button|icons/glyphs|feedback/toast)|routing/paths').source}|vite[\\/]preload-helper|[\\/]clsx[\\/]`,
)
const forms = web('ui/forms/(field|password-input)|lib/forms/(after-press|problems)')
const signIn = web(
  'features/auth/(api|auth-state|go|store-session|model|use-lazy)|features/auth/components/(auth-page|lazy)|ui/feedback/queued-toast',
)
const signInForms = web('features/auth/(use-form|use-options)')

// Reading is needed on every screen; mutations and paging load with the screens that use them.
const vendor =
  /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]|@tanstack[\\/](query-core|react-query)[\\/](?!.*(mutationObserver|infiniteQueryObserver|queriesObserver|useMutation|useInfinite|useQueries|useSuspenseInf|useSuspenseQueries)\.js)/
// Modules shared by the first screens: each file more costs a round trip on a slow connection.
const frame = new RegExp(
  `${vendor.source}|@tanstack[\\/](query-core|react-query)[\\/].*(mutationObserver|useMutation)\\.js|${web('ui/(avatar|dates/(countdown|countdown-model)|feedback/(banner|empty-state|skeleton|status-chip)|icons/lucide-icon|layout/(card|page))|lib/browser/(announce|now|theme|title|unread)|routing/(conversation-path|route-table|loader)|lib/format/(dates|money)|lib/http/(use-online|query|session)|shared/profile/profile|shared/bookings/(service-types|booking-card)|shared/documents/labels').source}|icons[\\/](camera|chevron|calendar-days|clock|copy|ellipsis|file|file-text|check|inbox|messages-square|navigation|pin|plus|x)[-.]`,
)

// Small modules shared by several screens. As single files they would compete for six connections.
const parts = new RegExp(
  `${web('ui/(layout/data-list|forms/search-field|navigation/(filter-bar|tabs)|overlays/(dialog|menu|position-popover|popover))|lib/browser/(device-choice|media|use-last-value)|lib/offline/(key-value-store|device-queue|offline-queue)|lib/http/download|lib/format/(search-text|wall-time)').source}`,
)
// The chat connection, which every screen opens after loading and /messages at once.
const chat = new RegExp(
  `packages[\\/]chat-client|protocol[\\/]src[\\/](chat|common[\\/]limits)|${web('features/messages/(api|model|alerts/chat-toast|connection/(chat|credentials|device-storage))|features/messages/saved/store|features/messages/threads/store').source}`,
)
// Modules shared by the routes of bookings.
const bookings = web(
  'features/bookings/(api|booking-labels|model|offline/pending-chip|list/(bookings-cards|bookings-layout|bookings-list|bookings-rows|bookings-table|read-state|use-list-search-params))',
)
// Modules shared by the routes of offers.
const offers = web('features/offers/(api|model|list/offer-rows|labels)|shared/bookings/(cancel-labels|decline-labels)')
// Modules shared by the routes of contracts; document lists are a chunk of their own.
const contracts = web(
  'features/contracts/(api|model|list/contract-rows|progress-bar|labels)|shared/cards/contract-chip',
)
const documentLists = web('shared/document-lists/(document-lists|documents-list|use-document-list-params)')

/** Chunk of a translated catalogue: `locales/fr/web.po` is in `catalogue-fr`. */
function catalogueName(file: string): string | undefined {
  const locale = /[\\/]locales[\\/](\w+)[\\/]\w+\.po$/.exec(file)?.[1]
  return locale && `catalogue-${locale}`
}

const router = join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production')
const routerInProduction = [
  { find: /^react-router$/, replacement: join(router, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    prunePreload(),
    emojiData(),
    iconSubset(),
    lightDates(locales),
    linguiMacro(),
    lingui({ configPath, failOnCompileError: true }),
    react(),
    tailwindcss(),
    devPages(),
  ],
  // Workspace packages are read from source, so the web app does not depend on their build output.
  resolve: {
    conditions: ['fettle-source', ...defaultClientConditions],
    // The package's exports offer only its development build.
    alias: command === 'build' ? routerInProduction : [],
  },
  ssr: { resolve: { conditions: ['fettle-source', ...defaultServerConditions] }, noExternal: true },
  build: {
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: {
      polyfill: false,
      // The HTML of a sign-in page lists all its files, and it loads no other page.
      resolveDependencies: (_, files, { hostId }) =>
        /auth-[\w-]+\.js$/.test(hostId) ? files.filter((file) => file.endsWith('.css')) : files,
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { app: 'index.html', auth: 'auth.html', gallery: 'gallery.html', offline: 'offline.html' },
      output: {
        codeSplitting: {
          groups: [
            // One file per language: the areas of its translations are always loaded together.
            { name: catalogueName, debugName: 'catalogue', priority: 30 },
            // Without HTTP/2 browsers load six files at a time, so the first screen consists of few.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@lingui)[\\/]/, priority: 20 },
            // Plain data that every screen needs some of. In another group it would bring that group to sign-in.
            {
              name: 'calls',
              test: /protocol[\\/]src[\\/]\w+[\\/](calls|constants|flow|upload-rules)\.ts$/,
              priority: 13,
            },
            { name: 'kit', test: kit, priority: 12 },
            { name: 'frame', test: frame, priority: 10 },
            { name: 'forms', test: forms, priority: 8 },
            { name: 'sign-in', test: signIn, priority: 7 },
            { name: 'sign-in-forms', test: signInForms, priority: 6 },
            // A group includes the dependencies of its modules that no earlier group has.
            { name: 'parts', test: new RegExp(`${parts.source}|lucide-react`), priority: 3, minShareCount: 2 },
            { name: 'chat', test: chat, priority: 2 },
            // Markup of messages and articles, apart so that help does not load the chat.
            { name: 'markup', test: web('lib/format/markup'), priority: 3 },
            { name: 'document-lists', test: documentLists, priority: 2 },
            { name: 'bookings', test: bookings, priority: 1 },
            { name: 'offers', test: offers, priority: 1 },
            { name: 'contracts', test: contracts, priority: 1 },
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
