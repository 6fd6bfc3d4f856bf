import { createLocations } from '@fettle/chat-client'
import type { LocationShare } from '@fettle/protocol/chat/location/location'
import type { SharedLocation } from '@fettle/protocol/chat/location/geo-point'
import { useEffect, useSyncExternalStore } from 'react'
import { chat } from '../../connection/chat.ts'
import { deviceId } from './device-id.ts'

/** Location sharing of all conversations in this tab. */
export const locations = createLocations(chat, { deviceId: deviceId() })

/** Current state of a live share; undefined when it is not live or not loaded. */
export function useShare(
  cid: string,
  messageId: string,
  place: SharedLocation,
  connected: boolean,
): LocationShare | undefined {
  const share = useSyncExternalStore(locations.subscribe, locations.getSnapshot)[messageId]
  const isMissing = place.endsAt !== undefined && share === undefined
  useEffect(() => {
    // Retry after reconnecting.
    if (connected && isMissing) locations.show(cid, [{ id: messageId, location: place }]).catch(() => undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- the place in the message does not change
  }, [connected, isMissing, cid, messageId])
  return share
}
