import type { FaqCategory, SupportStatus } from '@fettle/protocol/support/support'
import type { TicketCategory, TicketPriority } from '@fettle/protocol/support/tickets'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { momentWithin, ownTimeZone, timeIn } from '../../lib/format/dates.ts'
import type { TicketTab } from './model.ts'

/** Labels of support. */

const topics: Record<FaqCategory, MessageDescriptor> = {
  GETTING_STARTED: msg`Getting started`,
  VERIFICATION: msg`Verification`,
  BOOKINGS: msg`Bookings`,
  OFFERS: msg`Offers`,
  CONTRACTS: msg`Contracts and signatures`,
  PAYOUTS: msg`Money and payouts`,
  CANCELLATIONS: msg`Cancellations and no-shows`,
  DISPUTES: msg`Disputes`,
  CHAT: msg`Messages and notifications`,
  SECURITY: msg`Account security`,
}
export const topicLabel = (topic: FaqCategory): string => i18n._(topics[topic])

const categories: Record<TicketCategory, [label: MessageDescriptor, hint: MessageDescriptor]> = {
  SAFETY: [msg`Safety`, msg`Someone is or was in danger. We answer these first.`],
  BOOKING: [msg`A booking`, msg`Times, changes, cancelling, no-shows`],
  PAYMENT_PAYOUT: [msg`Payments and payouts`, msg`Earnings, invoices, fees, your bank`],
  CUSTOMER_CONDUCT: [msg`Customer behaviour`, msg`Insults, pressure, payments outside the app`],
  OFFER: [msg`An offer`, msg`Writing, sending, acceptance`],
  CONTRACT: [msg`A contract`, msg`Signing, milestones, changes`],
  VERIFICATION: [msg`Verification`, msg`Documents and their review`],
  ACCOUNT: [msg`My account`, msg`Login, email, phone, profile`],
  TECHNICAL: [msg`Something isn't working`, msg`Errors, slow pages, devices`],
  FEEDBACK: [msg`Feedback or an idea`, msg`Tell us what to keep or change`],
  OTHER: [msg`Something else`, msg`Anything else`],
}
/** Form order: urgent categories first. */
export const categoryOrder = Object.keys(categories) as TicketCategory[]
export const categoryLabel = (category: TicketCategory): string => i18n._(categories[category][0])
export const categoryHint = (category: TicketCategory): string => i18n._(categories[category][1])

const priorities: Record<TicketPriority, MessageDescriptor> = {
  LOW: msg`Low priority`,
  NORMAL: msg`Normal priority`,
  HIGH: msg`High priority`,
  URGENT: msg`Urgent`,
}
export const priorityLabel = (priority: TicketPriority): string => i18n._(priorities[priority])

const tabs: Record<TicketTab, MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'state' }),
  answer: msg`Waiting for you`,
  settled: msg`Resolved`,
  all: msg`All`,
}
export const ticketTabLabel = (tab: TicketTab): string => i18n._(tabs[tab])

const statusPartLabels: Record<SupportStatus['parts'][number]['name'], MessageDescriptor> = {
  database: msg`Bookings, offers and contracts`,
  files: msg`Photos and files`,
  jobs: msg`Reminders, mail and notifications`,
}
export const statusPartLabel = (part: SupportStatus['parts'][number]['name']): string => i18n._(statusPartLabels[part])

/** Whether support is open, in the reader's time zone. */
export function opennessText({ isOpen, changesAt }: SupportStatus['hours'], now: Date): string {
  const until = timeIn(changesAt, ownTimeZone())
  const next = momentWithin(changesAt, ownTimeZone(), now)
  return isOpen ? t`We're here until ${until}.` : t`We're away. Back ${next}.`
}

/** Response time of a priority, in support hours. */
export const promiseText = (hours: number): string =>
  hours === 1 ? t`We reply within one working hour.` : t`We reply within ${hours} working hours.`
