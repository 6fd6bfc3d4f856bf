import type { BookingDetails as Details, BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePen } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { hasCode } from '../../../lib/http/api-error.ts'
import { whenIdle } from '../../../lib/browser/idle.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { useOpened } from '../../../lib/browser/opened-records.ts'
import { useTitle } from '../../../lib/browser/title.ts'
import { useOrigin } from '../../../routing/origins.ts'
import { replaceSearchParams } from '../../../routing/replace-search-params.ts'
import { Missing } from '../../../shared/errors/missing.tsx'
import { useBack } from '../../../routing/use-back.ts'
import { useBookingsName } from '../../../routing/page-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { BookingChip } from '../../../shared/bookings/booking-chip.tsx'
import { BackLink, type Back } from '../../../ui/navigation/back-link.tsx'
import { bookingQuery, summaryOf } from '../api.ts'
import { actionLabel } from '../booking-labels.ts'
import { BookingActions } from './booking-actions.tsx'
import {
  CustomerSection,
  DescriptionSection,
  LocationSection,
  PriceSection,
  ScheduleSection,
} from './booking-facts.tsx'
import { applyQueuedMutations } from '../offline/offline-actions.ts'
import { nextStep, withDecision } from '../next-step.ts'
import { PendingChip } from '../offline/pending-chip.tsx'
import { markRead } from '../list/read-state.ts'
import { StateNotes } from './state-notes.tsx'
import { isSheet, type BookingSheetName } from '../sheet-names.ts'
import { useAnswer } from './use-answer.ts'
import { useSendOffer } from './use-send-offer.ts'
import { useOfflineActions, useBookingMutations } from '../offline/use-offline-actions.ts'
import { ChecklistSection } from '../work/checklist-section.tsx'
import { ExtraWork } from '../work/extra-work.tsx'
import { PhotosSection } from '../work/photos-section.tsx'
import { SyncReview } from '../work/sync-review.tsx'
import { WorkSections } from '../work/work-sections.tsx'
import { OtherJobRefusal } from './other-job-refusal.tsx'
import { Proposal } from '../sheets/proposal.tsx'
import { BookingHistory } from './booking-history.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { SlotTaken } from './slot-taken.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { DisputeEntry } from '../../../shared/disputes/dispute-entry.tsx'
import { InvoiceLinks } from '../../../shared/documents/invoice-links.tsx'
import { WorkReview } from '../../../shared/reviews/work-review.tsx'

// The sheets are no part of the first screen. They load when the page is idle, so that they also open offline.
const loadSheets = async () => ({ default: (await import('../sheets/sheets.tsx')).Sheets })
const Sheets = lazy(loadSheets)
void whenIdle()
  .then(loadSheets)
  .catch(() => undefined)

export interface BookingDetailsProps {
  id: string
  listHref: string
  /** Full screen with a back link; otherwise beside the list. */
  alone: boolean
}

/** All details of one booking, with its next action. */
export function BookingDetails({ id, listHref, alone }: BookingDetailsProps) {
  const client = useQueryClient()
  const query = useQuery(bookingQuery(id))
  const mutations = useBookingMutations(id)
  // Show the list's summary at once. When the page is opened by its address, wait for both: the summary would appear
  // only a moment before the rest, which would then shift the layout.
  const isArriving = !useOrigin() && query.fetchStatus === 'fetching' && query.errorUpdateCount === 0
  const cachedSummary = useMemo(() => (isArriving ? undefined : summaryOf(client, id)), [isArriving, client, id])
  const pendingStatus = usePendingStatus(id)
  const booking = useMemo(() => {
    const read = query.data && applyQueuedMutations(query.data, mutations)
    return read && pendingStatus ? withDecision(read, pendingStatus === 'CONFIRMED' ? 'accept' : 'decline') : read
  }, [query.data, mutations, pendingStatus])
  const summary = booking ?? cachedSummary
  const back = useBack({ to: listHref, label: useBookingsName() })

  if (summary) return <Loaded summary={summary} booking={booking} query={query} back={alone ? back : undefined} />
  if (query.isPending) return <DetailsSkeleton />
  return (
    <Missing
      query={query}
      title={{ gone: t`Booking not found`, failed: t`Booking` }}
      headings={{
        gone: <Trans>We couldn't find that booking.</Trans>,
        failed: <Trans>We couldn't load the booking.</Trans>,
      }}
      list={{ to: listHref, label: <Trans>All bookings</Trans> }}
    />
  )
}

