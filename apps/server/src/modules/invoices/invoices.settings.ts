/** What a company may want otherwise about invoices. */
export const invoiceSettings = {
  /** Days from issue until an invoice is due, where nothing else was agreed. */
  dueDays: 7,
  /** A deposit is due sooner: work is kept free for it. */
  depositDueDays: 3,
} as const
