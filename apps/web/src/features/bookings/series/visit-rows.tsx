import type { Occurrence, PreviewedOccurrence } from '@fettle/protocol/bookings/series'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CircleAlert, CircleCheck, CircleDashed, CircleSlash, Moon, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { longDay, slotText, timeSpan } from '../../../lib/format/dates.ts'

interface RowProps {
  Icon: LucideIcon
  tone: string
  visit: { startAt: string; endAt: string }
  timeZone: string
  children?: ReactNode
}

function Row({ Icon, tone, visit, timeZone, children }: RowProps) {
  return (
    <span className="flex items-start gap-3 text-sm">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="grid">
        <span className="tabular-nums">
          {longDay(visit.startAt, timeZone)},{' '}
          <span className="whitespace-nowrap">{timeSpan(visit.startAt, visit.endAt, timeZone)}</span>
        </span>
        {children}
      </span>
    </span>
  )
}

const statusStyles = {
  FREE: { Icon: CircleCheck, tone: 'text-success' },
  CONFLICT: { Icon: CircleAlert, tone: 'text-danger' },
  OFF_HOURS: { Icon: Moon, tone: 'text-warning' },
} as const

/** Visits of a proposed series, each with its conflict, if any. */
export function PreviewRows(props: {
  visits: readonly PreviewedOccurrence[]
  timeZone: string
  now: Date
  /** Says of each visit whose slot is taken that it was moved or left out. */
  outcome?: 'moved' | 'left-out'
}) {
  const { visits, timeZone, now, outcome } = props
  return (
    <ul className="grid divide-y divide-line">
      {visits.map((visit) => {
        const { index, status, suggestion } = visit
        const instead = suggestion ? slotText({ ...suggestion, timeZone }, now) : ''
        return (
          <li key={index} className="py-1.5">
            <Row {...statusStyles[status]} visit={visit} timeZone={timeZone}>
              {status === 'CONFLICT' && (
                <span className="text-danger">
                  {outcome === 'left-out' || (outcome === 'moved' && !suggestion) ? (
                    <Trans>Clash: skipped</Trans>
                  ) : outcome === 'moved' ? (
                    <Trans>Clash. Moved to: {instead}</Trans>
                  ) : suggestion ? (
                    <Trans>Clash. Suggested: {instead}</Trans>
                  ) : (
                    <Trans>Clashes with your calendar.</Trans>
                  )}
                </span>
              )}
              {status === 'OFF_HOURS' && (
                <span className="text-warning">
                  <Trans>Outside your working hours.</Trans>
                </span>
              )}
            </Row>
          </li>
        )
      })}
    </ul>
  )
}

const stageLabels = {
  PLANNED: { Icon: CircleDashed, tone: 'text-text-muted' },
  BOOKED: { Icon: CalendarCheck, tone: 'text-info' },
  SKIPPED: { Icon: CircleSlash, tone: 'text-text-muted' },
  CANCELLED: { Icon: CircleSlash, tone: 'text-text-muted' },
} as const

function stageText({ status, detached }: Occurrence): string | undefined {
  switch (status) {
    case 'SKIPPED':
      return t`Skipped`
    case 'CANCELLED':
      return t`Cancelled`
    case 'PLANNED':
      return detached ? t`At another time` : undefined
    case 'BOOKED':
      return detached ? t`Changed separately` : undefined
  }
}

/** Visits of a series. Visits with a booking link to it, unless `plain`. */
export function OccurrenceRows(props: { visits: readonly Occurrence[]; timeZone: string; plain?: boolean }) {
  const { visits, timeZone, plain = false } = props
  return (
    <ul className="grid divide-y divide-line">
      {visits.map((visit) => {
        const text = stageText(visit)
        const row = (
          <Row {...stageLabels[visit.status]} visit={visit} timeZone={timeZone}>
            {text && (
              <span dir="auto" className="text-text-muted">
                {text}
              </span>
            )}
          </Row>
        )
        return (
          <li key={visit.index}>
            {visit.bookingId && !plain ? (
              <Link
                to={paths.booking(visit.bookingId)}
                className="-mx-2 block rounded-control px-2 py-2.5 hover:bg-surface-hover active:bg-surface-hover"
              >
                {row}
              </Link>
            ) : (
              <span className={plain ? 'block py-1.5' : 'block py-2.5'}>{row}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
