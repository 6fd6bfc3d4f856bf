/** What the demo's customers paid, and what of it reached Ada's bank. */

const naira = (whole: number): number => whole * 100

/** What was paid for a finished job, so many hours after it was confirmed. */
export interface DemoPayment {
  job: string
  /** Of whom the marketplace collected it; otherwise it went from hand to hand. */
  by: 'marketplace' | 'cash' | 'transfer'
  after: number
  /** Minor units; all of it unless less is said. */
  amount?: number
  tip?: number
  /** What the customer says to money that went from hand to hand; nothing yet, otherwise. */
  answer?: 'confirms' | { rejects: string }
  /** It was given back so many hours later, and why. */
  refund?: { after: number; reason: string }
}

/** Those that are missing are still to be paid: one of them is overdue. */
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

/** What Ada took back because it was wrong, and charged anew. */
export const voidedInvoice = {
  job: 'Replace the cistern',
  after: 3,
  reason: 'The wrong number of flushes: charged anew.',
}
/** What was handed over yesterday: she has begun to charge it. */
export const draftedInvoice = {
  job: 'Low pressure upstairs',
  note: 'Thank you, Engineer. The pump is set to 2.4 bar now.',
}

/** Her passport, and a day later the answer to it. */
export const identityDocument = { daysAgo: 181 }

/** Payouts she asked for, so many days ago, and what came of each within the days after. */
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
