import type { ChatUser } from '@fettle/protocol/chat/users/users'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { BookingCard } from '../../../../shared/bookings/booking-card.tsx'
import { LoadErrorNote } from '../../../../shared/errors/load-error-note.tsx'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { bookingsWith } from '../../api.ts'
import { byProximity } from '../../by-proximity.ts'
import { RecentMedia } from './recent-media.tsx'
import { Pane } from './pane.tsx'
import { SharedDocuments } from './shared-documents.tsx'
import { authorName } from '../../message/person-name.ts'

export interface AboutPaneProps {
  /** Undefined in a conversation without another member. */
  person: ChatUser | undefined
  cid: string
  /** Shows all pictures, files and links. */
  onMedia: () => void
}

/** Details of the other person and the shared bookings and documents. */
export function AboutPane({ person, cid, onMedia }: AboutPaneProps) {
  const name = authorName(person)
  return (
    <Pane title={person ? <Trans>About {name}</Trans> : <Trans>About this conversation</Trans>}>
      <div className="grid grid-cols-1 gap-6 px-5 py-6">
        {person && <Avatar name={name} src={person.image} size="xl" className="justify-self-center" />}
        <RecentMedia cid={cid} onMore={onMedia} />
        {person && <WorkBetween customerId={person.id} />}
      </div>
    </Pane>
  )
}

/** Documents load after the bookings, so that the layout does not shift. */
function WorkBetween({ customerId }: { customerId: string }) {
  const { data, isPending } = useQuery(bookingsWith(customerId))
  return (
    <>
      {data && data.length > 0 && (
        <Link
          to={paths.customer(customerId)}
          className="inline-flex min-h-11 items-center justify-self-center font-semibold text-accent-text underline"
        >
          <Trans>Notes and history</Trans>
        </Link>
      )}
      <BookingsBetween customerId={customerId} />
      {!isPending && <SharedDocuments customerId={customerId} />}
    </>
  )
}

function BookingsBetween({ customerId }: { customerId: string }) {
  const now = useNow()
  const bookings = useQuery(bookingsWith(customerId))
  const { data, isPending } = bookings
  return (
    <section aria-label={t`Bookings`} className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold text-text-muted">
        <Trans>Bookings</Trans>
      </h3>
      {isPending && <Skeleton className="h-28" />}
      {!isPending && !data && (
        <LoadErrorNote query={bookings}>
          <Trans>We couldn't load the bookings.</Trans>
        </LoadErrorNote>
      )}
      {data?.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>None yet.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {byProximity(data, now).map((booking) => (
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
