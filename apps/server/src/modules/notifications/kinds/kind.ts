import type { MessageParams } from '@fettle/i18n/message'
import type { notificationsMessages } from '../notifications.messages.ts'

/** Definition of a kind of notification, independent of language. */

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
/** The scope of an unsubscribe link: a group, or the daily summary. */
export type UnsubscribeGroup = NotificationGroup | 'digest'

/** Button ids. Each has a label: `button.<id>`. */
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

/** Code of a sentence that follows the body. */
export type Sentence = keyof typeof notificationsMessages

/**
 * A kind of notification. Its texts are `<kind>.subject` and `<kind>.body` in `notifications.messages.ts`; the
 * notification's params fill their placeholders.
 */
export interface NotificationKind<P> {
  /** Name in the notification service, for its administrators. */
  name: string
  severity: NotificationSeverity
  /** Groups of the notification in preferences and filters. */
  tags: readonly NotificationGroup[]
  /** The cause sends a mail of its own, so the notification sends none. */
  hasOwnMail?: true
  /** Params that its texts need besides the stored ones. */
  textParams?: (params: P) => MessageParams
  /** Sentences that follow its body. Falsy ones are left out. */
  sentences?: (params: P) => readonly (Sentence | false | null | undefined | '')[]
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

/** The sentence that quotes a note, if there is one. */
export const quoted = ({ note }: { note: string | null }): Sentence | undefined =>
  note ? 'notification.quote' : undefined

/** Sentences of a notification that only quotes a note. */
export const quotes = (params: { note: string | null }) => [quoted(params)]

/** Opens the object. */
export const open = (to: (subject: NotificationSubject) => string): NotificationButton<unknown> => ({
  label: 'OPEN',
  to,
})
