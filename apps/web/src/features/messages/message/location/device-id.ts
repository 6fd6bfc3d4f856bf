import { createMessageId } from '@fettle/chat-client'

const KEY = 'chat.deviceId'

/** Id of this browser. Only the device that shares a location updates it. */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known && /^[\w-]{1,64}$/.test(known)) return known
    const made = createMessageId()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return createMessageId()
  }
}
