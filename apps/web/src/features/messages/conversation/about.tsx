import type { ChatUser } from '@fettle/protocol/chat/users'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useNow } from '../../../lib/now.ts'
import { BookingCard } from '../../../shared/booking-card.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { bookingsWith } from '../api.ts'
import { byNearness } from '../model.ts'

/** Who one is talking to, and the work there is between the two. */
export function About({ person }: { person: ChatUser }) {
  return (
    <div className="grid gap-6">
      <div className="grid justify-items-center gap-2 text-center">
        <Avatar name={person.name} src={person.image} size="xl" />
        <h2 className="text-lg font-semibold">{person.name}</h2>
      </div>
      <BookingsBetween customerId={person.id} />
    </div>
  )
}

function BookingsBetween({ customerId }: { customerId: string }) {
  const now = useNow()
  const { data, isPending, isFetching, refetch } = useQuery(bookingsWith(customerId))
  return (
    <section aria-label={t`Bookings`} className="grid gap-3">
      <h3 className="text-sm font-semibold text-text-muted">
        <Trans>Bookings</Trans>
      </h3>
      {isPending && <Skeleton className="h-28" />}
      {!isPending && !data && (
        <Button size="sm" variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          <Trans>Load the bookings</Trans>
        </Button>
      )}
      {data?.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>None yet.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="grid gap-3">
          {byNearness(data, now).map((booking) => (
            <li key={booking.id}>
              <Link
                to={paths.booking(booking.id)}
                className="block rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
              >
                <BookingCard booking={booking} now={now} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
