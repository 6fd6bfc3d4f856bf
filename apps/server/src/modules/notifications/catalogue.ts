import type { InboxSeverity, Workflow } from '@fettle/protocol/inbox'

/** Every kind of notification (domain §12) as data. Its words are in `texts`, under the same name. */

export type Severity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

interface OfBooking {
  customerName: string
  customerId: string
  title: string
  /** Null while no time was agreed on. */
  startAt: string | null
  timeZone: string
}

/** `startAt` is that of the first visit. */
interface OfSeries extends OfBooking {
  visits: number
  /** The first of them that is a booking; null where none is. */
  bookingId: string | null
}

interface OfOffer {
  customerName: string
  customerId: string
  title: string
  reference: string
}

/** `number` is that of the invoice. */
interface OfPayment {
  amount: string
  customerName: string
  number: string
  title: string
}

interface OfContract {
  customerName: string
  customerId: string
  title: string
  reference: string
}

interface OfTicket {
  reference: string
  subject: string
}

interface OfDispute {
  customerName: string
  customerId: string
  title: string
  /** Of the booking, contract or invoice it is about. */
  reference: string
}

/** What each kind has to be told to be put into words. Instants are ISO texts. */
export interface Params {
  'booking-requested': {
    customerName: string
    title: string
    city: string
    startAt: string | null
    timeZone: string
    respondBy: string | null
    /** More than one where the same is asked for again and again. */
    visits?: number
  }
  'request-expiring': OfBooking & { respondBy: string }
  'booking-expired': OfBooking & { wasMine: boolean }
  'booking-confirmed': OfBooking
  'booking-declined': OfBooking & { note: string | null }
  'booking-rescheduled': OfBooking
  'proposal-received': OfBooking & { times: string[] }
  /** `answer` is the state the proposal came to. */
  'proposal-answered': OfBooking & { answer: string }
  'series-accepted': OfSeries
  'series-declined': OfSeries
  'series-expired': OfSeries
  'booking-reminder-24h': OfBooking & { city: string }
  'booking-reminder-2h': OfBooking & { city: string }
  'booking-cancelled': OfBooking & { note: string | null; isContestable: boolean }
  'no-show-reported': OfBooking & { note: string | null }
  'attribution-contested': OfBooking & { note: string }
  'work-confirmed': OfBooking & { automatic: boolean }
  'fix-requested': OfBooking & { note: string }
  'job-still-running': OfBooking
  /** `answer` is the state the extra-work request came to. */
  'adjustment-answered': { customerName: string; title: string; answer: string; note: string | null }
  'offer-requested': OfOffer & { city: string; urgency: string; respondBy: string; timeZone: string }
  'offer-viewed': OfOffer
  'offer-changes-requested': OfOffer & { note: string }
  /** `total` in the figures of its currency. */
  'offer-accepted': OfOffer & { total: string }
  'offer-acceptance-undone': OfOffer
  'offer-declined': OfOffer & { reason: string; note: string | null }
  'offer-cancelled': OfOffer & { note: string | null }
  'offer-closed': OfOffer & { note: string | null }
  'offer-expiring': OfOffer & { validUntil: string; timeZone: string }
  'offer-expired': OfOffer & { wasSent: boolean }
  'contract-changes-requested': OfContract & { note: string }
  'contract-declined': OfContract & { note: string }
  'contract-expired': OfContract
  'contract-sign-expiring': OfContract & { signBy: string; timeZone: string }
  /** `total` in the figures of its currency. */
  'contract-signed': OfContract & { total: string }
  /** `until` is a day. */
  'contract-held': OfContract & { note: string | null; until: string | null }
  'contract-resumed': OfContract
  'contract-withdrawn': OfContract & { note: string | null }
  /** `settled` in the figures of its currency: for what was under way. */
  'contract-terminated': OfContract & { settled: string }
  'termination-proposed': OfContract & { settled: string }
  /** Null where nobody answered in time. */
  'termination-contested': OfContract & { note: string | null }
  'milestone-approved': OfContract & { milestone: string; amount: string; automatic: boolean }
  'milestone-changes': OfContract & { milestone: string; note: string }
  'change-order-received': OfContract & { changeOrder: string; amount: string }
  /** `answer` is the state the change order came to. */
  'change-order-answered': OfContract & { changeOrder: string; answer: string; note: string | null }
  /** `amount` in the figures of its currency; null where no money is in dispute. */
  'dispute-opened': OfDispute & { amount: string | null; respondBy: string; timeZone: string }
  'dispute-updated': OfDispute & {
    what: 'ANSWERED' | 'EVIDENCE' | 'PROPOSED' | 'DECLINED' | 'WITHDRAWN' | 'APPEALED' | 'NO_ANSWER' | 'NO_AGREEMENT'
    /** Of a proposal. */
    amount: string | null
    note: string | null
  }
  'dispute-deadline-24h': OfDispute & { what: 'ANSWER' | 'AGREE'; until: string; timeZone: string }
  /** `amount`: what of it is the provider's. */
  'dispute-resolved': OfDispute & {
    by: 'AGREEMENT' | 'OPERATOR' | 'DEFAULT'
    amount: string | null
    appealUntil: string | null
    timeZone: string
  }
  /** Somebody asked to be reminded of a message. */
  'message-reminder': { authorName: string | null; excerpt: string; channelId: string }
  /** `document` is what a person calls it: "passport". */
  'document-approved': { document: string }
  'document-rejected': { document: string; fix: string; note: string }
  'document-expiring': { document: string; expiresAt: string; daysLeft: number }
  /** `device` is what a person would call it: "Chrome on Android". */
  'new-sign-in': { device: string; at: string; timeZone: string }
  'bank-details-changed': { bankName: string; lastDigits: string; at: string; timeZone: string }
  'password-changed': { at: string; timeZone: string }
  /** `tip` in the figures of its currency, where there is one. */
  'payment-received': OfPayment & { tip: string | null }
  'payment-rejected': OfPayment & { note: string }
  'payment-refunded': OfPayment & { note: string }
  'account-suspended': { reason: string; until: string }
  'account-reinstated': object
  'review-received': { customerName: string; title: string; rating: number; comment: string }
  /** `amount` in the figures of its currency: what an invited friend's first job brought. */
  'referral-rewarded': { amount: string }
  'payout-paid': { amount: string; bankName: string; lastDigits: string }
  'payout-failed': { amount: string; bankName: string; lastDigits: string; note: string; fix: string }
  /** `agentName` answers for support; `excerpt` is the beginning of what they wrote. */
  'ticket-replied': OfTicket & { agentName: string; excerpt: string }
  /** `isSilent`: because the provider did not answer. */
  'ticket-resolved': OfTicket & { isSilent: boolean }
  'ticket-waiting': OfTicket & { silentUntil: string }
}

