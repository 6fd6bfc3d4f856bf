import { addressLines } from '@fettle/protocol/bookings/address'
import { SlotWarningText } from '../../../shared/bookings/slot-warning-text.tsx'
import type { BookingDetails, BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Copy, Phone } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import {
  dayAndTime,
  dayName,
  durationText,
  foreignClock,
  longDay,
  momentText,
  ownTimeZone,
  timeSpan,
} from '../../../lib/format/dates.ts'
import { moneyText, priceText } from '../../../lib/format/money.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DirectionsLink } from './booking-actions.tsx'
import { MessageButton } from '../../../shared/customers/message-button.tsx'
import { tabOf } from '../list/booking-tabs.ts'
import { pauseReasonLabel } from '../sheets/reason-labels.ts'
import { BookingSection } from './booking-section.tsx'
import { SiteMap, useSite } from './site-map.tsx'
import { UnscheduledSection } from './unscheduled-section.tsx'

const minutesOf = (startAt: string, endAt: string) => Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000)

/** Start and end in the site's time zone, and in the reader's own where that differs. */
export function ScheduleSection({ booking, now }: { booking: BookingSummary | BookingView; now: Date }) {
  const { startAt, endAt, timeZone } = booking
  const more = 'allowedActions' in booking ? booking : undefined
  if (startAt === null || endAt === null) return <UnscheduledSection booking={more} />
  const window = more && more.arrivalWindowMinutes > 0 ? durationText(more.arrivalWindowMinutes) : undefined
  const eta = more?.etaAt && more.status === 'EN_ROUTE' ? momentText(more.etaAt, timeZone, now) : undefined
  const paused = more?.pause && more.status === 'PAUSED' ? pauseReasonLabel(more.pause.reasonCode) : undefined
  const resumes =
    more?.pause?.resumeOn && more.status === 'PAUSED' ? momentText(more.pause.resumeOn, timeZone, now) : undefined
  const clock = foreignClock(startAt, timeZone)
  const near = dayName(startAt, timeZone, now)
  const date = longDay(startAt, timeZone)
  const ownSpan = timeSpan(startAt, endAt, ownTimeZone())
  return (
    <BookingSection title={<Trans>When</Trans>}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-xl font-semibold tabular-nums">{timeSpan(startAt, endAt, timeZone)}</span>
        <span className="text-text-muted">{durationText(minutesOf(startAt, endAt))}</span>
      </p>
      <p>{[t`Today`, t`Tomorrow`, t`Yesterday`].includes(near) ? dayAndTime(near, date) : date}</p>
      {window && (
        <p className="text-sm text-text-muted">
          <Trans>Arrive within {window} of the start time.</Trans>
        </p>
      )}
      {eta && (
        <p className="text-sm text-text-muted">
          <Trans>Arrival time you gave: {eta}</Trans>
        </p>
      )}
      {paused && (
        <p className="text-sm text-text-muted">
          <Trans>Paused: {paused}</Trans>
        </p>
      )}
      {resumes && (
        <p className="text-sm text-text-muted">
          <Trans>Resumes: {resumes}</Trans>
        </p>
      )}
      {more && more.warnings.length > 0 && (
        <ul className="grid gap-1 text-sm font-medium text-warning">
          {more.warnings.map(({ code, message, bookingId }) => (
            <li key={code}>
              <SlotWarningText message={message} bookingId={bookingId} />
            </li>
          ))}
        </ul>
      )}
      {clock && (
        <p className="text-sm text-text-muted">
          <Trans>
            {clock}. Your time: {ownSpan}.
          </Trans>
        </p>
      )}
    </BookingSection>
  )
}

export function PriceSection({
  booking,
  children,
}: {
  booking: BookingSummary | BookingDetails
  children?: ReactNode
}) {
  // Of a visit that a milestone pays, the total is extra work alone.
  const total = 'adjustedTotal' in booking && booking.milestoneId === null ? booking.adjustedTotal : null
  const agreed = booking.price.amount
  const isAdjusted = total !== null && total.amount !== agreed?.amount
  const agreedText = priceText(booking.price)
  const isOffered = 'awaitingParty' in booking && booking.awaitingParty === 'CUSTOMER'
  return (
    <BookingSection title={<Trans>Price</Trans>}>
      <p className="text-xl font-semibold tabular-nums">{isAdjusted ? moneyText(total) : agreedText}</p>
      {isAdjusted && (
        <p className="text-sm text-text-muted">
          <Trans>Includes the extra work the customer agreed to. Before: {agreedText}.</Trans>
        </p>
      )}
      {booking.price.model === 'TO_QUOTE' && !isOffered && !isAdjusted && tabOf(booking) !== 'past' && (
        <p className="text-sm text-text-muted">
          <Trans>The customer is waiting for your price.</Trans>
        </p>
      )}
      {children}
    </BookingSection>
  )
}

