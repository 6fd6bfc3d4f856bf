import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { durationText } from '../../../lib/format/dates.ts'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { Card } from '../../../ui/layout/card.tsx'

interface UnscheduledJobsProps {
  jobs: CalendarView['unscheduled']
  href: (id: string) => string
}

/** Jobs without a time, each opening the sheet that proposes one. */
export const UnscheduledJobs = (props: UnscheduledJobsProps) => (
  <Card className="grid content-start gap-1 p-3">
    <h3 className="px-2 font-semibold">
      <Trans>Unscheduled</Trans>
    </h3>
    <Jobs {...props} className="grid" />
  </Card>
)

/** The number of jobs without a time, which opens their list. Draws nothing if there are none. */
export function CollapsibleUnscheduledJobs(props: UnscheduledJobsProps) {
  if (props.jobs.length === 0) return null
  return (
    <Card>
      <details className="group/jobs">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-semibold hover:bg-surface-hover">
          <ChevronRight
            size={18}
            aria-hidden="true"
            className="transition-transform group-open/jobs:rotate-90 rtl:rotate-180 rtl:group-open/jobs:rotate-90"
          />
          <Trans>Unscheduled</Trans>
          <span className="font-normal text-text-muted tabular-nums">{props.jobs.length}</span>
        </summary>
        <Jobs {...props} className="grid grid-cols-2 gap-x-4 border-t border-line p-2 xl:grid-cols-3" />
      </details>
    </Card>
  )
}

const Jobs = ({ jobs, href, className }: UnscheduledJobsProps & { className: string }) => (
  <ul aria-label={t`Unscheduled`} className={className}>
    {jobs.map(({ id, title, customerName, customerAvatar, city, durationMinutes }) => (
      <li key={id}>
        <Link
          to={withAction(href(id))}
          className="grid min-h-11 gap-0.5 rounded-control px-2 py-2 hover:bg-surface-hover active:bg-surface-hover"
        >
          <span dir="auto" className="font-medium text-pretty">
            {title}
          </span>
          <CustomerLine name={customerName} avatar={customerAvatar} className="text-sm text-text-muted">
            {' · '}
            <bdi>{city}</bdi> · {durationText(durationMinutes)}
          </CustomerLine>
          <span className="text-sm font-semibold text-accent-text">
            <Trans>Find a time</Trans>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

const withAction = (path: string) => `${path}${path.includes('?') ? '&' : '?'}action=reschedule`
