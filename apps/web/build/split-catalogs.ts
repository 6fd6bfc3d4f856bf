import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { authTable, pageSourceOf } from '../src/routing/auth-table.ts'
import { notFoundScreen, routeTable, screenSource } from '../src/routing/route-table.ts'

const web = join(import.meta.dirname, '..')
const CATALOG_PREFIX = 'virtual:sentences/'
const TERMS = 'auth/terms'
/**
 * The index contains English messages inline. Other languages are separate files, since most people read one language.
 */
const index = /^\0virtual:sentences-(?:of-(app|auth|terms)|index\/(app|auth|terms)\/(\w+))$/
const partFilters: Record<string, (part: CatalogPart) => boolean> = {
  app: ({ name }) => !name.startsWith('auth/'),
  auth: ({ name }) => name.startsWith('auth/') && name !== TERMS,
  terms: ({ name }) => name === TERMS,
}

/** A lazily loaded part of the app and the modules it consists of. */
interface CatalogPart {
  name: string
  from: readonly string[]
  /** Parts that are always loaded before this one. */
  after?: string
}

const lazyParts = [
  'src/features/notifications/bell.tsx',
  'src/features/messages/background.tsx',
  'src/features/bookings/offline/background.tsx',
  // The panels beside a conversation, and the reminder dialog.
  'src/features/messages/conversation/panels/side-panels.tsx',
  'src/features/messages/saved/remind-dialog.tsx',
  'src/features/messages/list/more-views.tsx',
  'src/features/messages/list/shortcuts-dialog.tsx',
  'src/features/messages/share/share.tsx',
  // Parts of the bookings that most visits do not need.
  'src/features/bookings/detail/booking-more.tsx',
  'src/features/bookings/calendar/calendar.tsx',
  'src/features/bookings/detail/review-section.tsx',
  'src/features/bookings/chat-card/chat-card.tsx',
  'src/features/bookings/list/list-extras.tsx',
  'src/features/invoices/chat-card.tsx',
  'src/features/bookings/sheets/new-booking.tsx',
  'src/features/bookings/sheets/sheets.tsx',
  'src/features/bookings/work/work-sections.tsx',
  // Dashboard parts below the fold or opened from it.
  'src/features/dashboard/charts/charts.tsx',
  'src/features/dashboard/kpi-sheet.tsx',
  // One tab is shown at a time.
  'src/features/profile/availability/availability-tab.tsx',
  'src/features/profile/data/data-tab.tsx',
  'src/features/profile/documents/documents-tab.tsx',
  'src/features/profile/invite/invite-tab.tsx',
  'src/features/profile/notifications/notifications-tab.tsx',
  'src/features/profile/price-book/price-book-tab.tsx',
  'src/features/profile/quick-replies/quick-replies-tab.tsx',
  'src/features/profile/security/security-tab.tsx',
  'src/shared/disputes/open-dispute.tsx',
  'src/shared/other-job/other-job-dialog.tsx',
  // Writing, reading and ending an offer; most visits do one of them.
  'src/features/offers/chat-card/chat-card.tsx',
  'src/features/offers/drafts/offline-feature.ts',
  'src/features/offers/editor/editor.tsx',
  'src/features/offers/drafts/new-offer.tsx',
  'src/features/offers/detail/offer-document.tsx',
  'src/features/offers/detail/revision-dialog.tsx',
  'src/features/offers/sheets/sheets.tsx',
  // Writing, reading and signing, running and ending a contract; each happens at another time.
  'src/features/contracts/chat-card/chat-card.tsx',
  'src/features/contracts/offline-feature.ts',
  'src/features/contracts/detail/review-section.tsx',
  'src/features/contracts/editor/editor.tsx',
  'src/features/contracts/new-contract.tsx',
  'src/features/contracts/running/running.tsx',
  'src/features/contracts/sheets/sheets.tsx',
  'src/features/contracts/sign/signing.tsx',
]
const screens = [...new Set([...routeTable.map(({ screen }) => screen), notFoundScreen])]

export const parts: readonly CatalogPart[] = [
  { name: 'shell', from: ['src/entries/app.tsx'] },
  ...screens.map((screen) => ({ name: screen, from: [screenSource(screen)], after: 'shell' })),
  ...lazyParts.map((file) => ({
    name: file.replace(/^src\/(features\/)?|\.tsx?$/g, ''),
    from: [file],
    after: 'shell',
  })),
  ...authTable.map(({ page }) => ({ name: page, from: ['src/entries/auth.tsx', pageSourceOf(page)] })),
  // Most sites have no terms, so their text is not part of the sign-up page.
  { name: TERMS, from: ['src/features/auth/components/terms.tsx'], after: 'auth/register.page' },
  { name: 'gallery', from: ['src/entries/gallery.tsx'] },
]

