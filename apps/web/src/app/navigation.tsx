import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import {
  CalendarDays,
  FileText,
  House,
  LifeBuoy,
  MessagesSquare,
  ScrollText,
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
}

/** Main navigation, in the order of the rail. */
export const navItems: readonly NavItem[] = [
  { to: paths.home, label: msg`Home`, Icon: House, main: true },
  { to: paths.bookings, label: msg`Bookings`, Icon: CalendarDays, main: true },
  { to: paths.messages, label: msg`Messages`, Icon: MessagesSquare, unread: 'messages', main: true },
  { to: paths.offers, label: msg`Offers`, Icon: FileText, main: true },
  { to: paths.contracts, label: msg`Contracts`, Icon: ScrollText, main: false },
  { to: paths.earnings, label: msg`Earnings`, Icon: Wallet, main: false },
  { to: paths.support, label: msg`Support`, Icon: LifeBuoy, main: false },
]
