// `npm run docs`: writes the pages generated from the protocol, and the layout of mails.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../../src/platform/config.ts'
import { renderBookings } from './booking-docs.ts'
import { renderChatProtocol } from './chat-docs.ts'
import { renderContracts } from './contract-docs.ts'
import { renderDisputes } from './dispute-docs.ts'
import { renderInvoices } from './invoice-docs.ts'
import { compileLayout } from './mail-layout.ts'
import { renderOffers } from './offer-docs.ts'
import { renderReviews } from './review-docs.ts'
import { renderTickets } from './ticket-docs.ts'

writeFileSync(join(rootDir, 'docs/reference/chat-protocol.md'), renderChatProtocol())
writeFileSync(join(rootDir, 'docs/reference/bookings.md'), renderBookings())
writeFileSync(join(rootDir, 'docs/reference/offers.md'), renderOffers())
writeFileSync(join(rootDir, 'docs/reference/contracts.md'), renderContracts())
writeFileSync(join(rootDir, 'docs/reference/invoices.md'), renderInvoices())
writeFileSync(join(rootDir, 'apps/server/mails/letter.html'), compileLayout())
writeFileSync(join(rootDir, 'docs/reference/disputes.md'), renderDisputes())
writeFileSync(join(rootDir, 'docs/reference/reviews.md'), renderReviews())
writeFileSync(join(rootDir, 'docs/reference/tickets.md'), renderTickets())
