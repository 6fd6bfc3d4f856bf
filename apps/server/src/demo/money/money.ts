/** Payments of the demo's customers, and Ada's payouts. */

const naira = (whole: number): number => whole * 100

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

/** Jobs not listed are unpaid; one of them is overdue. */
export const payments: readonly DemoPayment[] = [
  { job: 'Replace the bathroom mixer in flat 2', by: 'marketplace', after: 20 },
  { job: 'Slow kitchen drain', by: 'marketplace', after: 5, tip: naira(2_000) },
  { job: 'Water heater trips the fuse', by: 'transfer', after: 26, answer: 'confirms' },
  { job: 'Grease trap is blocked', by: 'marketplace', after: 30, amount: naira(40_000) },
  { job: 'Grease trap is blocked', by: 'marketplace', after: 130 },
  {
    job: 'Leak under the sink in flat 4',
    by: 'marketplace',
    after: 18,
    refund: { after: 60, reason: 'It leaked again, and the tenant had it mended by somebody else.' },
  },
  {
    job: 'Plumb in the washing machine',
    by: 'cash',
    after: 2,
    amount: naira(32_000),
    answer: { rejects: 'I paid by card, in the app.' },
  },
  { job: 'Plumb in the washing machine', by: 'marketplace', after: 20, amount: naira(15_000) },
  { job: 'Replace the cistern', by: 'cash', after: 130, amount: naira(20_000) },
]

/** A voided invoice that was issued again. */
export const voidedInvoice = {
  job: 'Replace the cistern',
  after: 3,
  reason: 'The wrong number of flushes: charged anew.',
}
/** A draft for work handed over yesterday. */
export const draftedInvoice = {
  job: 'Low pressure upstairs',
  note: 'Thank you, Engineer. The pump is set to 2.4 bar now.',
}

/** The identity document, reviewed a day later. */
export const identityDocument = { daysAgo: 181 }

/** Requested payouts by day, with their results. */
export interface DemoPayout {
  daysAgo: number
  amount: number
  outcome: 'paid' | 'cancelled' | 'failed' | 'returned' | 'waiting'
}
export const payouts: readonly DemoPayout[] = [
  { daysAgo: 25, amount: naira(30_000), outcome: 'paid' },
  { daysAgo: 19, amount: naira(20_000), outcome: 'failed' },
  { daysAgo: 16, amount: naira(20_000), outcome: 'paid' },
  { daysAgo: 12, amount: naira(25_000), outcome: 'cancelled' },
  { daysAgo: 11, amount: naira(10_000), outcome: 'returned' },
  { daysAgo: 1, amount: naira(35_000), outcome: 'waiting' },
]
