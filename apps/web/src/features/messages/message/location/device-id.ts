import { createMessageId } from '@fettle/chat-client'

const KEY = 'chat.deviceId'

/** Id of this browser. Only the device that shares a location updates it. */
export function deviceId(): string {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored && /^[\w-]{1,64}$/.test(stored)) return stored
    const newId = createMessageId()
    localStorage.setItem(KEY, newId)
    return newId
  } catch {
    return createMessageId()
  }
}