export type WorkflowId = keyof Params

/** The object a notification is about: it completes itself when that moves on. */
export interface Subject {
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

interface Entry<P> {
  severity: Severity
  /** The group it belongs to in the preferences, and what it is filtered by. */
  tags: readonly string[]
  /** Whoever causes it sends a mail of its own, whatever is chosen: nobody is told twice. */
  hasOwnMail?: true
  primary?: (subject: Subject, params: P) => string
  /** Undefined where there is nothing more to do about it. */
  secondary?: (subject: Subject, params: P) => string | undefined
}

const booking = ({ id }: Subject) => `/bookings/${id}`

const acting =
  (action: string) =>
  (subject: Subject): string =>
    `${booking(subject)}?action=${action}`
const message = (_: Subject, { customerId }: OfBooking) => `/messages?customer=${customerId}`
const aboutBooking = { tags: ['bookings'], primary: booking } as const

const offer = ({ id }: Subject) => `/offers/${id}`
const aboutOffer = { tags: ['offers'], primary: offer } as const
const extending = (subject: Subject) => `${offer(subject)}?action=extend`
const messageTo = (_: Subject, { customerId }: OfOffer) => `/messages?customer=${customerId}`

const contract = ({ id }: Subject) => `/contracts/${id}`
const aboutContract = { tags: ['contracts'], primary: contract } as const
const paperOf = (subject: Subject) => `${contract(subject)}?action=pdf`
const answering = (subject: Subject) => `${contract(subject)}?section=change-orders`

const dispute = ({ id }: Subject) => `/support/disputes/${id}`
const showing = (subject: Subject) => `${dispute(subject)}?action=evidence`
const aboutDispute = { tags: ['disputes'], primary: dispute } as const

const series = ({ id }: Subject) => `/bookings/series/${id}`
const aboutSeries = { tags: ['bookings'], primary: series, secondary: message } as const

const documents = () => '/profile?tab=documents'
const payout = ({ id }: Subject) => `/earnings?tab=payouts&payout=${id}`
const invoice = ({ id }: Subject) => `/invoices/${id}`
const review = ({ id }: Subject) => `/reviews?review=${id}`
const aboutInvoice = { tags: ['earnings'], primary: invoice } as const

const ticket = ({ id }: Subject) => `/support/tickets/${id}`
const aboutTicket = { tags: ['support'], primary: ticket } as const

export const catalogue: { [W in WorkflowId]: Entry<Params[W]> } = {
  'booking-requested': {
    severity: 'HIGH',
    tags: ['bookings'],
    primary: booking,
    secondary: acting('decline'),
  },
  'booking-confirmed': {
    severity: 'HIGH',
    tags: ['bookings'],
    primary: booking,
    secondary: message,
  },
  'request-expiring': { ...aboutBooking, severity: 'HIGH', secondary: acting('decline') },
  'booking-expired': { ...aboutBooking, severity: 'LOW' },
  'booking-declined': { ...aboutBooking, severity: 'MEDIUM' },
  'booking-rescheduled': { ...aboutBooking, severity: 'HIGH', secondary: message },
  'proposal-received': { ...aboutBooking, severity: 'HIGH', secondary: message },
  'proposal-answered': { ...aboutBooking, severity: 'MEDIUM' },
  'series-accepted': { ...aboutSeries, severity: 'HIGH' },
  'series-declined': { ...aboutSeries, severity: 'MEDIUM' },
  'series-expired': { ...aboutSeries, severity: 'LOW' },
  'booking-reminder-24h': { ...aboutBooking, severity: 'MEDIUM' },
  'booking-reminder-2h': { ...aboutBooking, severity: 'HIGH', secondary: acting('start-travel') },
  'booking-cancelled': {
    ...aboutBooking,
    severity: 'CRITICAL',
    secondary: (subject, { isContestable }) => (isContestable ? acting('contest-cancellation')(subject) : undefined),
  },
  'no-show-reported': { ...aboutBooking, severity: 'CRITICAL', secondary: acting('contest-no-show') },
  'attribution-contested': { ...aboutBooking, severity: 'HIGH', secondary: message },
  'work-confirmed': { ...aboutBooking, severity: 'HIGH' },
  'fix-requested': { ...aboutBooking, severity: 'HIGH' },
  'job-still-running': { ...aboutBooking, severity: 'MEDIUM' },
  'adjustment-answered': { severity: 'HIGH', tags: ['bookings'], primary: booking },
  'offer-requested': { ...aboutOffer, severity: 'HIGH', secondary: messageTo },
  'offer-viewed': { ...aboutOffer, severity: 'LOW' },
  'offer-changes-requested': { ...aboutOffer, severity: 'HIGH', secondary: messageTo },
  'offer-accepted': { ...aboutOffer, severity: 'HIGH', secondary: messageTo },
  'offer-acceptance-undone': { ...aboutOffer, severity: 'HIGH', secondary: messageTo },
  'offer-declined': { ...aboutOffer, severity: 'MEDIUM' },
  'offer-cancelled': { ...aboutOffer, severity: 'HIGH', secondary: messageTo },
  'offer-closed': { ...aboutOffer, severity: 'MEDIUM' },
  'offer-expiring': { ...aboutOffer, severity: 'MEDIUM', secondary: extending },
  'offer-expired': {
    ...aboutOffer,
    severity: 'LOW',
    // A request that nobody quoted for has nothing to be extended.
    secondary: (subject, { wasSent }) => (wasSent ? extending(subject) : undefined),
  },
  'contract-changes-requested': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'contract-declined': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'contract-expired': { ...aboutContract, severity: 'MEDIUM' },
  'contract-sign-expiring': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'contract-signed': { ...aboutContract, severity: 'HIGH', secondary: paperOf },
  'contract-held': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'contract-resumed': { ...aboutContract, severity: 'HIGH' },
  'contract-withdrawn': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'contract-terminated': { ...aboutContract, severity: 'HIGH' },
  'termination-proposed': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'termination-contested': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'milestone-approved': { ...aboutContract, severity: 'HIGH' },
  'milestone-changes': { ...aboutContract, severity: 'HIGH', secondary: messageTo },
  'change-order-received': { tags: ['contracts'], primary: answering, severity: 'HIGH', secondary: messageTo },
  'change-order-answered': { tags: ['contracts'], primary: answering, severity: 'HIGH' },
  'dispute-opened': { ...aboutDispute, severity: 'CRITICAL', secondary: showing },
  'dispute-updated': { ...aboutDispute, severity: 'HIGH' },
  'dispute-deadline-24h': { ...aboutDispute, severity: 'CRITICAL', secondary: showing },
  'dispute-resolved': { ...aboutDispute, severity: 'CRITICAL' },
  'message-reminder': {
    severity: 'MEDIUM',
    tags: ['messages'],
    primary: ({ id }, { channelId }) => `/messages?channel=${encodeURIComponent(channelId)}&message=${id}`,
  },
  'document-approved': { severity: 'MEDIUM', tags: ['documents'], primary: documents },
  'document-rejected': { severity: 'HIGH', tags: ['documents'], primary: documents },
  'document-expiring': { severity: 'HIGH', tags: ['documents'], primary: documents },
  'new-sign-in': {
    severity: 'CRITICAL',
    tags: ['security'],
    hasOwnMail: true,
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
  'bank-details-changed': {
    severity: 'CRITICAL',
    tags: ['security'],
    hasOwnMail: true,
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
  'password-changed': {
    severity: 'CRITICAL',
    tags: ['security'],
    hasOwnMail: true,
    primary: () => '/profile',
    secondary: () => '/profile?section=security',
  },
  'payment-received': { ...aboutInvoice, severity: 'MEDIUM' },
  'payment-rejected': { ...aboutInvoice, severity: 'HIGH' },
  'payment-refunded': { ...aboutInvoice, severity: 'HIGH' },
  'account-suspended': { severity: 'CRITICAL', tags: ['security'], primary: () => '/support' },
  'account-reinstated': { severity: 'HIGH', tags: ['security'], primary: () => '/' },
  'review-received': {
    severity: 'LOW',
    tags: ['reviews'],
    primary: review,
    secondary: (subject) => `${review(subject)}&action=reply`,
  },
  'referral-rewarded': { severity: 'LOW', tags: ['referrals'], primary: () => '/profile?tab=invite' },
  'payout-paid': { severity: 'MEDIUM', tags: ['earnings'], primary: payout },
  'payout-failed': {
    severity: 'CRITICAL',
    tags: ['earnings'],
    primary: payout,
    secondary: () => '/profile?tab=information',
  },
  'ticket-replied': { ...aboutTicket, severity: 'HIGH' },
  'ticket-resolved': { ...aboutTicket, severity: 'MEDIUM', secondary: (subject) => `${ticket(subject)}?action=reopen` },
  'ticket-waiting': { ...aboutTicket, severity: 'MEDIUM' },
}

export const workflowIds = Object.keys(catalogue) as WorkflowId[]

/** The severities the notification service knows: what is critical is high, and cannot be switched off. */
export const toInboxSeverity = (severity: Severity): InboxSeverity =>
  ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'high' } as const)[severity]

/** The catalogue as the notification service is told it. In the inbox everything is shown, whatever is chosen. */
export function toInboxWorkflows(names: Record<WorkflowId, string>): Workflow[] {
  return workflowIds.map((identifier) => {
    const { severity, tags } = catalogue[identifier]
    return {
      identifier,
      name: names[identifier],
      critical: severity === 'CRITICAL',
      tags: [...tags],
      severity: toInboxSeverity(severity),
      // What is of low importance is gathered into one mail a day and wakes no phone.
      channels: { in_app: true, email: true, ...(severity === 'LOW' ? {} : { push: true }) },
      always: ['in_app'],
    }
  })
}
