import type { BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayName, durationText, foreignClock, longDay, ownTimeZone, timeSpan } from '../../lib/dates.ts'
import { priceText } from '../../lib/money.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { DirectionsLink, MessageButton } from './booking-actions.tsx'
import { addressLines } from './model.ts'

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">{title}</h2>
      {children}
    </Card>
  )
}

const minutesOf = ({ startAt, endAt }: BookingSummary) => Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000)

/** When, on the clock of the site; on the reader's own too where that shows something else. */
export function SchedulePart({ booking, now }: { booking: BookingSummary; now: Date }) {
  const { startAt, endAt, timeZone } = booking
  const clock = foreignClock(startAt, timeZone)
  const near = dayName(startAt, timeZone, now)
  const date = longDay(startAt, timeZone)
  const ownSpan = timeSpan(startAt, endAt, ownTimeZone())
  return (
    <Part title={<Trans>When</Trans>}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-xl font-semibold tabular-nums">{timeSpan(startAt, endAt, timeZone)}</span>
        <span className="text-text-muted">{durationText(minutesOf(booking))}</span>
      </p>
      <p>{[t`Today`, t`Tomorrow`, t`Yesterday`].includes(near) ? `${near}, ${date}` : date}</p>
      {clock && (
        <p className="text-sm text-text-muted">
          <Trans>
            {clock}. On your clock: {ownSpan}.
          </Trans>
        </p>
      )}
    </Part>
  )
}

export function PricePart({ booking }: { booking: BookingSummary }) {
  return (
    <Part title={<Trans>Price</Trans>}>
      <p className="text-xl font-semibold tabular-nums">{priceText(booking.price)}</p>
      {booking.price.model === 'TO_QUOTE' && (
        <p className="text-sm text-text-muted">
          <Trans>The customer expects a price from you.</Trans>
        </p>
      )}
    </Part>
  )
}

/** Who asks, and the ways to reach them. */
export function CustomerPart({ booking, offerMessage }: { booking: BookingView; offerMessage: boolean }) {
  const { name, avatar, phone } = booking.customer
  const reachable = phone !== null && !phone.includes('•')
  return (
    <Part title={<Trans>Customer</Trans>}>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={avatar} size="lg" />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">{name}</p>
          {phone && <p className="text-sm text-text-muted tabular-nums">{phone}</p>}
        </div>
      </div>
      {phone && !reachable && booking.status === 'REQUESTED' && (
        <p className="text-sm text-text-muted">
          <Trans>The number is shown once you accept.</Trans>
        </p>
      )}
      {(reachable || offerMessage) && (
        <div className="mt-1 flex flex-wrap gap-3">
          {reachable && (
            <a href={`tel:${phone}`} className={buttonClass({ variant: 'secondary', className: 'flex-1' })}>
              <Phone size={20} aria-hidden="true" />
              <Trans>Call</Trans>
            </a>
          )}
          {offerMessage && <MessageButton booking={booking} quiet className="flex-1" />}
        </div>
      )}
    </Part>
  )
}

/** Where: the city until the booking is confirmed, then everything one needs to arrive. */
export function PlacePart({ booking, offerDirections }: { booking: BookingView; offerDirections: boolean }) {
  const lines = addressLines(booking)
  const { line1, accessNotes } = booking.location
  const copy = () =>
    navigator.clipboard.writeText(lines.join(', ')).then(
      () => toast.success(t`Address copied`),
      () => toast.error(t`The address could not be copied.`),
    )
  return (
    <Part title={<Trans>Where</Trans>}>
      <div className="flex items-start gap-2">
        <address className="flex-1 not-italic">
          {lines.map((line, index) => (
            <span key={index} className={index === 0 ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
        </address>
        {line1 && (
          <IconButton
            label={t`Copy the address`}
            icon={<Copy size={20} />}
            onClick={() => void copy()}
            className="-me-2 -mt-2"
          />
        )}
      </div>
      {!line1 && booking.status === 'REQUESTED' && (
        <p className="text-sm text-text-muted">
          <Trans>The full address is shown once you accept.</Trans>
        </p>
      )}
      {accessNotes && (
        <div className="grid gap-0.5 text-sm">
          <p className="font-semibold">
            <Trans>Getting in</Trans>
          </p>
          <p className="whitespace-pre-line">{accessNotes}</p>
        </div>
      )}
      {offerDirections && <DirectionsLink booking={booking} quiet className="mt-1" />}
    </Part>
  )
}

export function DescriptionPart({ description }: { description: string }) {
  return (
    <Part title={<Trans>The job</Trans>}>
      {description ? (
        <p className="whitespace-pre-line">{description}</p>
      ) : (
        <p className="text-text-muted">
          <Trans>The customer wrote nothing more.</Trans>
        </p>
      )}
    </Part>
  )
}
