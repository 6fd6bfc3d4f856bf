import { createEmitter } from '@fettle/chat-client/store'

const announcements = createEmitter<string>()

/** Announces a text to screen readers. */
export const announce = announcements.emit

/** Subscribes to announcements. The returned function unsubscribes. */
export const onAnnounce = announcements.on
