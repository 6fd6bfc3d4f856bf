import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales } from '../../packages/protocol/src/common/locales.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { devPages } from './build/dev-pages.ts'
import { emojiData } from './build/emoji-data.ts'
import { prunePreload } from './build/prune-preload.ts'
import { lightDates } from './build/light-dates.ts'
import { iconSubset } from './build/icon-subset.ts'
import { linguiMacro } from './build/lingui-macro.ts'
import { stripSchemas } from './build/strip-schemas.ts'
import { splitCatalogs } from './build/split-catalogs.ts'

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
  `${web('lib/http/(api|parse-response|api-error|send-request|auto-logout|error-text)|lib/browser/(chat-app-key|storage|tab-storage)|lib/forms/form-drafts|lib/i18n/i18n|ui/(button|glyphs|toast)|routing/paths').source}|vite[\\/]preload-helper|[\\/]clsx[\\/]`,
)
const forms = web('ui/(field|password-input)|lib/forms/(after-press|problems)')
const signIn = web(
  'features/auth/(api|auth-state|go|store-session|model|use-lazy)|features/auth/components/(auth-page|lazy)|ui/queued-toast',
)
const signInForms = web('features/auth/(use-form|use-options)')

// Reading is what every screen does; what writes and pages comes with the screens that do.
const vendor =
  /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]|@tanstack[\\/](query-core|react-query)[\\/](?!.*(mutationObserver|infiniteQueryObserver|queriesObserver|useMutation|useInfinite|useQueries|useSuspenseInf|useSuspenseQueries)\.js)/
// What the first screens of the app share: every file more is a round trip more on a slow line.
const frame = new RegExp(
  `${vendor.source}|@tanstack[\\/](query-core|react-query)[\\/].*(mutationObserver|useMutation)\\.js|${web('ui/(avatar|banner|card|countdown|countdown-model|empty-state|lucide-icon|page|skeleton|status-chip)|lib/browser/(announce|now|theme|title|unread)|routing/(conversation-path|route-table|loader)|lib/format/(dates|money)|lib/http/(use-online|query|session)|shared/profile/profile|shared/(service-types|booking-card)|shared/documents/labels').source}|virtual:sentences-of-app|icons[\\/](camera|chevron|calendar-days|clock|copy|ellipsis|file|file-text|check|inbox|messages-square|navigation|pin|plus|x)[-.]|protocol-facts[\\/](bookings:listBookings|common[\\/]fields:serviceTypes)`,
)

// Small pieces several screens share. Each as a file of its own would take its turn on one of six connections.
const parts = new RegExp(
  `${web('ui/(data-list|dialog|filter-bar|menu|position-popover|popover|search-field|tabs)|lib/browser/(device-choice|media|use-last-value)|lib/offline/(key-value-store|device-queue|offline-queue)|lib/http/download|lib/format/(search-text|wall-time)').source}|protocol-facts[\\/]workspace[\\/]channels:createChannel`,
)
// The chat's line, which every screen opens a moment later and /messages at once.
const chat = new RegExp(
  `packages[\\/]chat-client|protocol[\\/]src[\\/](chat|common[\\/]limits)|${web('features/messages/(api|chat|credentials|device-storage|model|chat-toast)|features/messages/saved/store|features/messages/threads/store').source}`,
)
// What both addresses of the bookings are made of.
const bookings = web(
  'features/bookings/(api|booking-labels|bookings-cards|bookings-layout|bookings-list|bookings-rows|bookings-table|model|pending-chip|read-state|use-list-search-params)',
)
// What both addresses of the offers are made of.
const offers = web('features/offers/(api|model|offer-rows|labels)|shared/(cancel-labels|decline-labels)')
// And of the contracts; what lists both stands by itself.
const contracts = web('features/contracts/(api|contract-rows|model|progress-bar|labels)|shared/contract-chip')
const papers = web('shared/document-lists/(document-lists|documents-list|use-document-list-params)')

const router = join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production')
const routerInProduction = [
  { find: /^react-router$/, replacement: join(router, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    prunePreload(),
    stripSchemas(),
    emojiData(),
    iconSubset(),
    lightDates(locales),
    linguiMacro(),
    splitCatalogs(locales),
    react(),
    tailwindcss(),
    devPages(),
  ],
  // Workspace packages are read from their source, so the web needs none of their build output.
  resolve: {
    conditions: ['fettle-source', ...defaultClientConditions],
    // The package's exports know only its development build, warnings and all.
    alias: command === 'build' ? routerInProduction : [],
  },
  ssr: { resolve: { conditions: ['fettle-source', ...defaultServerConditions] }, noExternal: true },
  build: {
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: {
      polyfill: false,
      // The HTML of a sign-in page names all it is made of, and it fetches no other page.
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
            // Without a proxy that speaks HTTP/2 six files travel at a time, so the first screen is made of few.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@lingui)[\\/]/, priority: 20 },
            { name: 'kit', test: kit, priority: 12 },
            { name: 'frame', test: frame, priority: 10 },
            { name: 'forms', test: forms, priority: 8 },
            { name: 'sign-in', test: signIn, priority: 7 },
            { name: 'sign-in-forms', test: signInForms, priority: 6 },
            // A group takes along what its modules import and no group above it has.
            { name: 'parts', test: new RegExp(`${parts.source}|lucide-react`), priority: 3, minShareCount: 2 },
            { name: 'chat', test: chat, priority: 2 },
            // What is written in messages and in articles: apart, so that help does not bring the chat along.
            { name: 'markup', test: web('lib/format/markup'), priority: 3 },
            { name: 'papers', test: papers, priority: 2 },
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
