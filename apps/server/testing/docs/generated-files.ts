import { renderBookings } from './booking-docs.ts'
import { callTables } from './call-tables.ts'
import { renderChatProtocol } from './chat-docs.ts'
import { renderContracts } from './contract-docs.ts'
import { renderDisputes } from './dispute-docs.ts'
import { renderErrors } from './error-docs.ts'
import { renderInvoices } from './invoice-docs.ts'
import { compileLayout } from './mail-layout.ts'
import { renderOffers } from './offer-docs.ts'
import { renderReviews } from './review-docs.ts'
import { renderSuspension } from './suspension-docs.ts'
import { renderTickets } from './ticket-docs.ts'

/** Files generated from the protocol and from the mail layout, with what renders them. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  'docs/reference/chat-protocol.md': renderChatProtocol,
  'docs/reference/errors.md': renderErrors,
  'docs/reference/bookings.md': renderBookings,
  'docs/reference/offers.md': renderOffers,
  'docs/reference/contracts.md': renderContracts,
  'docs/reference/invoices.md': renderInvoices,
  'docs/reference/disputes.md': renderDisputes,
  'docs/reference/reviews.md': renderReviews,
  'docs/reference/suspension.md': renderSuspension,
  'docs/reference/tickets.md': renderTickets,
  'apps/server/mails/layout.html': compileLayout,
  ...Object.fromEntries(Object.entries(callTables).map(([file, text]) => [file, () => text])),
}
