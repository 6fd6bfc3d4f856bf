import { timeZoneOf } from '@fettle/protocol/common/time-zones'
import { sql, type Queryable } from '../../platform/db/db.ts'
import { defaultAvailability, type AvailabilityRecord } from './availability-settings.ts'

type SettingsRow = { [K in keyof AvailabilityRecord]: AvailabilityRecord[K] | null } & {
  country: string | null
  state: string | null
}

/** A provider's availability settings, country and state. Defaults for an unknown provider. */
export async function findSettings(
  db: Queryable,
  providerId: string,
): Promise<{ settings: AvailabilityRecord; country: string | null; state: string | null }> {
  const row = await db.maybeOne<SettingsRow>(sql`
    select p.country, p.state, v.time_zone as "timeZone", v.weekly, v.overrides,
           v.buffer_before_minutes as "bufferBeforeMinutes", v.buffer_after_minutes as "bufferAfterMinutes",
           v.min_notice_minutes as "minNoticeMinutes", v.max_horizon_days as "maxHorizonDays",
           v.max_bookings_per_day as "maxBookingsPerDay", v.slot_interval_minutes as "slotIntervalMinutes",
           v.service_radius_km as "serviceRadiusKm", v.base, v.booking_mode as "bookingMode",
           v.hold_requests as "holdRequests", v.paused_until as "pausedUntil", v.pause_message as "pauseMessage",
           v.version, v.updated_at as "updatedAt"
    from accounts a left join profiles p on p.account_id = a.id left join availability v on v.provider_id = a.id
    where a.id = ${providerId}`)
  const country = row?.country ?? null
  const state = row?.state ?? null
  const isSet = row !== undefined && row.version !== null
  if (!isSet) return { settings: defaultAvailability(timeZoneOf(country ?? '')), country, state }
  const { country: _, state: __, ...settings } = row
  return { settings: { ...(settings as AvailabilityRecord), isSet: true }, country, state }
}

/** Base and service radius of providers who set them. */
export const listServiceAreas = (
  db: Queryable,
  providerIds: readonly string[],
): Promise<{ providerId: string; base: { lat: number; lng: number }; radiusKm: number }[]> =>
  db.query(sql`
    select provider_id as "providerId", base, service_radius_km as "radiusKm" from availability
    where provider_id = any(${[...providerIds]}) and base is not null and service_radius_km is not null`)

export async function saveSettings(tx: Queryable, providerId: string, settings: AvailabilityRecord): Promise<void> {
  const base = settings.base && JSON.stringify(settings.base)
  await tx.execute(sql`
    insert into availability (provider_id, time_zone, weekly, overrides, buffer_before_minutes, buffer_after_minutes,
      min_notice_minutes, max_horizon_days, max_bookings_per_day, slot_interval_minutes, service_radius_km, base,
      booking_mode, hold_requests, paused_until, pause_message, version, updated_at)
    values (${providerId}, ${settings.timeZone}, ${JSON.stringify(settings.weekly)}::jsonb,
      ${JSON.stringify(settings.overrides)}::jsonb, ${settings.bufferBeforeMinutes}, ${settings.bufferAfterMinutes},
      ${settings.minNoticeMinutes}, ${settings.maxHorizonDays}, ${settings.maxBookingsPerDay},
      ${settings.slotIntervalMinutes}, ${settings.serviceRadiusKm}, ${base}::jsonb, ${settings.bookingMode},
      ${settings.holdRequests}, ${settings.pausedUntil}, ${settings.pauseMessage}, ${settings.version},
      ${settings.updatedAt})
    on conflict (provider_id) do update set
      time_zone = excluded.time_zone, weekly = excluded.weekly, overrides = excluded.overrides,
      buffer_before_minutes = excluded.buffer_before_minutes, buffer_after_minutes = excluded.buffer_after_minutes,
      min_notice_minutes = excluded.min_notice_minutes, max_horizon_days = excluded.max_horizon_days,
      max_bookings_per_day = excluded.max_bookings_per_day, slot_interval_minutes = excluded.slot_interval_minutes,
      service_radius_km = excluded.service_radius_km, base = excluded.base, booking_mode = excluded.booking_mode,
      hold_requests = excluded.hold_requests, paused_until = excluded.paused_until,
      pause_message = excluded.pause_message, version = excluded.version, updated_at = excluded.updated_at`)
}
