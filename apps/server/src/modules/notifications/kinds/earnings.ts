import type { Money } from '@fettle/protocol'
import { open, type NotificationKinds, type NotificationSubject } from './kind.ts'

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
  'payout-failed': OfPayout & { note: string; fix: string }
  /** Reward for an invited provider's first job. */
  'referral-rewarded': { amount: Money }
}

const payout = ({ id }: NotificationSubject) => `/earnings?tab=payouts&payout=${id}`
const aboutInvoice = { tags: ['earnings'], primary: open(({ id }) => `/invoices/${id}`) } as const
const aboutPayout = { tags: ['earnings'], primary: open(payout) } as const

export const earnings: NotificationKinds<EarningsParams> = {
  'payment-received': { ...aboutInvoice, name: 'Payment received', severity: 'MEDIUM' },
  'payment-rejected': { ...aboutInvoice, name: 'Payment not confirmed', severity: 'HIGH' },
  'payment-refunded': { ...aboutInvoice, name: 'Payment given back', severity: 'HIGH' },
  'payout-paid': { ...aboutPayout, name: 'Payout arrived', severity: 'MEDIUM' },
  'payout-failed': {
    ...aboutPayout,
    name: 'Payout failed',
    severity: 'CRITICAL',
    secondary: { label: 'FIX_BANK_DETAILS', to: () => '/profile?tab=information#bankingInformation' },
  },
  'referral-rewarded': {
    name: 'Bonus for an invitation',
    severity: 'LOW',
    tags: ['referrals'],
    primary: open(() => '/profile?tab=invite'),
  },
}
