/** What there is to say of one kind of notification, whatever the language. Its words are in `texts`. */

export type NotificationSeverity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

/** The groups of the preferences, and what notices are filtered by. */
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
/** Whose mails are stopped together: a group's, or the daily summary. */
export type UnsubscribeGroup = NotificationGroup | 'digest'

/** What a notice's buttons say: each language has a word for each. */
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

/** The object a notification is about: it completes itself when that moves on. */
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
  /** The path it leads to. */
  to: (subject: NotificationSubject, params: P) => Path
}

export interface NotificationKind<P> {
  /** What the notification service lists it as, for whoever sets that up. */
  name: string
  severity: NotificationSeverity
  /** The group it belongs to in the preferences, and what it is filtered by. */
  tags: readonly NotificationGroup[]
  /** Whoever causes it sends a mail of its own, whatever is chosen: nobody is told twice. */
  hasOwnMail?: true
  primary: NotificationButton<P>
  /** Leads nowhere where there is nothing more to do about it. */
  secondary?: NotificationButton<P, string | undefined>
}

export type NotificationKinds<Params> = { readonly [W in keyof Params]: NotificationKind<Params[W]> }

interface WithCustomer {
  customerId: string
}

/** Leads to the conversation with the customer it is about. */
export const message: NotificationButton<WithCustomer> = {
  label: 'MESSAGE',
  to: (_, { customerId }) => `/messages?customer=${customerId}`,
}

/** Opens what it is about. */
export const open = (to: (subject: NotificationSubject) => string): NotificationButton<unknown> => ({
  label: 'OPEN',
  to,
})
