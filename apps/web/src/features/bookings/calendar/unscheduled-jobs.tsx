import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { durationText } from '../../../lib/format/dates.ts'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { Card } from '../../../ui/layout/card.tsx'

/** Jobs without a time, each opening the sheet that proposes one. */
export function UnscheduledJobs({ jobs, href }: { jobs: CalendarView['unscheduled']; href: (id: string) => string }) {
  return (
    <Card className="grid content-start gap-1 p-3">
      <h3 className="px-2 font-semibold">
        <Trans>Unscheduled</Trans>
      </h3>
      <ul aria-label={t`Unscheduled`} className="grid">
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
    </Card>
  )
}

const withAction = (path: string) => `${path}${path.includes('?') ? '&' : '?'}action=reschedule`
