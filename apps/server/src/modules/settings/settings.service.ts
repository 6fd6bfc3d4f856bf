import type { SettingsView, SettingValues } from '@fettle/protocol/accounts/settings'
import type { ActorRef } from '../../platform/acting-party.ts'
import type { Deps, ReadSettings } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent, listTimeline } from '../../platform/db/domain-events.ts'
import { changesOf, shippedBy, toView, valuesOf } from './settings.rules.ts'
import * as store from './settings.store.ts'

const TOPIC = 'settings'
/** Maximum delay of a process that missed the bus message. */
const POLL_INTERVAL_MS = 5_000
const SUBJECT = { type: 'settings', id: 'settings' }

/** This process's cached settings. */
export interface SettingsHandle {
  read: ReadSettings
  /** Reloads at once. */
  refresh(): Promise<void>
  /** Starts polling. */
  watch(): void
  close(): void
}

/**
 * Loads settings and caches them, so that rules can read them synchronously. Changes are announced over the bus;
 * because that is not reliable, every process also polls the version every few seconds.
 */
export async function createSettings({
  db,
  bus,
  log,
  config,
}: Pick<Deps, 'db' | 'bus' | 'log' | 'config'>): Promise<SettingsHandle> {
  const shipped = shippedBy(config)
  let current: { version: number; values: SettingValues } = { version: -1, values: shipped }
  let timer: NodeJS.Timeout | undefined
  const refresh = async () => {
    const version = await store.findVersion(db)
    if (version <= current.version) return
    // The rows may be newer than the version, so the next poll reads them again.
    const rows = await store.list(db)
    if (version > current.version) current = { version, values: valuesOf(shipped, rows) }
  }
  const refreshSafely = () => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'reading settings failed'))
  }
  await refresh()
  const stops = [bus.subscribe(TOPIC, refreshSafely), bus.onGap(refreshSafely)]
  return {
    read: () => current.values,
    refresh,
    watch() {
      timer ??= setInterval(refreshSafely, POLL_INTERVAL_MS).unref()
    },
    close() {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

export async function getSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<SettingsView> {
  const [version, rows] = [await store.findVersion(db), await store.list(db)]
  return toView(version, shippedBy(config), rows)
}

/** Changes settings, all or none, and records the previous values. */
export async function patchSettings(
  deps: Pick<Deps, 'db' | 'bus' | 'config' | 'clock' | 'ids' | 'signal'>,
  settings: SettingsHandle,
  actor: ActorRef,
  request: { values: Readonly<Record<string, unknown>>; version?: number | undefined },
): Promise<SettingsView> {
  const shipped = shippedBy(deps.config)
  const view = await deps.db.transaction(async (tx) => {
    const version = await store.lockVersion(tx)
    const rows = await store.list(tx)
    if (request.version !== undefined && request.version !== version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'set of settings', current: toView(version, shipped, rows) })
    }
    const changes = changesOf(request.values, rows, shipped)
    if (changes.length === 0) return toView(version, shipped, rows)
    const changedAt = deps.clock.now()
    for (const { key, to } of changes) {
      if (to === null) await store.remove(tx, key)
      else await store.put(tx, { key, value: to, changedAt, changedBy: actor.name })
    }
    await store.saveVersion(tx, version + 1)
    await appendEvent(deps, tx, {
      subject: { ...SUBJECT, version: version + 1 },
      type: 'settings.changed',
      actor,
      data: { changes },
      visibility: 'OPERATOR',
      providerId: null,
    })
    tx.afterCommit(() => deps.bus.publish(TOPIC, { version: version + 1 }))
    return toView(version + 1, shipped, await store.list(tx))
  })
  // The caller's next read sees the change.
  await settings.refresh()
  return view
}

export const getTimeline = ({ db }: Pick<Deps, 'db'>) => listTimeline(db, SUBJECT, 'OPERATOR')
