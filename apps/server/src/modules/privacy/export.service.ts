import { promisify } from 'node:util'
import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import type { DataExport } from '@fettle/protocol/accounts/privacy'
import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import { zip, type AsyncZippable } from 'fflate'
import { writeTexts } from '../../platform/locale/messages.ts'
import type { ProviderActor } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import { signalChange } from '../../platform/signal-change.ts'
import { findAccount, listSecondFactorsOf, listSessionsOf, requireStepUp } from '../auth/index.ts'
import { listAllHours } from '../availability/index.ts'
import { checklistTemplates, listAllBookings } from '../bookings/index.ts'
import { listCalendars } from '../calendar/index.ts'
import { listConversations, type ChatService } from '../channels/index.ts'
import { listAllNotes } from '../customers/index.ts'
import { listDocuments } from '../documents/index.ts'
import { contractTemplates, listAllContracts } from '../contracts/index.ts'
import { listAllEarnings } from '../earnings/index.ts'
import { listAllInvoices } from '../invoices/index.ts'
import { listAllNotifications } from '../notifications/index.ts'
import { listAllOffers, listPriceBook, offerTemplates } from '../offers/index.ts'
import { getProfile } from '../profile/index.ts'
import { listAllDisputes } from '../disputes/index.ts'
import { listAllReviews } from '../reviews/index.ts'
import { listAllSeries } from '../series/index.ts'
import { listReplies } from '../quick-replies/index.ts'
import { getReferrals } from '../referrals/index.ts'
import { listAllTickets } from '../support/index.ts'
import { listOwned } from '../uploads/index.ts'
import * as rules from './privacy.rules.ts'
import * as store from './privacy.store.ts'
import { privacyMessages } from './privacy.messages.ts'

/** Packs files by their names, in threads of its own. */
const pack = promisify<AsyncZippable, { mtime: Date }, Uint8Array>(zip)

const textOf = createMessages('mail', privacyMessages)

const EXPORT_JOB = 'privacy.export'

/** Data that other services store about a provider. */
interface ExternalSources {
  chat: ChatService
  inbox: Pick<NotificationService, 'listPreferences'>
}

interface Request {
  providerId: string
  requestedAt: string
  /** File of the export before. */
  replacedKey?: string | undefined
}

export async function getExport(deps: Deps, actor: Pick<ProviderActor, 'id'>): Promise<DataExport> {
  const row = await store.findExport(deps.db, actor.id)
  const url = (key: string) => deps.files.signedUrl(key, { name: 'fettle-data.zip' })
  return rules.toExport(row, url, deps.clock.now())
}

/** Starts an export of everything stored about a provider. */
export async function requestExport(deps: Deps, actor: ProviderActor): Promise<DataExport> {
  const { db, clock, jobs } = deps
  await requireStepUp(deps, db, actor)
  await db.transaction(async (tx) => {
    const now = clock.now()
    await store.lockProvider(tx, actor.id)
    const before = await store.findExport(tx, actor.id)
    rules.assertMayExport(before, now)
    await store.startExport(tx, actor.id, now)
    const replacedKey = before?.key ?? undefined
    await jobs.add(tx, EXPORT_JOB, {
      providerId: actor.id,
      requestedAt: now.toISOString(),
      replacedKey,
    } satisfies Request)
  })
  return getExport(deps, actor)
}

/**
 * Registers the job that packs a requested data export and mails its link. The file of a request that was replaced
 * meanwhile is removed.
 */
