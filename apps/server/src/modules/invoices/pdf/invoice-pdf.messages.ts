/** The PDF of an invoice. */
export const invoicePdfMessages = {
  'invoice.title': 'Invoice {number}',
  'invoice.draft-title': 'Draft invoice',
  'invoice.lines': 'Work done',
  'invoice.deposit-lines': 'Items',
  'invoice.sums': 'Total',
  'invoice.note': 'Note',
  'invoice.deposit': 'Deposit, invoice {number}',
  'invoice.credit': 'Credit note {number}',
  'invoice.paid': 'Paid',
  'invoice.refunded': 'Refunded',
  'invoice.due': 'Balance due',
  'invoice.subject': 'Subject',
  'invoice.issued': 'Issued',
  'invoice.not-issued': 'Not issued yet',
  'invoice.due-by': 'Due by',
  'invoice.void': 'Void. Credit note {number} of {day} cancels {amount}: {reason}',
} as const