/** Opens the sheet an address asks for, once: `?action=decline` comes from a notification. */
function useSheet(booking: Details | undefined) {
  const [search, setSearch] = useSearchParams()
  const [sheet, setSheet] = useState<BookingSheetName>()
  const action = search.get('action')
  useEffect(() => {
    if (!action || !booking) return
    const needed = action === 'start-code' ? 'start' : action
    if (isSheet(action) && (booking.allowedActions as readonly string[]).includes(needed)) setSheet(action)
    replaceSearchParams(setSearch, { action: undefined })
  }, [action, booking, setSearch])
  const close = useCallback(() => setSheet(undefined), [])
  return { sheet, open: setSheet, close }
}

interface LoadedProps {
  summary: BookingSummary
  booking: Details | undefined
  query: ReturnType<typeof useQuery<Details>>
  back: Back | undefined
}

function Loaded({ summary, booking, query, back }: LoadedProps) {
  const now = useNow()
  const answer = useAnswer()
  const offline = useOfflineActions(summary.id)
  const { sheet, open, close } = useSheet(booking)
  useTitle(summary.title)
  useOpened({ kind: 'BOOKING', ...summary })
  useEffect(() => markRead(summary), [summary])
  const isAgreed = booking?.confirmedAt !== null

  const actions = booking && { booking, now, answer, offline, onSheet: open }
  const isAsking = hasCode(offline.failed?.error, 'JOB_IN_PROGRESS')
  const refused = answer.error ?? (sheet || isAsking ? undefined : offline.failed?.error)
  // The setting may be newer than the data shown here.
  const asksForCode = offline.failed?.kind === 'start' && hasCode(offline.failed.error, 'START_CODE_WRONG')
  useEffect(() => {
    if (asksForCode) open('start-code')
  }, [asksForCode, open])
  // The entered code is sent with the consent.
  useEffect(() => {
    if (isAsking) close()
  }, [isAsking, close])
  const checklist = booking && isAgreed && (
    <ChecklistSection booking={booking} offline={offline} now={now} onAsk={() => open('adjust')} />
  )
  const work = booking && isAgreed && <WorkSections booking={booking} offline={offline} now={now} />
  // An open dispute blocks everything else, so it is said first.
  const isDisputed = summary.status === 'DISPUTED'
  const dispute = booking && (booking.disputeId !== null || booking.allowedActions.includes('dispute')) && (
    <DisputeEntry
      subject={{ type: 'BOOKING', id: booking.id }}
      mayOpen={booking.allowedActions.includes('dispute')}
      disputeId={booking.disputeId}
      isOpen={isDisputed}
    />
  )
  // On site, what is done there comes before the facts, which have served by then.
  const isOnSite = summary.status === 'ARRIVED' || summary.status === 'IN_PROGRESS'
  return (
    <div className="flex h-full flex-col">
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <article className="mx-auto grid max-w-2xl grid-cols-1 gap-5 px-4 py-5 md:px-8 md:py-8">
          <BookingHeader summary={summary} back={back}>
            {actions && <BookingActions {...actions} placement="header" />}
          </BookingHeader>
          {!booking && query.isError && <LoadError title={t`We couldn't load the booking.`} query={query} />}
          {booking && <SyncReview booking={booking} />}
          {summary.status === 'REQUESTED' && summary.respondBy && (
            <Deadline
              until={summary.respondBy}
              isMine={booking?.awaitingParty !== 'CUSTOMER'}
              onOver={() => void query.refetch()}
            />
          )}
          {refused !== undefined && refused !== null && booking && (
            <RefusalNotice booking={booking} error={refused} answer={answer} offline={offline} now={now} />
          )}
          {booking?.slotTaken && !answer.error && <SlotTaken booking={booking} now={now} />}
          {booking && <StateNotes booking={booking} now={now} onSheet={open} />}
          {isDisputed && dispute}
          {booking?.pendingProposal && (
            <Proposal
              booking={booking}
              proposal={booking.pendingProposal}
              now={now}
              onCounter={() => open('reschedule')}
            />
          )}
          {isOnSite && checklist}
          {isOnSite && work}
          <BookingFacts
            summary={summary}
            booking={booking}
            isLoading={!query.isError}
            now={now}
            onExtraWork={() => open('adjust')}
          />
          {(summary.status === 'COMPLETED' || summary.status === 'NO_SHOW') && (
            <WorkReview work={{ type: 'BOOKING', id: summary.id }} customerName={summary.customer.name} now={now} />
          )}
          {!isOnSite && checklist}
          {!isOnSite && work}
          {booking && !isAgreed && booking.photos.length > 0 && (
            // The customer's photos come before the answer, because they say more than the description.
            <PhotosSection booking={booking} offline={offline} now={now} />
          )}
          {!isDisputed && dispute}
          <BookingHistory id={summary.id} now={now} />
        </article>
      </div>
      {actions && (
        <div data-bottom-bar className="@container shrink-0 border-t border-line bg-surface-raised px-4 py-3 md:hidden">
          <BookingActions {...actions} placement="bar" />
        </div>
      )}
      {isAsking && <OtherJobRefusal offline={offline} />}
      {booking && sheet && (
        <Suspense fallback={null}>
          <Sheets
            sheet={sheet}
            booking={booking}
            offline={offline}
            answer={answer}
            now={now}
            onClose={close}
            onSheet={open}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Status, reference and title, with the actions beside them where there is room. */
function BookingHeader(props: { summary: BookingSummary; back: Back | undefined; children: ReactNode }) {
  const { summary, back, children } = props
  return (
    <header className="grid gap-3">
      {back && <BackLink back={back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
            <BookingChip state={summary.status} />
            <PendingChip id={summary.id} />
            <span className="tabular-nums">{summary.reference}</span>
            {summary.serviceCategory && <span>{serviceTypeLabel(summary.serviceCategory)}</span>}
          </p>
          <h1 dir="auto" tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere md:text-2xl">
            {summary.title}
          </h1>
        </div>
        {children && <div className="hidden md:block">{children}</div>}
      </div>
    </header>
  )
}

interface BookingFactsProps {
  summary: BookingSummary
  /** Undefined while only the summary is known. */
  booking: Details | undefined
  isLoading: boolean
  now: Date
  onExtraWork: () => void
}

/** When, where, what, for whom and for how much. */
function BookingFacts(props: BookingFactsProps) {
  const { summary, booking, isLoading, now, onExtraWork } = props
  const offer = useSendOffer(summary)
  const step = booking && nextStep(booking, now)
  return (
    <div className="grid grid-cols-1 items-start gap-4 @xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <ScheduleSection booking={booking ?? summary} now={now} />
        {booking ? (
          <LocationSection booking={booking} offerDirections={step === 'complete' || step === 'resume'} />
        ) : (
          isLoading && <Skeleton className="h-28" />
        )}
        {booking ? (
          <DescriptionSection description={booking.description} />
        ) : (
          isLoading && <Skeleton className="h-28" />
        )}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {booking ? (
          <CustomerSection booking={booking} offerMessage={step !== 'message'} />
        ) : (
          isLoading && <Skeleton className="h-36" />
        )}
        <PriceSection booking={booking ?? summary}>
          {booking?.allowedActions.includes('send-offer') && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-1 justify-self-start"
              icon={<FilePen size={18} aria-hidden="true" />}
              busy={offer.isPending}
              onClick={() => offer.mutate()}
            >
              {actionLabel('send-offer')}
            </Button>
          )}
          {booking?.confirmedAt && (
            <>
              <ExtraWork booking={booking} now={now} onAsk={onExtraWork} />
              <InvoiceLinks booking={booking} />
            </>
          )}
        </PriceSection>
      </div>
    </div>
  )
}

function Deadline({ until, isMine, onOver }: { until: string; isMine: boolean; onOver: () => void }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card border border-line bg-surface-sunken px-4 py-3">
      <span className="font-medium">
        {isMine ? <Trans>Time to reply</Trans> : <Trans>Customer's time to reply</Trans>}
      </span>
      <Countdown until={until} over={t`The deadline to reply has passed`} onOver={onOver} className="text-lg" />
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