export function handleExports(deps: Deps, sources: ExternalSources): void {
  const { db, files, clock, jobs, outbox, config, signal } = deps
  jobs.handle<Request>(EXPORT_JOB, async ({ providerId, requestedAt, replacedKey }) => {
    if (replacedKey) await files.remove(replacedKey)
    // The same for each attempt, so that one that ended early leaves no file that nobody knows.
    const key = `export/${providerId}-${Date.parse(requestedAt)}.zip`
    // A run whose process ended right after it was recorded is repeated.
    if ((await store.findExport(db, providerId))?.key === key) return
    const account = await findAccount(db, providerId)
    if (!account) return files.remove(key)
    const data = await collectData(deps, sources, {
      id: providerId,
      name: account.firstName,
      locale: account.locale,
    })
    const bytes = Buffer.from(await pack(data, { mtime: clock.now() }))
    await files.put(key, bytes, 'application/zip')
    const isWanted = await db.transaction(async (tx) => {
      const facts = { providerId, requestedAt, key, size: bytes.length, now: clock.now() }
      if (!(await store.finishExport(tx, facts))) return false
      const text = (part: 'subject' | 'text' | 'button') =>
        textOf(account.locale, { code: `privacy.export.${part}`, params: { days: rules.EXPORT_RETENTION_DAYS } })
      await outbox.send(tx, {
        channel: 'EMAIL',
        to: account.email,
        ...renderMail({
          locale: account.locale,
          subject: text('subject'),
          firstName: account.firstName,
          paragraphs: [text('text')],
          action: { label: text('button'), url: `${config.origin}/profile?section=data` },
        }),
      })
      signalChange({ signal }, tx, providerId, { type: 'export', id: providerId })
      return true
    })
    if (!isWanted && (await store.findExport(db, providerId))?.key !== key) await files.remove(key)
  })
}

/** Deletes expired exports. A key is forgotten once its file is gone, so that a failed removal is tried again. */
export async function deleteOldExports({ db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<void> {
  for (const key of await store.listOldExports(db, new Date(clock.now().getTime() - rules.EXPORT_RETENTION_MS))) {
    await files.remove(key)
    await store.forgetFile(db, key)
  }
}

async function collectData(
  deps: Deps,
  { chat, inbox }: ExternalSources,
  me: { id: string; name: string; locale: Locale },
): Promise<Record<string, Uint8Array>> {
  const { db, files } = deps
  const ownedFiles = await listOwned(db, me.id)
  const parts: Record<string, unknown> = {
    profile: await getProfile(deps, me),
    sessions: await listSessionsOf(deps, me.id),
    'second-factors': await listSecondFactorsOf(deps, me.id),
    documents: await listDocuments(deps, me),
    referrals: await getReferrals(deps, me),
    availability: await listAllHours(deps, me),
    calendars: await listCalendars(deps, me.id),
    'price-book': await listPriceBook(deps, me.id),
    'offer-templates': await offerTemplates.list(deps, me.id),
    'contract-templates': await contractTemplates.list(deps, me.id),
    'checklist-templates': await checklistTemplates.list(deps, me.id),
    'quick-replies': await listReplies(deps, me.id),
    'customer-notes': await listAllNotes(db, me.id),
    bookings: await listAllBookings(deps, me),
    series: await listAllSeries(deps, me.id),
    offers: await listAllOffers(deps, me),
    contracts: await listAllContracts(deps, me),
    invoices: await listAllInvoices(deps, me.id),
    reviews: await listAllReviews(deps, me.id),
    disputes: await listAllDisputes(deps, me),
    earnings: await listAllEarnings(deps, me.id),
    tickets: await listAllTickets(deps, me.id),
    conversations: await listConversations(db, chat, me.id),
    'scheduled-messages': await chat.listScheduled(me.id),
    notifications: await listAllNotifications(db, me.id, me.locale),
    'notification-preferences': await inbox.listPreferences(me.id),
    history: await store.historyOf(db, me.id),
    files: ownedFiles.map(({ id, name, purpose, mime, size, createdAt }) => ({
      id,
      name,
      purpose,
      mime,
      size,
      createdAt,
    })),
  }
  const contents: Record<string, Uint8Array> = {}
  for (const [name, part] of Object.entries(parts))
    contents[`${name}.json`] = Buffer.from(`${JSON.stringify(writeTexts(me.locale, part), null, 2)}\n`)
  let total = 0
  for (const { id, key, name, size } of ownedFiles) {
    if (total + size > rules.EXPORT_FILES_LIMIT_BYTES) continue
    const bytes = await files.get(key)
    if (!bytes) continue
    total += size
    contents[`files/${id} ${name}`] = bytes
  }
  return contents
}
