import type { Money } from '@fettle/protocol'
import {
  message,
  open,
  quotes,
  type NotificationButton,
  type NotificationKinds,
  type NotificationSubject,
} from './kind.ts'

interface OfOffer {
  customerName: string
  customerId: string
  title: string
  reference: string
}

/** Instants are ISO strings. */
export interface OfferParams {
  'offer-requested': OfOffer & { city: string; urgency: string; respondBy: string; timeZone: string }
  'offer-viewed': OfOffer
  'offer-changes-requested': OfOffer & { note: string }
  'offer-accepted': OfOffer & { total: Money }
  'offer-acceptance-undone': OfOffer
  /** `reason` is a code. */
  'offer-declined': OfOffer & { reason: string; note: string | null }
  'offer-cancelled': OfOffer & { note: string | null }
  'offer-closed': OfOffer & { note: string | null }
  'offer-expiring': OfOffer & { validUntil: string; timeZone: string }
  'offer-expired': OfOffer & { wasSent: boolean }
}

const offer = ({ id }: NotificationSubject) => `/offers/${id}`
const extending = (subject: NotificationSubject) => `${offer(subject)}?action=extend`
const common = { tags: ['offers'], primary: open(offer) } as const

const extendable: NotificationButton<{ wasSent: boolean }, string | undefined> = {
  label: 'EXTEND',
  // An unanswered request has no validity to extend.
  to: (subject, { wasSent }) => (wasSent ? extending(subject) : undefined),
}

export const offers: NotificationKinds<OfferParams> = {
  'offer-requested': {
    ...common,
    name: 'Asked for a quote',
    severity: 'HIGH',
    sentences: () => ['notification.respond-by'],
  },
  'offer-viewed': { ...common, name: 'Offer viewed', severity: 'LOW' },
  'offer-changes-requested': {
    ...common,
    name: 'Changes to an offer wanted',
    severity: 'HIGH',
    sentences: quotes,
  },
  'offer-accepted': { ...common, name: 'Offer accepted', severity: 'HIGH', secondary: message },
  'offer-acceptance-undone': { ...common, name: 'Acceptance taken back', severity: 'HIGH', secondary: message },
  'offer-declined': { ...common, name: 'Offer declined', severity: 'MEDIUM', sentences: quotes },
  'offer-cancelled': {
    ...common,
    name: 'Accepted offer called off',
    severity: 'HIGH',
    secondary: message,
    sentences: quotes,
  },
  'offer-closed': {
    ...common,
    name: 'Request for a quote closed',
    severity: 'MEDIUM',
    sentences: quotes,
  },
  'offer-expiring': {
    ...common,
    name: 'Offer expiring',
    severity: 'MEDIUM',
    secondary: { label: 'EXTEND', to: extending },
  },
  'offer-expired': { ...common, name: 'Offer expired', severity: 'LOW', secondary: extendable },
}
