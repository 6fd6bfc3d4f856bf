/** Payment periods of invoices. */
export const invoiceSettings = {
  /** Days from issue to due date, unless agreed otherwise. */
  dueDays: 7,
  /** Deposits are due sooner, because a slot is kept free for them. */
  depositDueDays: 3,
} as const
