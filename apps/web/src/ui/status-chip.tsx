import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
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

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

export const softTone: Record<Tone, string> = {
  neutral: 'bg-surface-hover text-text-muted',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

interface Look {
  tone: Tone
  Icon: LucideIcon
  label: MessageDescriptor
}

const look = (tone: Tone, Icon: LucideIcon, label: MessageDescriptor): Look => ({ tone, Icon, label })

/**
 * How every state of every object looks, once. Accent asks for something, blue is agreed, orange-yellow waits,
 * green is done, red went wrong, grey is over. The icon says the same without the colour.
 */
const looks: Record<string, Look> = {
  REQUESTED: look('accent', CircleDot, msg`Requested`),
  CONFIRMED: look('info', CalendarCheck, msg`Confirmed`),
  EN_ROUTE: look('info', Truck, msg`On the way`),
  ARRIVED: look('info', MapPin, msg`Arrived`),
  IN_PROGRESS: look('info', Hammer, msg`In progress`),
  PAUSED: look('warning', Pause, msg`Paused`),
  AWAITING_CONFIRMATION: look('warning', Hourglass, msg`Awaiting confirmation`),
  COMPLETED: look('success', CircleCheck, msg`Completed`),
  DISPUTED: look('danger', Scale, msg`Disputed`),
  DECLINED: look('neutral', Ban, msg`Declined`),
  EXPIRED: look('neutral', Clock, msg`Expired`),
  CANCELLED: look('neutral', Ban, msg`Cancelled`),
  NO_SHOW: look('danger', UserX, msg`No-show`),
  DRAFT: look('neutral', Pencil, msg`Draft`),
  SENT: look('info', Send, msg`Sent`),
  VIEWED: look('info', Eye, msg`Viewed`),
  CHANGES_REQUESTED: look('accent', Pencil, msg`Changes requested`),
  ACCEPTED: look('success', CircleCheck, msg`Accepted`),
  WITHDRAWN: look('neutral', Ban, msg`Withdrawn`),
  PASSED: look('neutral', Ban, msg`Passed`),
  SUPERSEDED: look('neutral', Clock, msg`Superseded`),
  ACTIVE: look('success', CircleCheck, msg`Active`),
  ENDED: look('neutral', CircleCheck, msg`Ended`),
  PENDING: look('warning', Hourglass, msg`Pending`),
  UPLOADED: look('info', Send, msg`Uploaded`),
  UNDER_REVIEW: look('warning', Hourglass, msg`Under review`),
  APPROVED: look('success', CircleCheck, msg`Approved`),
  VERIFIED: look('success', CircleCheck, msg`Verified`),
  REJECTED: look('danger', TriangleAlert, msg`Rejected`),
  OPEN: look('accent', CircleDot, msg`Open`),
  ON_HOLD: look('warning', Pause, msg`On hold`),
  RESOLVED: look('success', CircleCheck, msg`Resolved`),
  CLOSED: look('neutral', Ban, msg`Closed`),
}

export const knownStates: readonly string[] = Object.keys(looks)

/** `SOME_STATE` → `Some state`, for a state newer than this page. */
const spelled = (state: string): string => {
  const words = state.toLowerCase().replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The word for a state. */
export function useStateLabel(): (state: string) => string {
  const { _ } = useLingui()
  return (state) => {
    const found = looks[state]
    return found ? _(found.label) : spelled(state)
  }
}

export function StatusChip({ state, className }: { state: string; className?: string }) {
  const label = useStateLabel()
  const { tone, Icon } = looks[state] ?? { tone: 'neutral', Icon: CircleDot }
  return (
    <Chip tone={tone} icon={<Icon size={14} aria-hidden="true" />} {...(className && { className })}>
      {label(state)}
    </Chip>
  )
}

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
