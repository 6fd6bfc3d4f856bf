/** Jobs of the chat. They are in its database, which may be one of its own. */
export const chatTasks = {
  fireReminder: 'chat.reminder.fire',
  /** Handled by the product, which notifies. */
  notifyOfReminder: 'chat.reminder-due',
  sendScheduled: 'chat.scheduled.send',
  expireLocation: 'chat.location.expire',
  purgeExpired: 'chat.purge-expired',
} as const

/** Jobs of the inbox, in its database. */
export const inboxTasks = { wake: 'inbox.wake', purgeOld: 'inbox.purge-old' } as const
