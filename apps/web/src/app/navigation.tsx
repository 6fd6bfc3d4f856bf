import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import {
  CalendarDays,
  FileText,
  House,
  LifeBuoy,
  MessagesSquare,
  ReceiptText,
  ScrollText,
  Star,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { UnreadSource } from '../lib/browser/unread.ts'
import { paths } from '../routing/paths.ts'

export interface NavItem {
  to: string
  label: MessageDescriptor
  Icon: LucideIcon
  unread?: UnreadSource
  /** Shown in the bottom bar of a phone; the other items are in the More sheet. */
  main: boolean
  /** Shorter name in the bottom bar. */
  barLabel?: MessageDescriptor
}

/** Main navigation, in the order of the rail. */
export const navItems: readonly NavItem[] = [
  { to: paths.home, label: msg`Home`, Icon: House, main: true },
  { to: paths.bookings, label: msg`Bookings`, Icon: CalendarDays, main: true, barLabel: msg`Calendar` },
  { to: paths.messages, label: msg`Messages`, Icon: MessagesSquare, unread: 'messages', main: true },
  { to: paths.customers, label: msg`Customers`, Icon: Users, main: false },
  { to: paths.offers, label: msg`Offers`, Icon: FileText, main: false },
  { to: paths.contracts, label: msg`Contracts`, Icon: ScrollText, main: false },
  { to: paths.earnings, label: msg`Earnings`, Icon: Wallet, main: true, barLabel: msg`Money` },
  { to: paths.invoices, label: msg`Invoices`, Icon: ReceiptText, main: false },
  { to: paths.reviews, label: msg`Reviews`, Icon: Star, main: false },
  { to: paths.support, label: msg`Support`, Icon: LifeBuoy, main: false },
]
