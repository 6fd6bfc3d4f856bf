import type { Money } from '@fettle/protocol'
import type { PayoutFailureCode } from '@fettle/protocol/earnings/payouts'
import { open, quoted, type NotificationKinds, type NotificationSubject } from './kind.ts'

/** `number` is that of the invoice. */
interface OfPayment {
  amount: Money
  customerName: string
  number: string
  title: string
}

interface OfPayout {
  amount: Money
  bankName: string
  lastDigits: string
}

export interface EarningsParams {
  'payment-received': OfPayment & { tip: Money | null }
  'payment-rejected': OfPayment & { note: string }
  'payment-refunded': OfPayment & { note: string }
  'payout-paid': OfPayout
  /** `fix` is the code of the failure. */
  'payout-failed': OfPayout & { note: string; fix: PayoutFailureCode }
  /** Reward for an invited provider's first job. */
  'referral-rewarded': { amount: Money }
}

const payout = ({ id }: NotificationSubject) => `/earnings?tab=payouts&payout=${id}`
const aboutInvoice = { tags: ['earnings'], primary: open(({ id }) => `/invoices/${id}`) } as const
const aboutPayout = { tags: ['earnings'], primary: open(payout) } as const

export const earnings: NotificationKinds<EarningsParams> = {
  'payment-received': {
    ...aboutInvoice,
    name: 'Payment received',
    severity: 'MEDIUM',
    sentences: ({ tip }) => [tip && 'payment-received.tip'],
  },
  'payment-rejected': {
    ...aboutInvoice,
    name: 'Payment not confirmed',
    severity: 'HIGH',
    sentences: (params) => [quoted(params), 'payment-rejected.advice'],
  },
  'payment-refunded': {
    ...aboutInvoice,
    name: 'Payment given back',
    severity: 'HIGH',
    sentences: (params) => [quoted(params), 'payment-refunded.effect'],
  },
  'payout-paid': { ...aboutPayout, name: 'Payout arrived', severity: 'MEDIUM' },
  'payout-failed': {
    ...aboutPayout,
    name: 'Payout failed',
    severity: 'CRITICAL',
    sentences: (params) => [quoted(params), `payout-failed.${params.fix}`, 'payout-failed.effect'],
    secondary: { label: 'FIX_BANK_DETAILS', to: () => '/profile?tab=information#bankingInformation' },
  },
  'referral-rewarded': {
    name: 'Bonus for an invitation',
    severity: 'LOW',
    tags: ['referrals'],
    primary: open(() => '/profile?tab=invite'),
  },
}
