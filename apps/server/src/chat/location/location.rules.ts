import type { LocationShare } from '@fettle/protocol/chat/location/location'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { ShareRow } from './location.store.ts'

/** Rules of live locations. Pure. */

export interface SharedPosition {
  latitude: number
  longitude: number
  deviceId: string
}

/** Only the sharing device may update the position, and only while sharing. */
export function move(
  share: ShareRow,
  userId: string,
  { latitude, longitude, deviceId }: SharedPosition,
  now: Date,
): ShareRow {
  if (share.user_id !== userId || share.device_id !== deviceId)
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.location-device-only' } })
  if (isOver(share, now)) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.location-ended' } })
  return { ...share, latitude, longitude, updated_at: now }
}

/** Undefined: already ended, nothing changes. */
export function stop(share: ShareRow, userId: string, now: Date): ShareRow | undefined {
  if (share.user_id !== userId) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.location-owner-only' } })
  return share.ended_at ? undefined : { ...share, ended_at: now, updated_at: now }
}

/** Undefined: still running, or already ended. */
export function expire(share: ShareRow, now: Date): ShareRow | undefined {
  return share.ended_at || share.ends_at > now ? undefined : { ...share, ended_at: share.ends_at, updated_at: now }
}

const isOver = (share: ShareRow, now: Date) => share.ended_at !== null || share.ends_at <= now

export const toShare = (row: ShareRow): LocationShare => ({
  messageId: row.message_id,
  cid: row.cid,
  userId: row.user_id,
  latitude: row.latitude,
  longitude: row.longitude,
  endsAt: row.ends_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const noSuchShare = () => new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-location' } })
