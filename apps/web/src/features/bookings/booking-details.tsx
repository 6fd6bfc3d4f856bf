import type { BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, FileSearch } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { hasCode, hasStatus } from '../../lib/api-error.ts'
import { useNow } from '../../lib/now.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { serviceTypeLabel } from '../../lib/service-types.ts'
import { useTitle } from '../../lib/title.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { bookingQuery, summaryOf } from './api.ts'
import { BookingActions } from './booking-actions.tsx'
import { CustomerPart, DescriptionPart, PlacePart, PricePart, SchedulePart } from './booking-facts.tsx'
import { BookingHistory } from './booking-history.tsx'
import { nextStep } from './model.ts'
import { RefusalBanner } from './refusal-banner.tsx'
import { refusalOfError, useAnswer } from './use-answer.ts'

export interface BookingDetailsProps {
  id: string
  listHref: string
  /** Alone on the screen, with a way back; or beside the list. */
  alone: boolean
}

/** Everything about one booking, and the one thing to do next. */
export function BookingDetails({ id, listHref, alone }: BookingDetailsProps) {
  const client = useQueryClient()
  const query = useQuery(bookingQuery(id))
  // What the list knows is shown at once.
  const known = useMemo(() => summaryOf(client, id), [client, id])
  const booking = query.data
  const summary = booking ?? known
  const back = alone ? listHref : undefined

  if (summary) return <Loaded summary={summary} booking={booking} query={query} back={back} />
  if (query.isPending) return <DetailsSkeleton />
  return <Missing error={query.error} listHref={listHref} busy={query.isFetching} retry={() => void query.refetch()} />
}

interface LoadedProps {
  summary: BookingSummary
  booking: BookingView | undefined
  query: ReturnType<typeof useQuery<BookingView>>
  back: string | undefined
}

function Loaded({ summary, booking, query, back }: LoadedProps) {
  const now = useNow()
  const answer = useAnswer()
  useTitle(summary.title)
  const refusal = refusalOfError(answer.error)
  const step = booking && nextStep(booking, now)
  return (
    <div className="flex h-full flex-col">
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <article className="mx-auto grid max-w-2xl gap-5 px-4 py-5 md:px-8 md:py-8">
          <header className="grid gap-3">
            {back && <BackLink to={back} />}
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <div className="grid gap-1.5">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
                  <StatusChip state={summary.status} />
                  <span className="tabular-nums">{summary.reference}</span>
                  {summary.serviceCategory && <span>{serviceTypeLabel(summary.serviceCategory)}</span>}
                </p>
                <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight md:text-2xl">
                  {summary.title}
                </h1>
              </div>
              {booking && (
                <div className="hidden md:block">
                  <BookingActions booking={booking} now={now} answer={answer} place="header" />
                </div>
              )}
            </div>
          </header>
          {summary.status === 'REQUESTED' && summary.respondBy && (
            <Deadline until={summary.respondBy} onOver={() => void query.refetch()} />
          )}
          {refusal && <RefusalBanner refusal={refusal} />}
          {booking?.slotTaken && refusal?.kind !== 'conflict' && (
            <Banner tone="warning" title={<Trans>You already have a job at this time</Trans>}>
              <Trans>Decline, or message the customer and agree on another time.</Trans>
            </Banner>
          )}
          <div className="grid items-start gap-4 @xl:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="grid gap-4">
              <SchedulePart booking={summary} now={now} />
              {booking ? (
                <PlacePart booking={booking} offerDirections={step !== 'directions'} />
              ) : (
                <Skeleton className="h-28" />
              )}
              {booking ? <DescriptionPart description={booking.description} /> : <Skeleton className="h-28" />}
            </div>
            <div className="grid gap-4">
              {booking ? (
                <CustomerPart booking={booking} offerMessage={step === 'accept'} />
              ) : (
                <Skeleton className="h-36" />
              )}
              <PricePart booking={summary} />
            </div>
          </div>
          <BookingHistory id={summary.id} now={now} />
        </article>
      </div>
      {booking && (
        <div className="shrink-0 border-t border-line bg-surface-raised px-4 py-3 md:hidden">
          <BookingActions booking={booking} now={now} answer={answer} place="bar" />
        </div>
      )}
    </div>
  )
}

const BackLink = ({ to }: { to: string }) => (
  <Link
    to={to}
    className="-ms-2 -mt-2 inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-control pe-3 text-sm font-semibold text-text-muted hover:text-text"
  >
    <ChevronLeft size={20} aria-hidden="true" />
    <Trans>Bookings</Trans>
  </Link>
)

function Deadline({ until, onOver }: { until: string; onOver: () => void }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card border border-line bg-surface-sunken px-4 py-3">
      <span className="font-medium">
        <Trans>Time to answer</Trans>
      </span>
      <Countdown until={until} over={t`The time to answer has passed`} onOver={onOver} className="text-lg" />
    </p>
  )
}

function DetailsSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto grid max-w-2xl gap-5 px-4 py-5 md:px-8 md:py-8">
      <p className="sr-only">
        <Trans>Loading</Trans>
      </p>
      <Skeleton className="h-6 w-52" />
      <Skeleton className="h-9 w-3/4" />
      <Skeleton className="h-14" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  )
}

function Missing(props: { error: unknown; listHref: string; busy: boolean; retry: () => void }) {
  const { error, listHref, busy, retry } = props
  const gone = hasCode(error, 'NOT_FOUND') || hasStatus(error, 404, 422)
  const toList = (
    <Link to={listHref} className={buttonClass({ variant: gone ? 'primary' : 'secondary' })}>
      <Trans>All bookings</Trans>
    </Link>
  )
  useTitle(gone ? t`Booking not found` : t`Booking`)
  return (
    <EmptyState
      icon={<FileSearch size={26} />}
      title={gone ? <Trans>We couldn't find that booking.</Trans> : <Trans>The booking could not be loaded.</Trans>}
      action={
        gone ? (
          toList
        ) : (
          <>
            <Button busy={busy} onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
            {toList}
          </>
        )
      }
    >
      {gone ? (
        <Trans>The address may be wrong, or it belongs to another account.</Trans>
      ) : (
        errorText(error, t`Try again in a moment.`)
      )}
    </EmptyState>
  )
}
