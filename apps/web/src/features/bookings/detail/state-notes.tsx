import type { BookingDetails } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { BookingSheetName } from '../sheet-names.ts'

/** Explains the status: who has to act, or how the booking ended and at whose cost. */
export function StateNotes({
  booking,
  now,
  onSheet,
}: {
  booking: BookingDetails
  now: Date
  onSheet: (sheet: BookingSheetName) => void
}) {
  const notes: ReactNode[] = []
  const { status, customer, autoConfirmAt, cancellation, noShow, completion, offerId, contractId, seriesId } = booking
  const name = customer.name
  const moment = (at: string) => momentText(at, ownTimeZone(), now)
  const isOffered = status === 'REQUESTED' && booking.createdBy === 'CUSTOMER' && booking.awaitingParty === 'CUSTOMER'
  if (isOffered)
    notes.push(
      <Banner
        key="offered"
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
      </Banner>,
    )
  else if (status === 'REQUESTED' && booking.awaitingParty === 'CUSTOMER')
    notes.push(
      <Banner key="waiting">
        <Trans>Waiting for {name} to reply to your proposal.</Trans>
      </Banner>,
    )
  if (status === 'AWAITING_CONFIRMATION') {
    const until = autoConfirmAt ? moment(autoConfirmAt) : ''
    notes.push(
      <Banner key="confirm" title={<Trans>Waiting for {name} to confirm</Trans>}>
        {autoConfirmAt && <Trans>Confirmed automatically if there's no answer: {until}</Trans>}
      </Banner>,
    )
  }
  const ended = cancellation ?? noShow
  if (status === 'CANCELLED' && !ended)
    notes.push(
      <Banner key="replaced">
        <Trans>The customer accepted your offer, and the work continues with a contract.</Trans>
      </Banner>,
    )
  if (ended) {
    const fee = ended.fee.amount
    const amount = fee && fee.amount > 0 ? moneyText(fee) : undefined
    const until = ended.contestUntil ? moment(ended.contestUntil) : undefined
    const contested = ended.contest
    const contest = (['contest-cancellation', 'contest-no-show'] as const).find((action) =>
      booking.allowedActions.includes(action),
    )
    notes.push(
      <Banner
        key="ended"
        tone="warning"
        action={
          contest && (
            <Button size="sm" variant="secondary" onClick={() => onSheet(contest)}>
              <Trans>It wasn't my fault</Trans>
            </Button>
          )
        }
        title={
          cancellation ? (
            cancellation.by === 'PROVIDER' ? (
              <Trans>You cancelled this booking</Trans>
            ) : (
              <Trans>{name} cancelled this booking</Trans>
            )
          ) : noShow?.party === 'CUSTOMER' ? (
            <Trans>{name} wasn't there</Trans>
          ) : (
            <Trans>{name} says you were not there</Trans>
          )
        }
      >
        {ended.note && <p dir="auto">{ended.note}</p>}
        <p>
          {amount ? (
            ended.fee.payer === 'CUSTOMER' ? (
              <Trans>
                {name} owes you {amount}.
              </Trans>
            ) : (
              <Trans>You owe {amount}.</Trans>
            )
          ) : (
            <Trans>There's no fee.</Trans>
          )}
        </p>
        {contested?.status === 'OPEN' && (
          <>
            <p>
              <Trans>This is contested. It won't count against anyone until it's resolved.</Trans>
            </p>
            <p className="mt-2 font-medium">
              {contested.by === 'PROVIDER' ? <Trans>You say:</Trans> : <Trans>{name} says:</Trans>}
            </p>
            <p dir="auto">{contested.note}</p>
          </>
        )}
        {until && !ended.contest && (
          <p>
            <Trans>Can be contested until {until}.</Trans>
          </p>
        )}
      </Banner>,
    )
  }
  if (completion)
    notes.push(
      <Banner key="done" tone="success" title={completion.partial ? <Trans>Partly done</Trans> : <Trans>Done</Trans>}>
        <bdi>{completion.summary}</bdi>
      </Banner>,
    )
  if (seriesId && status === 'REQUESTED')
    notes.push(
      <Banner
        key="series"
        title={<Trans>This is the first of several visits</Trans>}
        action={
          <Link to={paths.series(seriesId)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>See all visits</Trans>
          </Link>
        }
      >
        <Trans>Your answer applies to all visits.</Trans>
      </Banner>,
    )
  else if (seriesId)
    notes.push(
      <p key="series" className="text-sm">
        <Link to={paths.series(seriesId)} className="inline-flex min-h-9 items-center gap-1.5 font-semibold underline">
          <Repeat size={16} aria-hidden="true" />
          <Trans>Part of a series</Trans>
        </Link>
      </p>,
    )
  if (!isOffered && (offerId ?? contractId))
    notes.push(
      <p key="papers" className="flex flex-wrap gap-x-4 text-sm">
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
      </p>,
    )
  return notes.length > 0 ? <>{notes}</> : null
}