const roots = new Set(parts.flatMap(({ from }) => from))

/** Finds the message ids the macros leave in code: `id: "aB3/x+"`. */
export const messageIdsIn = (code: string): string[] =>
  [...code.matchAll(/\bid:\s*(["'`])([\w+/]{6})\1/g)].map(([, , id = '']) => id)

type Graph = (file: string) => { code: string | null; imports: readonly string[] } | undefined

/**
 * Lists the messages that `from` can show: those of its modules and of modules it loads later, without those of other
 * parts.
 */
export function messageIdsOf(from: readonly string[], graph: Graph): Set<string> {
  const seen = new Set<string>()
  const ids = new Set<string>()
  const visit = (file: string, isRoot: boolean): void => {
    if (seen.has(file) || (!isRoot && roots.has(file))) return
    seen.add(file)
    const module = graph(file)
    messageIdsIn(module?.code ?? '').forEach((id) => ids.add(id))
    module?.imports.forEach((next) => visit(next, false))
  }
  from.forEach((file) => visit(file, true))
  return ids
}

const graphOf =
  (context: Rollup.PluginContext): Graph =>
  (file) => {
    const module = context.getModuleInfo(file.startsWith('src/') ? join(web, file) : file)
    if (!module || /node_modules/.test(module.id)) return undefined
    const imports = [...module.importedIds, ...module.dynamicallyImportedIds].map((id) => {
      const name = relative(web, id).replace(/\\/g, '/')
      return name.startsWith('src/') ? name : id
    })
    return { code: module.code, imports }
  }

async function translations(locale: string): Promise<Record<string, string>> {
  const config = getConfig({ cwd: join(web, '../../packages/i18n') })
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('Lingui found no catalog')
  const { messages } = await catalog.getTranslations(locale, { fallbackLocales: {}, sourceLocale: 'en' })
  return messages
}

function compiled(locale: string, messages: Record<string, string>): string {
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
  if (errors.length > 0) throw new Error(errors.map(({ error }) => error.message).join('\n'))
  return source
}

/**
 * Provides `virtual:sentences-of-…`: the messages each part of the app can show, in each language. They are computed
 * from the module graph, so there is no list to maintain. During development every part gets all messages.
 */
export function splitCatalogs(locales: readonly string[]): Plugin {
  let isBuild = false
  const known = parts.filter(({ from }) => from.every((file) => existsSync(join(web, file))))
  const placeholder = (part: string, locale: string) => `__SENTENCES:${locale}:${part}__`
  const wordsOf = async (id: string): Promise<string> => {
    const [locale = 'en', ...rest] = id.slice(CATALOG_PREFIX.length + 1).split('/')
    // `all` is used by the pages that are rendered at build time.
    if (!isBuild || rest[0] === 'all') return compiled(locale, await translations(locale))
    return `export const messages = JSON.parse("${placeholder(rest.join('/'), locale)}")`
  }
  return {
    name: 'fettle-sentences',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: { filter: { id: /^virtual:sentences/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:sentences/ },
      async handler(id) {
        const [isIndex, inEnglish, inOther, locale = 'en'] = index.exec(id) ?? []
        const area = inEnglish ?? inOther ?? ''
        const wanted = partFilters[area]
        if (isIndex && wanted) {
          const parts = known
            .filter(wanted)
            .map(({ name }) => `"${name}": () => import('${CATALOG_PREFIX}${locale}/${name}')`)
          const others = inEnglish
            ? locales.slice(1).map((other) => `${other}: () => import('virtual:sentences-index/${area}/${other}')`)
            : []
          return `export const sentences = { ${parts.join(',\n')} }
            export const others = { ${others.join(', ')} }`
        }
        return wordsOf(id)
      },
    },
    // Here the whole module graph is known and the hashed file name is not computed yet.
    async renderChunk(code) {
      const found = [...code.matchAll(/__SENTENCES:(\w+):([\w./-]+?)__/g)]
      if (found.length === 0) return null
      const graph = graphOf(this)
      let out = code
      for (const [mark, locale = 'en', name] of found) {
        const part = parts.find((candidate) => candidate.name === name)
        if (!part) throw new Error(`Unknown catalog part ${name}`)
        const before = parts.find((candidate) => candidate.name === part.after)
        const there = before ? messageIdsOf(before.from, graph) : new Set<string>()
        const all = await translations(locale)
        // Other objects have ids too; only ids in the catalog are messages.
        const own = [...messageIdsOf(part.from, graph)].filter((id) => !there.has(id) && all[id] !== undefined)
        const source = compiled(locale, Object.fromEntries(own.sort().map((id) => [id, all[id] ?? ''])))
        const json = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1] ?? '"{}"'
        out = out.replace(new RegExp(`(["'\`])${mark}\\1`), () => json)
      }
      return { code: out, map: null }
    },
  }
}
