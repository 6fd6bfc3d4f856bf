import { isDeepStrictEqual } from 'node:util'
import type { createMarketplaceBooking, MarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import type { Customer } from '@fettle/protocol/marketplace/customers'
import type { PublicProvider } from '@fettle/protocol/accounts/profile'
import type { Received } from '@fettle/protocol'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { appendEvent, redactCustomer } from '../../platform/db/domain-events.ts'
import { localDate, localTime } from '../../platform/locale/zoned-time.ts'
import {
  deleteBookingPhotosOf,
  findParties,
  redactBookings,
  getBookingWithTimeline,
  listOpenReferences,
  requestBooking,
} from '../bookings/index.ts'
import { assertMayRequest, syncCustomer, type ChatService } from '../channels/index.ts'
import { listOpenContracts } from '../contracts/index.ts'
import { deleteNotesAbout, lockCustomerForRemoval } from '../customers/index.ts'
import { listOpenDisputes, redactDisputes } from '../disputes/index.ts'
import { assertTakesRequests } from '../moderation/index.ts'
import { redactNotifications } from '../notifications/index.ts'
import { deleteRequestPhotosOf, redactOfferAddresses, listOpenOffers } from '../offers/index.ts'
import { closedProvider, findPublicProvider } from '../profile/index.ts'
import { deleteRatingNotesAbout, deleteReviewPhotosOf } from '../reviews/index.ts'
import { listOpenSeries, redactSeriesAddresses, requestSeries } from '../series/index.ts'
import {
  REMOVED_CUSTOMER,
  toCustomer,
  withChanges,
  type CustomerData,
  type StoredCustomer,
} from './marketplace.rules.ts'
import * as store from './marketplace.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export async function getStoredCustomer({ db }: Pick<Deps, 'db'>, id: string): Promise<StoredCustomer> {
  const customer = await store.findCustomer(db, id)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return customer
}

type MarketplaceReadDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'config' | 'settings'>
type MarketplaceWriteDeps = MarketplaceReadDeps & Pick<Deps, 'ids' | 'jobs' | 'signal' | 'settings'>

export async function getPublicProvider(deps: MarketplaceReadDeps, id: string): Promise<PublicProvider> {
  const provider = await findPublicProvider(deps, id)
  if (!provider) throw new AppError('NOT_FOUND', { thing: 'provider' })
  return provider
}

/**
 * Creates a customer or replaces their data. `assertMayChange` throws if the call may not change the customer with this
 * id; nothing is stored then.
 */
export async function putCustomer(
  deps: MarketplaceWriteDeps,
  externalId: string,
  data: CustomerData,
  assertMayChange: (id: string) => void,
): Promise<Customer> {
  return deps.db.transaction(async (tx) => {
    const changed = await store.putCustomer(tx, deps.ids.next('cus'), externalId, data, deps.clock.now())
    if (changed) await recordChange(deps, tx, changed)
    const customer = changed ?? (await store.findCustomerByExternalId(tx, externalId))
    if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
    assertMayChange(customer.id)
    return toCustomer(customer)
  })
}

async function recordChange(deps: MarketplaceWriteDeps, tx: Tx, { id, name }: StoredCustomer): Promise<void> {
  await appendEvent(deps, tx, {
    subject: { type: 'customer', id },
    type: 'customer.updated',
    actor: { type: 'CUSTOMER', id, name },
    providerId: null,
    customerId: id,
  })
  await syncCustomer(deps, tx, id)
}

/** Changes some fields of a customer. */
export async function patchCustomer(
  deps: MarketplaceWriteDeps,
  id: string,
  changes: { [K in keyof CustomerData]?: CustomerData[K] | undefined },
): Promise<Customer> {
  return deps.db.transaction(async (tx) => {
    const customer = await store.lockCustomer(tx, id)
    if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
    const data = withChanges(customer, changes)
    if (isDeepStrictEqual({ ...customer, ...data }, customer)) return toCustomer(customer)
    const changed = await store.updateCustomer(tx, id, data, deps.clock.now())
    await recordChange(deps, tx, changed)
    return toCustomer(changed)
  })
}

/**
 * Erases a customer's personal data once nothing is open. Their bookings stay, without what tells who they are. Unpaid
 * invoices do not keep a customer: they bear the name, and only their provider could end them.
 */
