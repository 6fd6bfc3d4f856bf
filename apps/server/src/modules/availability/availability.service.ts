import type { Received } from '@fettle/protocol'
import type {
  AffectedBooking,
  Availability,
  createTimeOff,
  putAvailability,
  TimeOff,
} from '@fettle/protocol/availability/availability'
import type { ProviderActor } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import * as store from './availability.store.ts'
import type { TimeOffRow, Upcoming } from './availability.store.ts'
import { lockSchedule } from './schedule.store.ts'
import { isWorked, overlap } from './hours.rules.ts'
import { PROPOSE_TIMES_JOB } from './propose-times.jobs.ts'
import type { AvailabilityRecord } from './availability-settings.ts'
import { findSettings, saveSettings } from './settings.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

type Actor = Pick<ProviderActor, 'id' | 'name'>
type OnAffected = 'KEEP' | 'PROPOSE_NEW_TIMES' | undefined

/** Maximum number of current and future time-off entries of a provider. */
const TIME_OFF_LIMIT = 200

const toAffected = ({ startAt, endAt, ...booking }: Upcoming): AffectedBooking => ({
  ...booking,
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
})

const toView = (
  { pausedUntil, updatedAt, ...settings }: AvailabilityRecord,
  affected: readonly Upcoming[] = [],
): Availability => ({
  ...settings,
  pausedUntil: pausedUntil?.toISOString() ?? null,
  updatedAt: updatedAt?.toISOString() ?? null,
  affected: affected.map(toAffected),
})

export async function getAvailability({ db }: Pick<Deps, 'db'>, { id }: Actor): Promise<Availability> {
  const { settings } = await findSettings(db, id)
  return toView(settings)
}

/** Decides about bookings outside the new hours: refuses, keeps them, or enqueues proposals. */
async function handleAffected(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  affected: readonly Upcoming[],
  onAffected: OnAffected,
): Promise<void> {
  if (affected.length === 0) return
  if (!onAffected) {
    throw new AppError('BOOKINGS_AFFECTED', { n: affected.length, bookings: affected.map(toAffected) })
  }
  if (onAffected === 'KEEP') return
  // One job per proposal, because each changes its own booking with all effects.
  for (const { id } of affected)
    await deps.jobs.add(tx, PROPOSE_TIMES_JOB, { bookingId: id }, { key: `${PROPOSE_TIMES_JOB}:${id}` })
}

type AvailabilityDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'signal' | 'jobs'>

/** Replaces hours and rules. Bookings inside the old hours and outside the new ones require a decision. */
export async function saveAvailability(
  deps: AvailabilityDeps,
  actor: Actor,
  { onAffected, pausedUntil, timeZone, ...body }: Omit<Received<typeof putAvailability>['body'], 'version'>,
  version: number | undefined,
): Promise<Availability> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockSchedule(tx, actor.id)
    const { settings: before } = await findSettings(tx, actor.id)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'availability', current: toView(before) })
    }
    const after: AvailabilityRecord = {
      ...body,
      timeZone: timeZone ?? before.timeZone,
      pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
      isSet: true,
      version: before.version + 1,
      updatedAt: now,
    }
    const upcoming = await store.listUpcoming(tx, actor.id, now, null)
    const affected = upcoming.filter((slot) => (!before.isSet || isWorked(before, slot)) && !isWorked(after, slot))
    await handleAffected(deps, tx, affected, onAffected)
    await saveSettings(tx, actor.id, after)
    await recordChange(deps, tx, actor, after.version, { affected, onAffected })
    return toView(after, affected)
  })
}

const recordChange = (
  deps: AvailabilityDeps,
  tx: Tx,
  actor: Actor,
  version: number,
  { affected, onAffected, ...data }: { affected: readonly Upcoming[]; onAffected: OnAffected; timeOffId?: string },
) =>
  appendEvent(deps, tx, {
    subject: { type: 'provider', id: actor.id },
    refresh: { type: 'availability', id: actor.id, version },
    type: 'provider.availability_changed',
    actor: { type: 'PROVIDER', ...actor },
    data: { ...data, ...(affected.length > 0 && { affected: affected.map(({ id }) => id), onAffected }) },
    providerId: actor.id,
  })

const toTimeOff = ({ startAt, endAt, createdAt, ...row }: TimeOffRow): TimeOff => ({
  ...row,
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
  createdAt: createdAt.toISOString(),
})

export async function listTimeOff({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id }: Actor): Promise<TimeOff[]> {
  const rows = await store.listTimeOff(db, id, clock.now())
  return rows.map(toTimeOff)
}

/** Working hours and all time off, for the data export. */
export async function listAllHours(deps: Pick<Deps, 'db'>, { id }: Pick<Actor, 'id'>) {
  const [hours, timeOff] = await Promise.all([findSettings(deps.db, id), store.listTimeOff(deps.db, id, new Date(0))])
  return { ...toView(hours.settings), timeOff: timeOff.map(toTimeOff) }
}

export async function takeTimeOff(
  deps: AvailabilityDeps,
  actor: Actor,
  { startAt, endAt, reason, onAffected }: Received<typeof createTimeOff>['body'],
): Promise<TimeOff & { affected: AffectedBooking[] }> {
  const now = deps.clock.now()
  const row: TimeOffRow = {
    id: deps.ids.next('tof'),
    startAt: new Date(startAt),
    endAt: new Date(endAt),
    reason: reason || null,
    createdAt: now,
  }
  if (row.endAt <= now) throw fieldError(['endAt'], 'TOO_SMALL', issueText('END_IN_PAST'))
  return deps.db.transaction(async (tx) => {
    await lockSchedule(tx, actor.id)
    if ((await store.countTimeOff(tx, actor.id, now)) >= TIME_OFF_LIMIT) {
      throw new AppError('TIME_OFF_LIMIT', { limit: TIME_OFF_LIMIT })
    }
    const upcoming = await store.listUpcoming(tx, actor.id, now, row.endAt)
    const affected = upcoming.filter((slot) => overlap(slot, row))
    await handleAffected(deps, tx, affected, onAffected)
    await store.insertTimeOff(tx, actor.id, row)
    const { settings } = await findSettings(tx, actor.id)
    await recordChange(deps, tx, actor, settings.version, { affected, onAffected, timeOffId: row.id })
    return { ...toTimeOff(row), affected: affected.map(toAffected) }
  })
}

export async function cancelTimeOff(deps: AvailabilityDeps, actor: Actor, id: string): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    await lockSchedule(tx, actor.id)
    if (!(await store.deleteTimeOff(tx, actor.id, id))) throw new AppError('NOT_FOUND', { thing: 'time off' })
    const { settings } = await findSettings(tx, actor.id)
    await recordChange(deps, tx, actor, settings.version, { affected: [], onAffected: undefined, timeOffId: id })
    return { id }
  })
}
