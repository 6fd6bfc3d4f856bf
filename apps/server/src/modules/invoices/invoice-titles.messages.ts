/** Titles of invoices that Fettle makes, in the language of their provider. */
export const invoiceTitleMessages = {
  'invoice.title.DEPOSIT': 'Deposit: {title}',
  'invoice.title.CANCELLATION': 'Cancellation at short notice: {title}',
  'invoice.title.NO_SHOW': 'Nobody was there: {title}',
} as const
