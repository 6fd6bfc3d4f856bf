/** Definition of a kind of notification, independent of language. Its texts are in `texts`. */

export type NotificationSeverity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

/** Groups of the preferences and of the inbox filter. */
export const groups = [
  'bookings',
  'offers',
  'contracts',
  'disputes',
  'earnings',
  'documents',
  'messages',
  'reviews',
  'referrals',
  'support',
  'security',
] as const
export type NotificationGroup = (typeof groups)[number]
/** What an unsubscribe link covers: a group, or the daily summary. */
export type UnsubscribeGroup = NotificationGroup | 'digest'

/** Button ids. Each language has a label for each. */
export const buttonIds = [
  'OPEN',
  'REVIEW',
  'DECLINE',
  'MESSAGE',
  'CONTEST',
  'START_TRAVEL',
  'EXTEND',
  'DOWNLOAD_PDF',
  'ADD_EVIDENCE',
  'FIX_BANK_DETAILS',
  'UPLOAD_AGAIN',
  'REPLY',
  'REOPEN',
  'NOT_ME',
  'ASK_SUPPORT',
] as const
export type ButtonId = (typeof buttonIds)[number]

/** The object of a notification, which is marked as done when the object moves on. */
export interface NotificationSubject {
  type:
    | 'booking'
    | 'series'
    | 'offer'
    | 'contract'
    | 'message'
    | 'document'
    | 'session'
    | 'profile'
    | 'payout'
    | 'invoice'
    | 'review'
    | 'ticket'
    | 'dispute'
    | 'referral'
  id: string
}

export interface NotificationButton<P, Path = string> {
  label: ButtonId
  /** Target path. */
  to: (subject: NotificationSubject, params: P) => Path
}

export interface NotificationKind<P> {
  /** Name in the notification service, for its administrators. */
  name: string
  severity: NotificationSeverity
  /** Its groups in preferences and filters. */
  tags: readonly NotificationGroup[]
  /** Its cause always sends a mail of its own, so no second one is sent. */
  hasOwnMail?: true
  primary: NotificationButton<P>
  /** Undefined target: nothing is left to do. */
  secondary?: NotificationButton<P, string | undefined>
}

export type NotificationKinds<Params> = { readonly [W in keyof Params]: NotificationKind<Params[W]> }

interface WithCustomer {
  customerId: string
}

/** Opens the conversation with the customer. */
export const message: NotificationButton<WithCustomer> = {
  label: 'MESSAGE',
  to: (_, { customerId }) => `/messages?customer=${customerId}`,
}

/** Opens the object. */
export const open = (to: (subject: NotificationSubject) => string): NotificationButton<unknown> => ({
  label: 'OPEN',
  to,
})
