import type { BookingDetails } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { momentText, momentWithin, ownTimeZone } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { cancellationText } from '../../../shared/bookings/cancel-labels.ts'
import type { BookingSheetName } from '../sheet-names.ts'

interface StateNotesProps {
  booking: BookingDetails
  now: Date
  onSheet: (sheet: BookingSheetName) => void
}

/** Explains the status: who has to act, or how the booking ended and at whose cost. */
export function StateNotes({ booking, now, onSheet }: StateNotesProps) {
  const { status, autoConfirmAt, cancellation, noShow, completion } = booking
  const { name } = booking.customer
  const until = autoConfirmAt ? momentText(autoConfirmAt, ownTimeZone(), now) : ''
  const end = cancellation ?? noShow
  return (
    <>
      {isOffered(booking) && <OfferedNote booking={booking} />}
      {status === 'REQUESTED' && booking.awaitingParty === 'CUSTOMER' && !isOffered(booking) && (
        <Banner>
          <Trans>Waiting for {name} to reply to your proposal.</Trans>
        </Banner>
      )}
      {status === 'AWAITING_CONFIRMATION' && (
        <Banner title={<Trans>Waiting for {name} to confirm</Trans>}>
          {autoConfirmAt && <Trans>Confirmed automatically if there's no answer: {until}</Trans>}
        </Banner>
      )}
      {status === 'CANCELLED' && !end && (
        <Banner>
          <Trans>The customer accepted your offer, and the work continues with a contract.</Trans>
        </Banner>
      )}
      {end && <EndNote booking={booking} end={end} now={now} onSheet={onSheet} />}
      {completion && (
        <Banner tone="success" title={completion.partial ? <Trans>Partly done</Trans> : <Trans>Done</Trans>}>
          <bdi>{completion.summary}</bdi>
        </Banner>
      )}
      <SeriesNote booking={booking} />
      <DocumentLinks booking={booking} />
    </>
  )
}

/** Whether the customer's request was answered with an offer. */
const isOffered = ({ status, createdBy, awaitingParty }: BookingDetails): boolean =>
  status === 'REQUESTED' && createdBy === 'CUSTOMER' && awaitingParty === 'CUSTOMER'

function OfferedNote({ booking: { customer, offerId } }: { booking: BookingDetails }) {
  const { name } = customer
  return (
    <Banner
      title={<Trans>Waiting for {name} to reply to your offer</Trans>}
      action={
        offerId && (
          <Link to={paths.offer(offerId)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>View offer</Trans>
          </Link>
        )
      }
    >
      <Trans>If they accept, this booking is confirmed at the price of the offer.</Trans>
    </Banner>
  )
}

interface EndNoteProps extends StateNotesProps {
  /** The cancellation or no-show that ended the booking. */
  end: NonNullable<BookingDetails['cancellation'] | BookingDetails['noShow']>
}

/** Says how the booking ended, what it costs, and whether that is contested. */
function EndNote({ booking, end, now, onSheet }: EndNoteProps) {
  const { name } = booking.customer
  const fee = end.fee.amount
  const amount = fee && fee.amount > 0 ? moneyText(fee) : undefined
  const until = end.contestUntil ? momentWithin(end.contestUntil, ownTimeZone(), now) : undefined
  const reason = cancellationText(booking.cancellation?.reasonCode, end.note)
  const contest = (['contest-cancellation', 'contest-no-show'] as const).find((action) =>
    booking.allowedActions.includes(action),
  )
  return (
    <Banner
      tone="warning"
      action={
        contest && (
          <Button size="sm" variant="secondary" onClick={() => onSheet(contest)}>
            <Trans>It wasn't my fault</Trans>
          </Button>
        )
      }
      title={<EndTitle booking={booking} />}
    >
      {reason && <p dir="auto">{reason}</p>}
      <p>
        {!amount && <Trans>There's no fee.</Trans>}
        {amount && end.fee.payer === 'CUSTOMER' && (
          <Trans>
            {name} owes you {amount}.
          </Trans>
        )}
        {amount && end.fee.payer !== 'CUSTOMER' && <Trans>You owe {amount}.</Trans>}
      </p>
      {end.contest?.status === 'OPEN' && (
        <>
          <p>
            <Trans>This is contested. It won't count against anyone until it's resolved.</Trans>
          </p>
          <p className="mt-2 font-medium">
            {end.contest.by === 'PROVIDER' ? <Trans>You say:</Trans> : <Trans>{name} says:</Trans>}
          </p>
          <p dir="auto">{end.contest.note}</p>
        </>
      )}
      {until && !end.contest && (
        <p>
          <Trans>Can be contested until {until}.</Trans>
        </p>
      )}
    </Banner>
  )
}

function EndTitle({ booking: { customer, cancellation, noShow } }: { booking: BookingDetails }) {
  const { name } = customer
  const who = name
  if (cancellation?.reasonCode === 'WITHDRAWN') {
    return cancellation.by === 'PROVIDER' ? (
      <Trans>You withdrew the request</Trans>
    ) : (
      <Trans>{who} withdrew the request</Trans>
    )
  }
  if (cancellation?.by === 'PROVIDER') return <Trans>You cancelled this booking</Trans>
  if (cancellation) return <Trans>{name} cancelled this booking</Trans>
  if (noShow?.party === 'CUSTOMER') return <Trans>{name} wasn't there</Trans>
  return <Trans>{name} says you were not there</Trans>
}

function SeriesNote({ booking: { seriesId, status } }: { booking: BookingDetails }) {
  if (!seriesId) return null
  if (status === 'REQUESTED') {
    return (
      <Banner
        title={<Trans>This is the first of several visits</Trans>}
        action={
          <Link to={paths.series(seriesId)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>See all visits</Trans>
          </Link>
        }
      >
        <Trans>Your answer applies to all visits.</Trans>
      </Banner>
    )
  }
  return (
    <p className="text-sm">
      <Link to={paths.series(seriesId)} className="inline-flex min-h-9 items-center gap-1.5 font-semibold underline">
        <Repeat size={16} aria-hidden="true" />
        <Trans>Part of a series</Trans>
      </Link>
    </p>
  )
}

function DocumentLinks({ booking }: { booking: BookingDetails }) {
  const { offerId, contractId } = booking
  if (isOffered(booking) || !(offerId ?? contractId)) return null
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {offerId && (
        <Link to={paths.offer(offerId)} className="inline-flex min-h-9 items-center font-semibold underline">
          <Trans>View offer</Trans>
        </Link>
      )}
      {contractId && (
        <Link to={paths.contract(contractId)} className="inline-flex min-h-9 items-center font-semibold underline">
          <Trans>View contract</Trans>
        </Link>
      )}
    </p>
  )
}