export async function removeCustomer(deps: MarketplaceWriteDeps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await lockCustomerForRemoval(tx, id))) throw new AppError('NOT_FOUND', { thing: 'customer' })
    const open = [
      ...(await listOpenReferences(tx, id)),
      ...(await listOpenSeries(tx, id)),
      ...(await listOpenOffers(tx, id)),
      ...(await listOpenContracts(tx, id)),
      ...(await listOpenDisputes(tx, id)),
    ]
    // A disputed booking is open itself.
    if (open.length > 0) throw new AppError('ACCOUNT_IN_USE', { list: [...new Set(open)].join(', ') })
    await recordChange(deps, tx, await store.updateCustomer(tx, id, REMOVED_CUSTOMER, deps.clock.now()))
    await redactBookings(tx, id)
    await deleteBookingPhotosOf(deps, tx, id)
    await redactSeriesAddresses(tx, id)
    await deleteNotesAbout(tx, id)
    await deleteRatingNotesAbout(tx, id)
    await redactOfferAddresses(tx, id)
    await deleteRequestPhotosOf(deps, tx, id)
    await redactDisputes(tx, id)
    await deleteReviewPhotosOf(deps, tx, id)
    await redactNotifications(deps, tx, id)
    await redactCustomer(tx, id)
    await store.markRemoved(tx, id, deps.clock.now())
  })
}

/** The booking with both sides and its timeline, as the marketplace sees it. */
export async function showBooking(
  deps: MarketplaceReadDeps,
  { id: customerId, name, providerId }: MarketplaceActingParty,
  id: string,
  loadedProvider?: PublicProvider,
): Promise<MarketplaceBooking> {
  const [booking, provider = loadedProvider] = await Promise.all([
    getBookingWithTimeline(deps, { role: 'CUSTOMER', id: customerId, name }, id),
    loadedProvider ?? findPublicProvider(deps, providerId),
  ])
  return {
    ...booking,
    customerId,
    providerId,
    provider: provider ?? closedProvider(providerId),
  }
}

/** A customer acting on their own booking, with its provider. */
export interface MarketplaceActingParty {
  role: 'CUSTOMER'
  id: string
  name: string
  providerId: string
}

/** Requests a job or a series from a provider. Returns a function that reads the booking. */
export async function createBooking(
  deps: MarketplaceWriteDeps,
  chat: Pick<ChatService, 'isBlocked'>,
  { customerId, recurrence, ...body }: Received<typeof createMarketplaceBooking>['body'],
): Promise<() => Promise<MarketplaceBooking>> {
  const [customer, provider] = await deps.db.parallel(
    () => getStoredCustomer(deps, customerId),
    () => getPublicProvider(deps, body.providerId),
  )
  await deps.db.parallel(
    () => assertTakesRequests(deps.db, provider.id),
    () => assertMayRequest(chat, provider.id, customer.id),
  )
  const request = {
    ...body,
    customer: { id: customer.id, name: customer.name, avatar: customer.avatar, phone: customer.phone },
    serviceCategory: body.serviceCategory ?? provider.serviceType,
    startAt: body.startAt === undefined ? undefined : new Date(body.startAt),
    timeZone: body.timeZone ?? customer.timeZone,
  }
  const party = { role: 'CUSTOMER', id: customer.id, name: customer.name } as const
  const acting = { ...party, providerId: provider.id }
  if (!recurrence) {
    const { id } = await requestBooking(deps, request)
    return () => showBooking(deps, acting, id, provider)
  }
  const { startAt } = request
  if (!startAt) throw fieldError(['startAt'], 'REQUIRED', issueText('FIRST_VISIT_REQUIRED'))
  const wall = {
    startsOn: localDate(startAt, request.timeZone),
    localStart: localTime(startAt, request.timeZone),
  }
  const series = {
    ...request,
    ...recurrence,
    ...wall,
    customerId,
    serviceCategory: request.serviceCategory ?? undefined,
  }
  const { bookingId } = await requestSeries(deps, party, series, request)
  return () => showBooking(deps, acting, bookingId, provider)
}

/** A booking's customer with its provider. */
export async function toActingParty(
  deps: Pick<Deps, 'db'>,
  { customerId, providerId }: { customerId: string; providerId: string },
): Promise<MarketplaceActingParty> {
  const { id, name } = await getStoredCustomer(deps, customerId)
  return { role: 'CUSTOMER', id, name, providerId }
}

/** A booking as the marketplace sees it. Throws NOT_FOUND. */
export async function readBooking(deps: MarketplaceReadDeps, id: string): Promise<MarketplaceBooking> {
  const parties = await findParties(deps.db, id)
  if (!parties) throw new AppError('NOT_FOUND', { thing: 'booking' })
  return showBooking(deps, await toActingParty(deps, parties), id)
}
