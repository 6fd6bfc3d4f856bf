import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  BellOff,
  CalendarOff,
  CalendarPlus,
  FilePlus,
  FileSignature,
  Landmark,
  Send,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../../routing/paths.ts'

/** An action the palette can start, or a page it can open. */
export interface SearchAction {
  to: string
  label: MessageDescriptor
  Icon: LucideIcon
}

/** The most frequent first. */
export const actions: readonly SearchAction[] = [
  { to: `${paths.bookings}?new`, label: msg`New booking`, Icon: CalendarPlus },
  { to: `${paths.offers}?new`, label: msg`New offer`, Icon: FilePlus },
  { to: `${paths.invoices}?tab=drafts`, label: msg`Send invoice`, Icon: Send },
  { to: `${paths.contracts}?new`, label: msg`New contract`, Icon: FileSignature },
  { to: paths.notifications, label: msg`Snooze a notification`, Icon: BellOff },
  { to: `${paths.earnings}?tab=payouts`, label: msg`Request payout`, Icon: Landmark },
  { to: `${paths.profile}?tab=availability`, label: msg`Add time off`, Icon: CalendarOff },
]
