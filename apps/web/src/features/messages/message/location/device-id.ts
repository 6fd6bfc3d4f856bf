import { createMessageId } from '@fettle/chat-client'
import { deviceStorage } from '../../../../lib/browser/safe-storage.ts'

const KEY = 'chat.deviceId'

/** Id of this browser. Only the device that shares a location updates it. */
export function deviceId(): string {
  const stored = deviceStorage.read(KEY)
  if (stored && /^[\w-]{1,64}$/.test(stored)) return stored
  const newId = createMessageId()
  deviceStorage.write(KEY, newId)
  return newId
}
