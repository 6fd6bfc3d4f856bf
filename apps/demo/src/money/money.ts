import { readData } from '../data.ts'

/** Payments of the demo's customers, and Ada's payouts. */

/** Payment for a finished job, a number of hours after its confirmation. */
export interface DemoPayment {
  job: string
  /** Who collected it: the marketplace, or Ada directly. */
  by: 'marketplace' | 'cash' | 'transfer'
  after: number
  /** Minor units. Default: the whole amount. */
  amount?: number
  tip?: number
  /** The customer's answer to a direct payment. Absent: none yet. */
  answer?: 'confirms' | { rejects: string }
  /** Refund a number of hours later, with the reason. */
  refund?: { after: number; reason: string }
}

/** A step of a payout, some hours after its request. */
export type PayoutStep = { after: number } & (
  | { do: 'cancel' | 'process' | 'pay' }
  | { do: 'fail' | 'return'; why: string }
)

/** Requested payouts by day, with their results. */
export interface DemoPayout {
  daysAgo: number
  amount: number
  steps: PayoutStep[]
}

interface Money {
  /** The identity document, reviewed on the same day. */
  identityDocument: { daysAgo: number }
  /** A voided invoice that was issued again. */
  voidedInvoice: { job: string; after: number; reason: string }
  /** A draft for work handed over yesterday. */
  draftedInvoice: { job: string; note: string }
  /** Jobs not listed are unpaid; one of them is overdue. */
  payments: DemoPayment[]
  payouts: DemoPayout[]
}

export const { identityDocument, voidedInvoice, draftedInvoice, payments, payouts } = readData<Money>('money')
