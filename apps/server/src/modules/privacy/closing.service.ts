import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { ProviderActor } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { redactProvider } from '../../platform/db/domain-events.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  eraseIdentity,
  listToClose,
  lockOwnAccount,
  postponeClosing,
  requireStepUp,
  startClosing,
} from '../auth/index.ts'
import { deleteAvailability } from '../availability/index.ts'
import { checklistTemplates, countOpenBookings } from '../bookings/index.ts'
import { deleteCalendars } from '../calendar/index.ts'
import type { ChatService } from '../channels/index.ts'
import { contractTemplates, countOpenContracts } from '../contracts/index.ts'
import { deleteNotesOf } from '../customers/index.ts'
import { deleteDocumentsOf } from '../documents/index.ts'
import { hasUnpaidEarnings } from '../earnings/index.ts'
import { deleteNotificationsOf } from '../notifications/index.ts'
import { countAcceptedOffers, deletePriceBook, offerTemplates } from '../offers/index.ts'
import { clearProfile } from '../profile/index.ts'
import { deleteQuickRepliesOf } from '../quick-replies/index.ts'
import { deleteReferralsOf } from '../referrals/index.ts'
import { deleteReviewsOf } from '../reviews/index.ts'
import { countOpenSeries } from '../series/index.ts'
import { deleteTicketsOf } from '../support/index.ts'
import { deleteFile, listOwned, purgeBytes } from '../uploads/index.ts'
import * as rules from './privacy.rules.ts'
import * as store from './privacy.store.ts'

const CLOSE_JOB = 'privacy.close-account'
const ERASE_JOB = 'privacy.erase'
const CLOSED_NAME = { firstName: 'Closed', lastName: 'account' }
const nameOfClosed = `${CLOSED_NAME.firstName} ${CLOSED_NAME.lastName}`

/** External services that hold a provider's data. */
interface ExternalStores {
  chat: Pick<ChatService, 'deleteUser'>
  inbox: Pick<NotificationService, 'deleteSubscriber'>
}

/** Handles the jobs that close an account and erase it from other services. */
export function handleClosing(deps: Deps, { chat, inbox }: ExternalStores): void {
  deps.jobs.handle<{ id: string }>(CLOSE_JOB, ({ id }) => deps.db.transaction((tx) => eraseAccount(deps, tx, id)))
  deps.jobs.handle<{ id: string }>(ERASE_JOB, async ({ id }) => {
    await chat.deleteUser(id)
    await inbox.deleteSubscriber(id)
  })
}

/** Signs every device out and schedules closing in thirty days, unless the owner signs in before. */
export async function closeAccount(
  deps: Deps,
  actor: ProviderActor,
  reason: string | undefined,
): Promise<{ closesAt: string }> {
  const { db, clock } = deps
  await requireStepUp(deps, db, actor)
  return db.transaction(async (tx) => {
    // Waits for running requests and blocks new ones, so that the check is complete.
    await lockOwnAccount(tx, actor)
    rules.assertNothingOpen(await listOpen(deps, tx, actor.id))
    const closesAt = new Date(clock.now().getTime() + rules.CLOSING_GRACE_MS)
    await startClosing(deps, tx, actor.id, { closesAt, reason: reason ?? null })
    return { closesAt: closesAt.toISOString() }
  })
}

/** What keeps an account from closing. */
async function listOpen(deps: Deps, tx: Tx, id: string): Promise<rules.OpenThing[]> {
  const bookings = await countOpenBookings(tx, id)
  const series = await countOpenSeries(tx, id)
  const offers = await countAcceptedOffers(tx, id)
  const contracts = await countOpenContracts(tx, id)
  const hasMoney = await hasUnpaidEarnings(deps, tx, id)
  const all: rules.OpenThing[] = [
    { text: 'OPEN_BOOKINGS', what: bookings === 1 ? 'open booking' : 'open bookings', count: bookings },
    { text: 'OPEN_SERIES', what: series === 1 ? 'recurring booking' : 'recurring bookings', count: series },
    { text: 'OPEN_OFFERS', what: offers === 1 ? 'accepted offer' : 'accepted offers', count: offers },
    { text: 'OPEN_CONTRACTS', what: contracts === 1 ? 'open contract' : 'open contracts', count: contracts },
    { text: 'OPEN_BALANCE', what: 'balance that is not paid out', count: hasMoney ? 1 : 0 },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Closes accounts whose time has passed: one job per account, so that a failing one does not block others. */
export async function closeDueAccounts({ clock, db, jobs }: Deps): Promise<void> {
  for (const id of await listToClose(db, clock.now()))
    await jobs.add(db, CLOSE_JOB, { id }, { key: `${CLOSE_JOB}:${id}` })
}

/**
 * Erases an account that is still to be closed. Shared records stay, without personal data. What was opened meanwhile,
 * such as the money of a returned payout, puts closing off: the account stays hidden, and its bank details known.
 */
async function eraseAccount(deps: Deps, tx: Tx, id: string): Promise<void> {
  const open = await listOpen(deps, tx, id)
  if (open.length > 0) {
    const closesAt = new Date(deps.clock.now().getTime() + rules.CLOSING_GRACE_MS)
    return postponeClosing(deps, tx, id, { closesAt, open: rules.textsOf(open) })
  }
  if (!(await eraseIdentity(deps, tx, id, CLOSED_NAME))) return
  await deleteDocumentsOf(tx, id)
  await deleteReferralsOf(tx, id)
  await deleteQuickRepliesOf(tx, id)
  await deletePriceBook(tx, id)
  for (const templates of [offerTemplates, contractTemplates, checklistTemplates]) await templates.clear(tx, id)
  await deleteNotesOf(tx, id)
  await deleteReviewsOf(tx, id)
  await deleteNotificationsOf(tx, id)
  await deleteTicketsOf(tx, id)
  await deleteAvailability(tx, id)
  await deleteCalendars(tx, id)
  await clearProfile(tx, id, deps.clock.now())
  await redactProvider(tx, id, nameOfClosed)
  // Chat and inbox are separate services, so their erasure is retried until it succeeds.
  await deps.jobs.add(tx, ERASE_JOB, { id })
  for (const file of await listOwned(tx, id)) await deleteFile(deps, tx, file.id)
  const key = await store.deleteExport(tx, id)
  if (key) await purgeBytes(deps, tx, key)
}
