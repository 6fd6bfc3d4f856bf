import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDot, Moon, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { formatter } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { supportStatusQuery } from '../api.ts'
import { opennessText, statusPartLabel } from '../labels.ts'

/** Support hours, response times and system status. */
export function ContactCard() {
  const now = useNow()
  const isConnected = useConnection()
  const query = useQuery(supportStatusQuery)
  const { data: status, isError } = query
  const broken = status?.parts.filter(({ ok }) => !ok).map(({ name }) => statusPartLabel(name))
  const list = broken && formatter().list(broken, 'and')
  return (
    <Card className="grid content-start gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Contact support</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>Talk to our team. Customers never see this.</Trans>
        </p>
      </div>
      {!status && !isError && (
        <div aria-hidden="true" className="grid min-h-32.5 content-start gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      )}
      {status && (
        <ul className="grid min-h-32.5 content-start gap-2.5 text-sm">
          <li className="flex gap-2.5">
            {status.hours.isOpen ? (
              <CircleDot size={18} aria-hidden="true" className="shrink-0 text-success" />
            ) : (
              <Moon size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
            )}
            <span>{opennessText(status.hours, now)}</span>
          </li>
          <li className="flex gap-2.5">
            <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
            <span>
              <Plural
                value={status.promises.NORMAL}
                one="We answer most questions within # working hour."
                other="We answer most questions within # working hours."
              />
            </span>
          </li>
          <li className="flex gap-2.5">
            {status.status === 'OPERATIONAL' ? (
              <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-success" />
            ) : (
              <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-warning" />
            )}
            <span>
              {status.status === 'OPERATIONAL' ? (
                <Trans>All systems are working.</Trans>
              ) : (
                <Trans>Not working right now: {list}. We already know about it.</Trans>
              )}
            </span>
          </li>
        </ul>
      )}
      {isError && !status && isConnected && (
        <LoadErrorNote query={query}>
          <Trans>We couldn't load the service status.</Trans>
        </LoadErrorNote>
      )}
      {isError && !status && !isConnected && (
        <p className="text-sm text-text-muted">
          <Trans>You're offline. You can read articles, but not contact us.</Trans>
        </p>
      )}
      <Link to={paths.newTicket} className={buttonClass({ wide: true })}>
        <Trans>Write to support</Trans>
      </Link>
    </Card>
  )
}
