import { createMessageId } from '@fettle/chat-client'

const KEY = 'chat.deviceId'

/** This browser, to tell it from one's others: the one that shares a place is the one that moves it. */
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
