import { msg } from '@lingui/core/macro'
import { i18n, type MessageDescriptor } from '@lingui/core'
import clsx from 'clsx'
import {
  Ban,
  CalendarCheck,
  CircleCheck,
  CircleDot,
  Clock,
  Eye,
  Hammer,
  Hourglass,
  MapPin,
  Pause,
  Pencil,
  Scale,
  Send,
  TriangleAlert,
  Truck,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { codeText } from '../../lib/format/field-name.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

export const softTone: Record<Tone, string> = {
  neutral: 'bg-surface-hover text-text-muted',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

interface StateStyle {
  tone: Tone
  Icon: LucideIcon
  label: MessageDescriptor
}

/** Chip styles by status. */
export type StateStyles = Readonly<Record<string, StateStyle>>

export const stateStyle = (tone: Tone, Icon: LucideIcon, label: MessageDescriptor): StateStyle => ({
  tone,
  Icon,
  label,
})

/**
 * Style of every status. Accent: action needed; blue: agreed; amber: waiting; green: done; red: failed; grey: closed.
 * Icons repeat the meaning without colour.
 */
const stateStyles: StateStyles = {
  REQUESTED: stateStyle('accent', CircleDot, msg`Requested`),
  OFFER_SENT: stateStyle('info', Send, msg`Offer sent`),
  CONFIRMED: stateStyle('info', CalendarCheck, msg`Confirmed`),
  EN_ROUTE: stateStyle('info', Truck, msg`On the way`),
  ARRIVED: stateStyle('info', MapPin, msg({ message: 'Arrived', context: 'state' })),
  IN_PROGRESS: stateStyle('info', Hammer, msg`In progress`),
  PAUSED: stateStyle('warning', Pause, msg`Paused`),
  AWAITING_CONFIRMATION: stateStyle('warning', Hourglass, msg`Awaiting confirmation`),
  COMPLETED: stateStyle('success', CircleCheck, msg`Completed`),
  DISPUTED: stateStyle('danger', Scale, msg`Disputed`),
  DECLINED: stateStyle('neutral', Ban, msg`Declined`),
  EXPIRED: stateStyle('neutral', Clock, msg`Expired`),
  CANCELLED: stateStyle('neutral', Ban, msg({ message: 'Cancelled', context: 'state' })),
  NO_SHOW: stateStyle('danger', UserX, msg`No-show`),
  DRAFT: stateStyle('neutral', Pencil, msg`Draft`),
  SENT: stateStyle('info', Send, msg({ message: 'Sent', context: 'state' })),
  VIEWED: stateStyle('info', Eye, msg`Viewed`),
  CHANGES_REQUESTED: stateStyle('accent', Pencil, msg`Changes requested`),
  CONVERTED: stateStyle('success', CircleCheck, msg`Converted`),
  ACCEPTED: stateStyle('success', CircleCheck, msg`Accepted`),
  WITHDRAWN: stateStyle('neutral', Ban, msg`Withdrawn`),
  PASSED: stateStyle('neutral', Ban, msg`Not quoted`),
  SUPERSEDED: stateStyle('neutral', Clock, msg({ message: 'Replaced', context: 'state' })),
  ACTIVE: stateStyle('success', CircleCheck, msg({ message: 'Active', context: 'state' })),
  ENDED: stateStyle('neutral', CircleCheck, msg({ message: 'Ended', context: 'state' })),
  PENDING: stateStyle('warning', Hourglass, msg`Pending`),
  UPLOADED: stateStyle('info', Send, msg`Uploaded`),
  UNDER_REVIEW: stateStyle('warning', Hourglass, msg`Under review`),
  APPROVED: stateStyle('success', CircleCheck, msg`Approved`),
  VERIFIED: stateStyle('success', CircleCheck, msg`Verified`),
  REGISTERED: stateStyle('info', CircleDot, msg`Signed up`),
  QUALIFIED: stateStyle('success', CircleCheck, msg`First job done`),
  REWARDED: stateStyle('success', CircleCheck, msg`Bonus earned`),
  REJECTED: stateStyle('danger', TriangleAlert, msg`Rejected`),
  OPEN: stateStyle('accent', CircleDot, msg({ message: 'Open', context: 'state' })),
  ON_HOLD: stateStyle('warning', Pause, msg`On hold`),
  RESOLVED: stateStyle('success', CircleCheck, msg`Resolved`),
  CLOSED: stateStyle('neutral', Ban, msg`Closed`),
}

/** Statuses that have a chip style. */
export const knownStates: readonly string[] = Object.keys(stateStyles)

/** Label of a status. `own` has the styles of statuses that mean something else for a kind of record. */
export function stateLabel(state: string, own: StateStyles = {}): string {
  const found = own[state] ?? stateStyles[state]
  return found ? i18n._(found.label) : codeText(state)
}

/** Chip with the icon, colour and label of a status. `own` as in `stateLabel`. */
export function StatusChip(props: { state: string; own?: StateStyles; label?: string; className?: string }) {
  const { state, own = {}, label = stateLabel(state, own), className } = props
  const { tone, Icon } = own[state] ?? stateStyles[state] ?? { tone: 'neutral', Icon: CircleDot }
  return (
    <Chip tone={tone} icon={<Icon size={14} aria-hidden="true" />} {...(className && { className })}>
      {label}
    </Chip>
  )
}

/** Small label with an optional icon. */
export function Chip(props: { tone?: Tone; icon?: React.ReactNode; children: React.ReactNode; className?: string }) {
  const { tone = 'neutral', icon, children, className } = props
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
        softTone[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
