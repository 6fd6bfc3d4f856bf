import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { getSeries, getSeriesTimeline, previewSeriesAnswer } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { durationText, momentText, ownTimeZone, timeIn } from '../../lib/format/dates.ts'
import { priceText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { queryOf } from '../../lib/http/query.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { Missing } from '../../shared/errors/missing.tsx'
import { serviceTypeLabel } from '../../shared/bookings/service-types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useBack } from '../../routing/use-back.ts'
import { useBookingsName } from '../../routing/page-names.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { StatusChip } from '../../ui/feedback/status-chip.tsx'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { MessageButton } from '../../shared/customers/message-button.tsx'
import { BookingSection } from './detail/booking-section.tsx'
import { ruleText } from './series/rule-labels.ts'
import { seriesHistoryEntryOf, seriesStateLabel } from './series/series-labels.ts'
import { OccurrenceRows } from './series/visit-rows.tsx'
import { AnswerSeries } from './series/answer-series.tsx'
import { SeriesSheet } from './series/series-sheet.tsx'
import { WithdrawSeries } from './series/withdraw-series.tsx'

/** Page of a booking series: its rule, its visits and the answer to all of them. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(queryOf(getSeries, { params: { id } }))
  const back = useBack({ to: paths.bookings, label: useBookingsName() })
  const series = query.data
  // A new key: a sheet of one series must not act on the next.
  if (series) return <LoadedSeries key={id} series={series} back={back} onOver={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Page title={t`Series`} back={back}>
        <SkeletonList rows={4} />
      </Page>
    )
  }
  return (
    <Missing
      query={query}
      title={{ gone: t`Series not found`, failed: t`Series` }}
      headings={{
        gone: <Trans>We couldn't find that series.</Trans>,
        failed: <Trans>We couldn't load the series.</Trans>,
      }}
      list={{ to: paths.bookings, label: <Trans>All bookings</Trans> }}
    />
  )
}

function LoadedSeries({ series, back, onOver }: { series: BookingSeries; back: Back; onOver: () => void }) {
  const now = useNow()
  const [sheet, setSheet] = useState<'change' | 'withdraw'>()
  const { customer, status, allowedActions, respondBy, timeZone } = series
  const isMine = allowedActions.includes('accept')
  // The preview is above the rest: wait for it, so that the layout does not shift.
  const preview = useQuery({ ...queryOf(previewSeriesAnswer, { params: { id: series.id } }), enabled: isMine })
  const close = () => setSheet(undefined)
  const name = customer.name
  return (
    <Page
      title={series.title}
      back={back}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusChip state={status} label={seriesStateLabel(status)} />
          <span className="inline-flex items-center gap-1.5">
            <Repeat size={16} aria-hidden="true" />
            {ruleText(series)}
          </span>
        </span>
      }
      actions={
        <>
          {allowedActions.includes('withdraw') && (
            <Button variant="secondary" onClick={() => setSheet('withdraw')}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
          {allowedActions.includes('edit') && (
            <Button variant="secondary" onClick={() => setSheet('change')}>
              <Trans>Edit series</Trans>
            </Button>
          )}
        </>
      }
    >
      {status === 'PENDING' && !isMine && (
        <Banner title={<Trans>Waiting for {name} to reply</Trans>}>
          <Trans>The customer accepts or declines the whole series. We'll hold the times until then.</Trans>
        </Banner>
      )}
      {status === 'PENDING' && respondBy && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card border border-line bg-surface-sunken px-4 py-3">
          <span className="font-medium">
            {isMine ? <Trans>Time to reply</Trans> : <Trans>Customer's time to reply</Trans>}
          </span>
          <Countdown until={respondBy} over={t`The deadline to reply has passed`} onOver={onOver} className="text-lg" />
        </p>
      )}
      {isMine && preview.isPending ? (
        <SkeletonList rows={4} />
      ) : (
        <>
          {isMine && <AnswerSeries series={series} now={now} />}
          <div className="grid items-start gap-4 md:grid-cols-2">
            <BookingSection title={<Trans>Customer</Trans>}>
              <div className="flex items-center gap-3">
                <Avatar name={name} src={customer.avatar} size="lg" />
                <p dir="auto" className="min-w-0 flex-1 truncate text-lg font-semibold">
                  {name}
                </p>
              </div>
              <MessageButton customerId={customer.id} quiet />
            </BookingSection>
            <BookingSection title={<Trans>Each visit</Trans>}>
              <Facts
                items={[
                  { label: <Trans>Start</Trans>, value: timeIn(`1970-01-01T${series.localStart}Z`, 'UTC') },
                  { label: <Trans>Duration</Trans>, value: durationText(series.durationMinutes) },
                  { label: <Trans>Price</Trans>, value: priceText(series.price) },
                  { label: <Trans>Where</Trans>, value: series.city },
                  ...(series.serviceCategory
                    ? [{ label: <Trans>Service</Trans>, value: serviceTypeLabel(series.serviceCategory) }]
                    : []),
                ]}
              />
            </BookingSection>
          </div>
          {series.description && (
            <BookingSection title={<Trans>The job</Trans>}>
              <p dir="auto" className="whitespace-pre-line">
                {series.description}
              </p>
            </BookingSection>
          )}
          {!isMine && (
            <BookingSection title={<Trans>Visits</Trans>}>
              <OccurrenceRows visits={series.occurrences} timeZone={timeZone} />
            </BookingSection>
          )}
          <History series={series} now={now} />
        </>
      )}
      {sheet === 'change' && <SeriesSheet seriesId={series.id} now={now} onClose={close} />}
      {sheet === 'withdraw' && <WithdrawSeries series={series} now={now} onClose={close} />}
    </Page>
  )
}

function History({ series, now }: { series: BookingSeries; now: Date }) {
  const query = useQuery(queryOf(getSeriesTimeline, { params: { id: series.id } }))
  const { data } = query
  if (!data && query.isError) return <LoadError title={t`We couldn't load the history.`} query={query} />
  if (!data || data.length === 0) return null
  return (
    <BookingSection title={<Trans>History</Trans>}>
      <Timeline
        items={data.toReversed().map((entry) => ({
          id: entry.id,
          ...seriesHistoryEntryOf(entry),
          at: momentText(entry.at, ownTimeZone(), now),
          dateTime: entry.at,
        }))}
      />
    </BookingSection>
  )
}
