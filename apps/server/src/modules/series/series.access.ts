import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent, type ActorRef } from '../../platform/db/domain-events.ts'
import { lockSchedule } from '../availability/index.ts'
import type { ActingParty } from '../bookings/index.ts'
import type { Series } from './series.rules.ts'
import * as store from './series.store.ts'

/** Loads the caller's series. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnSeries(db: Queryable, party: ActingParty, id: string): Promise<Series> {
  const series = await store.find(db, id)
  const isTheirs =
    party.role === 'SYSTEM' || party.id === (party.role === 'PROVIDER' ? series?.providerId : series?.customer.id)
  if (!series || !isTheirs) throw new AppError('NOT_FOUND', { thing: 'series' })
  return series
}

/** Loads the caller's series and locks the provider's schedule. Throws NOT_FOUND or VERSION_CONFLICT. */
export async function lockOwnSeries(
  tx: Tx,
  party: ActingParty,
  id: string,
  version: number | undefined,
): Promise<Series> {
  const { providerId } = await getOwnSeries(tx, party, id)
  await lockSchedule(tx, providerId)
  const series = await getOwnSeries(tx, party, id)
  assertVersion(series, version)
  return series
}

/** Throws VERSION_CONFLICT if another version was expected. */
export function assertVersion({ id, version }: Series, decidedOn: number | undefined): void {
  if (decidedOn === undefined || decidedOn === version) return
  throw new AppError('VERSION_CONFLICT', { thing: 'series', current: { id, version } })
}

const actorOf = (party: ActingParty): ActorRef =>
  party.role === 'SYSTEM'
    ? { type: 'SYSTEM', id: null, name: 'Fettle' }
    : { type: party.role, id: party.id, name: party.name }

export const appendSeriesEvent = (
  deps: Pick<Deps, 'clock' | 'ids' | 'signal'>,
  tx: Tx,
  party: ActingParty,
  { id, version, status, providerId, customer }: Series,
  event: string,
  data: Record<string, unknown> = {},
): Promise<void> =>
  appendEvent(tx, deps, {
    subject: { type: 'series', id, version, status },
    type: `series.${event}`,
    actor: actorOf(party),
    data,
    providerId,
    customerId: customer.id,
  })
