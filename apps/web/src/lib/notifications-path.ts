/** The page of all notifications. Apart from the other addresses: only what comes with the bell leads there. */
export const NOTIFICATIONS_PATH = '/notifications'