/** Customer details and the ways to reach them. */
export function CustomerSection({ booking, offerMessage }: { booking: BookingView; offerMessage: boolean }) {
  const { name, avatar, phone, completedWithYou } = booking.customer
  const reachable = phone !== null && !phone.includes('•')
  return (
    <BookingSection title={<Trans>Customer</Trans>}>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={avatar} size="lg" />
        <div className="min-w-0">
          <p className="text-lg leading-snug font-semibold wrap-anywhere">
            <Link
              to={paths.customer(booking.customer.id)}
              className="underline-offset-4 focus-visible:-outline-offset-2 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </p>
          {phone && (
            <p className="text-sm text-text-muted tabular-nums">
              <bdi>{phone}</bdi>
            </p>
          )}
          <p className="text-sm text-text-muted">
            {completedWithYou > 0 ? (
              <Plural value={completedWithYou} one="# job done with you" other="# jobs done with you" />
            ) : (
              <Trans>New to you</Trans>
            )}
          </p>
        </div>
      </div>
      {phone && !reachable && booking.status === 'REQUESTED' && (
        <p className="text-sm text-text-muted">
          <Trans>Accept to see the phone number.</Trans>
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
          {offerMessage && <MessageButton customerId={booking.customer.id} quiet className="flex-1" />}
        </div>
      )}
    </BookingSection>
  )
}

/** Address: the city until the booking is confirmed, then everything needed to get there. */
export function LocationSection({ booking, offerDirections }: { booking: BookingView; offerDirections: boolean }) {
  const lines = addressLines(booking.location)
  const { pins, away } = useSite(booking)
  const { line1, accessNotes, parkingNotes, pets, contactName, contactPhone } = booking.location
  const copy = () =>
    navigator.clipboard.writeText(lines.join(', ')).then(
      () => toast.success(t`Address copied`),
      () => toast.error(t`We couldn't copy the address.`),
    )
  return (
    <BookingSection
      title={<Trans>Where</Trans>}
      aside={
        away && (
          <span className="text-sm text-text-muted tabular-nums">
            <Trans>{away} from your base</Trans>
          </span>
        )
      }
    >
      <SiteMap pins={pins} />
      <div className="flex items-start gap-2">
        <address className="flex-1 not-italic">
          {lines.map((line, index) => (
            <span key={index} dir="auto" className={index === 0 ? 'block font-semibold' : 'block'}>
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
          <Trans>Accept to see the full address.</Trans>
        </p>
      )}
      {accessNotes && <Note title={<Trans>Access</Trans>}>{accessNotes}</Note>}
      {parkingNotes && <Note title={<Trans>Parking</Trans>}>{parkingNotes}</Note>}
      {pets && <Note title={<Trans>Pets</Trans>}>{pets}</Note>}
      {contactName && (
        <Note title={<Trans>Ask for</Trans>}>
          {contactName}
          {contactPhone && (
            <a href={`tel:${contactPhone}`} className="ms-2 font-semibold text-accent-text underline">
              {contactPhone}
            </a>
          )}
        </Note>
      )}
      {offerDirections && <DirectionsLink booking={booking} className="mt-1" />}
    </BookingSection>
  )
}

const Note = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="grid gap-0.5 text-sm">
    <p dir="auto" className="font-semibold">
      {title}
    </p>
    <p dir="auto" className="whitespace-pre-line">
      {children}
    </p>
  </div>
)

export function DescriptionSection({ description }: { description: string }) {
  return (
    <BookingSection title={<Trans>The job</Trans>}>
      {description ? (
        <p dir="auto" className="whitespace-pre-line">
          {description}
        </p>
      ) : (
        <p className="text-text-muted">
          <Trans>No description</Trans>
        </p>
      )}
    </BookingSection>
  )
}
