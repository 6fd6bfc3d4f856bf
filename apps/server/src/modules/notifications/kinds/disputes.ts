import type { Money } from '@fettle/protocol'
import { open, type NotificationButton, type NotificationKinds, type NotificationSubject } from './kind.ts'

interface OfDispute {
  customerName: string
  customerId: string
  title: string
  /** Reference of its booking, contract or invoice. */
  reference: string
}

/** Instants are ISO strings. */
export interface DisputeParams {
  /** `amount`: null where no money is in dispute. */
  'dispute-opened': OfDispute & { amount: Money | null; respondBy: string; timeZone: string }
  'dispute-updated': OfDispute & {
    what: 'ANSWERED' | 'EVIDENCE' | 'PROPOSED' | 'DECLINED' | 'WITHDRAWN' | 'APPEALED' | 'NO_ANSWER' | 'NO_AGREEMENT'
    /** Amount of a proposal. */
    amount: Money | null
    note: string | null
  }
  'dispute-deadline-24h': OfDispute & { what: 'ANSWER' | 'AGREE'; until: string; timeZone: string }
  /** `amount`: the provider's part. */
  'dispute-resolved': OfDispute & {
    by: 'AGREEMENT' | 'OPERATOR' | 'DEFAULT'
    amount: Money | null
    appealUntil: string | null
    timeZone: string
  }
}

const dispute = ({ id }: NotificationSubject) => `/support/disputes/${id}`
const evidence: NotificationButton<unknown> = {
  label: 'ADD_EVIDENCE',
  to: (subject) => `${dispute(subject)}?action=evidence`,
}
const common = { tags: ['disputes'], primary: open(dispute) } as const

export const disputes: NotificationKinds<DisputeParams> = {
  'dispute-opened': {
    ...common,
    name: 'Dispute opened',
    severity: 'CRITICAL',
    secondary: evidence,
    textParams: ({ amount }) => ({ hasAmount: String(amount !== null) }),
    sentences: () => ['notification.respond-by'],
  },
  'dispute-updated': {
    ...common,
    name: 'Dispute: something new',
    severity: 'HIGH',
    sentences: ({ amount, note }) => [amount && 'dispute-updated.share', note && 'notification.note'],
  },
  'dispute-deadline-24h': { ...common, name: 'Dispute: a day left', severity: 'CRITICAL', secondary: evidence },
  // A decided dispute takes no more evidence.
  'dispute-resolved': {
    ...common,
    name: 'Dispute settled',
    severity: 'CRITICAL',
    sentences: ({ amount, appealUntil }) => [
      amount && 'dispute-resolved.share',
      appealUntil && 'dispute-resolved.appeal',
    ],
  },
}
