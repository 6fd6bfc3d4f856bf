import type { BookingSeries, SeriesChange, SeriesScope } from '@fettle/protocol/bookings/series'
import { previewSeriesEdit } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { momentText } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { visitsIn } from './model.ts'
import { OccurrenceRows, PreviewRows } from './visit-rows.tsx'

interface AffectedVisitsProps {
  series: BookingSeries
  visits: { scope: SeriesScope; index?: number }
  /** New time entered in an edit; undefined for a cancellation. */
  time: { localStart: string; minutes: string } | undefined
  now: Date
}

/** Lists the visits a change would affect, each with its new time and whether that is free. */
export function AffectedVisits({ series, visits, time, now }: AffectedVisitsProps) {
  const localStart = time?.localStart ?? ''
  const minutes = time?.minutes ?? ''
  const isTimed = localStart !== '' || minutes !== ''
  const preview = useQuery({
    ...queryOf(previewSeriesEdit, {
      params: { id: series.id },
      body: {
        ...visits,
        ...(localStart && { localStart }),
        ...(minutes && { durationMinutes: Number(minutes) }),
      },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data } = preview
  // Until the preview has loaded, compute it here.
  const localPreview = visitsIn(series, visits.scope, visits.index, now)
  const indexes = new Set((data?.occurrences ?? localPreview).map(({ index }) => index))
  const chosen = series.occurrences.filter(({ index }) => indexes.has(index))
  const unchanged = data?.keptOccurrences.length ?? 0
  const taken = isTimed ? (data?.occurrences.filter(({ status }) => status === 'CONFLICT').length ?? 0) : 0
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">
        {time ? <Trans>What would change</Trans> : <Trans>What would be cancelled</Trans>}
      </h3>
      <div role="status" className="grid gap-1 text-sm text-text-muted">
        {chosen.length === 0 ? (
          <p>
            <Trans>None: this visit was moved or started separately.</Trans>
          </p>
        ) : (
          <p>
            <Plural value={chosen.length} one="# visit" other="# visits" />
          </p>
        )}
        {taken > 0 && (
          <p className="font-medium text-danger">
            <Plural
              value={taken}
              one="# of them clashes with your calendar."
              other="# of them clash with your calendar."
            />{' '}
            <Trans>Nothing changes until every visit fits.</Trans>
          </p>
        )}
        {unchanged > 0 && <UnchangedVisits count={unchanged} />}
      </div>
      {preview.isError && !data && (
        <LoadErrorNote query={preview}>{errorText(preview.error, t`We couldn't check these visits.`)}</LoadErrorNote>
      )}
      {isTimed && data ? (
        <PreviewRows visits={data.occurrences} timeZone={series.timeZone} now={now} />
      ) : (
        <OccurrenceRows visits={chosen} timeZone={series.timeZone} plain />
      )}
    </section>
  )
}

const UnchangedVisits = ({ count }: { count: number }) => (
  <p>
    <Plural
      value={count}
      one="# visit was moved or started separately and stays as it is."
      other="# visits were moved or started separately and stay as they are."
    />
  </p>
)

/** Lists what a change has affected and what it left alone. */
export function ChangeSummary({ change, now }: { change: SeriesChange; now: Date }) {
  const { series, changed } = change
  const changedVisits = series.occurrences.filter(({ index }) => changed.occurrences.includes(index))
  const unchanged = changed.keptOccurrences.length
  return (
    <div className="grid gap-3" role="status">
      <Banner
        tone="success"
        title={<Plural value={changedVisits.length} one="# visit changed" other="# visits changed" />}
      >
        {unchanged > 0 && <UnchangedVisits count={unchanged} />}
      </Banner>
      <ul className="grid gap-1 text-sm tabular-nums">
        {changedVisits.map(({ index, startAt }) => (
          <li key={index}>{momentText(startAt, series.timeZone, now)}</li>
        ))}
      </ul>
    </div>
  )
}
