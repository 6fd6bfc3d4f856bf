import { assertOwn, type ActingParty } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockSchedule } from '../availability/index.ts'
import type { Series } from './series.rules.ts'
import * as store from './series.store.ts'

/** Loads the caller's series. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnSeries(db: Queryable, party: ActingParty, id: string): Promise<Series> {
  return assertOwn('series', await store.find(db, id), party)
}

/** Loads the caller's series and locks the provider's schedule. Throws NOT_FOUND if it belongs to someone else. */
export async function lockOwnSeries(tx: Tx, party: ActingParty, id: string): Promise<Series> {
  const { providerId } = await getOwnSeries(tx, party, id)
  await lockSchedule(tx, providerId)
  return getOwnSeries(tx, party, id)
}

/** Throws VERSION_CONFLICT if another version was expected. */
export function assertVersion({ id, version }: Series, decidedOn: number | undefined): void {
  if (decidedOn === undefined || decidedOn === version) return
  throw new AppError('VERSION_CONFLICT', { thing: 'series', current: { id, version } })
}
