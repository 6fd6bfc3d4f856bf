import { bookingUpdates } from '@fettle/protocol/bookings/flow'
import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, TextCursorInput } from 'lucide-react'
import { Suspense, useState, useEffect, useEffectEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { NewBooking } from '../../../app/cards.ts'
import { paths } from '../../../routing/paths.ts'
import { dayAndTime, longDay, timeSpan } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { bookingsWith } from '../api.ts'
import { byProximity } from '../by-proximity.ts'
import { type AddPanelProps, customerOf } from './composer-tools.ts'

/** Panel with the bookings shared with the customer: mention, reschedule or create one. */
export function BookingsPanel(props: AddPanelProps) {
  return <Bookings {...props} moving={false} />
}

/** Statuses that can be rescheduled; the server decides for each booking. */
const reschedulableStatuses: readonly string[] = bookingUpdates.reschedule.from

/** Text about a booking for the customer, in the booking's time zone. */
export function bookingText({ title, reference, startAt, endAt, timeZone }: BookingSummary): string {
  const booking = `${title} (${reference})`
  if (!startAt) return booking
  const day = longDay(startAt, timeZone)
  const when = endAt ? dayAndTime(day, timeSpan(startAt, endAt, timeZone)) : day
  return t`${booking}: ${when}`
}

function Bookings({ tools, onClose, moving }: AddPanelProps & { moving: boolean }) {
  const now = useNow()
  const customerId = customerOf(tools)
  const found = useQuery({ ...bookingsWith(customerId ?? ''), enabled: customerId !== undefined })
  const [isCreating, setIsCreating] = useState(false)
  const shown = byProximity(found.data ?? [], now).filter(
    ({ status }) => !moving || reschedulableStatuses.includes(status),
  )
  if (isCreating) {
    return (
      <Suspense fallback={null}>
        <NewBooking onClose={onClose} />
      </Suspense>
    )
  }
  const insertBooking = (booking: BookingSummary) => {
    onClose()
    tools.insert(bookingText(booking))
  }
  return (
    <Dialog
      onClose={onClose}
      title={moving ? <Trans>Propose another time</Trans> : <Trans>Bookings</Trans>}
      footer={
        !moving &&
        customerId && (
          <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => setIsCreating(true)}>
            <Trans>New booking</Trans>
          </Button>
        )
      }
    >
      {customerId && found.isPending && <SkeletonList rows={2} />}
      {found.isError && !found.data && <LoadError title={t`We couldn't load the bookings.`} query={found} />}
      {(!customerId || (found.data && shown.length === 0)) && (
        <p className="text-text-muted">
          {moving ? (
            <Trans>None of this customer's bookings can be moved.</Trans>
          ) : (
            <Trans>No bookings with this customer yet.</Trans>
          )}
        </p>
      )}
      <ul className="grid gap-3">
        {shown.map((booking) => (
          <li key={booking.id} className="grid gap-3 rounded-card border border-line p-4">
            <BookingCard booking={booking} now={now} />
            <div className="flex flex-wrap gap-2">
              {!moving && (
                <Button
                  size="sm"
                  variant="secondary"
                  icon={<TextCursorInput size={16} aria-hidden="true" />}
                  aria-label={t`Insert: ${booking.title}`}
                  onClick={() => insertBooking(booking)}
                >
                  <Trans>Insert</Trans>
                </Button>
              )}
              {moving ? (
                <Link
                  to={`${paths.booking(booking.id)}?action=reschedule`}
                  aria-label={t`Choose another time: ${booking.title}`}
                  className={buttonClass({ size: 'sm', variant: 'secondary' })}
                >
                  <Trans>Choose another time</Trans>
                </Link>
              ) : (
                <Link
                  to={paths.booking(booking.id)}
                  aria-label={t`Open ${booking.title}`}
                  className={buttonClass({ size: 'sm', variant: 'quiet' })}
                >
                  <Trans>Open</Trans>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Selects the booking to reschedule with this customer. */
export function ReschedulePanel(props: AddPanelProps) {
  return <Bookings {...props} moving />
}

/** Navigates to the offer editor for this customer and back. The text stays as a draft. */
export function OfferPanel({ tools, onClose }: AddPanelProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => {
    const customer = customerOf(tools)
    onClose()
    const from = tools.target.store.cid.replace('messaging:', '')
    void navigate(`${paths.offers}?${new URLSearchParams({ new: '', ...(customer && { customer }), from })}`)
  })
  useEffect(() => go(), [])
  return null
}
