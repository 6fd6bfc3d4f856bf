import {
  cancelSeries,
  editSeries,
  getSeries,
  type BookingSeries,
  type SeriesChange,
  type SeriesScope,
} from '@fettle/protocol/booking-series'
import { cancelReasonCodes, cancelReasons, type CancelReason } from '@fettle/protocol/cancellations'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { momentText } from '../../../lib/dates.ts'
import { queryOf } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { readAgain } from '../api.ts'
import { FormSheet, ReasonField } from './form-sheet.tsx'
import { cancelReasonLabel } from './reason-words.ts'
import type { SheetProps } from './sheets.tsx'

const mine = cancelReasonCodes.filter((reason) => (cancelReasons[reason].by as readonly string[]).includes('PROVIDER'))
type Wish = 'edit' | 'cancel'

/** Changes visits of a series: this one, this and those after it, or all to come; and says exactly which changed. */
export function SeriesSheet({ booking, now, onClose }: SheetProps) {
  const client = useQueryClient()
  const id = booking.seriesId ?? ''
  const { data: series } = useQuery(queryOf(getSeries, { params: { id } }))
  const [wish, setWish] = useState<Wish>('edit')
  const [scope, setScope] = useState<SeriesScope>('THIS_AND_FUTURE')
  const [form, setForm] = useState({ time: '', title: '', reason: '' as CancelReason | '', note: '' })
  const [tried, setTried] = useState(false)
  const set = (next: Partial<typeof form>) => setForm({ ...form, ...next })

  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ version }: BookingSeries): Promise<SeriesChange> => {
      const scoped = {
        version,
        scope,
        ...(scope !== 'ALL' && booking.occurrenceIndex !== null && { index: booking.occurrenceIndex }),
      }
      const params = { id }
      const note = form.note.trim()
      if (wish === 'cancel')
        return call(cancelSeries, {
          params,
          body: { ...scoped, reasonCode: form.reason || 'OTHER', ...(note && { note }) },
        })
      return call(editSeries, {
        params,
        body: {
          ...scoped,
          ...(form.time && { localStart: form.time }),
          ...(form.title.trim() && { title: form.title.trim() }),
        },
      })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['series'] })
      readAgain(client)
    },
  })
  const wrong = wish === 'cancel' ? form.reason === '' : form.time === '' && form.title.trim() === ''
  const submit = () => {
    if (save.data) return onClose()
    setTried(true)
    if (series && !wrong) save.mutate(series)
  }
  return (
    <FormSheet
      title={<Trans>Change the series</Trans>}
      {...(series && { description: series.title })}
      submit={
        save.data ? (
          <Trans>Done</Trans>
        ) : wish === 'cancel' ? (
          <Trans>Cancel visits</Trans>
        ) : (
          <Trans>Change visits</Trans>
        )
      }
      {...(wish === 'cancel' && !save.data && { variant: 'danger' as const })}
      busy={save.isPending}
      error={save.error}
      timeZone={booking.timeZone}
      now={now}
      onSubmit={submit}
      onClose={onClose}
    >
      {!series && <Skeleton className="h-28" />}
      {save.data && <Changed change={save.data} now={now} />}
      {series && !save.data && (
        <>
          <ChoiceCards<SeriesScope>
            label={t`Which visits`}
            name="scope"
            chosen={scope}
            choices={[
              { value: 'THIS', label: t`This one` },
              { value: 'THIS_AND_FUTURE', label: t`This one and those after it` },
              { value: 'ALL', label: t`All to come` },
            ]}
            onChange={(event) => setScope(event.target.value as SeriesScope)}
          />
          <ChoiceCards<Wish>
            label={t`What to do`}
            name="wish"
            chosen={wish}
            className="grid-cols-2"
            choices={[
              { value: 'edit', label: t`Change` },
              { value: 'cancel', label: t`Cancel` },
            ]}
            onChange={(event) => setWish(event.target.value as Wish)}
          />
          {wish === 'edit' ? (
            <>
              <TextField
                type="time"
                step={900}
                label={t`New start`}
                optional
                value={form.time}
                onChange={(event) => set({ time: event.target.value })}
                error={tried && wrong ? t`Enter a new start or a new title.` : undefined}
              />
              <TextField
                label={t`New title`}
                optional
                maxLength={120}
                value={form.title}
                onChange={(event) => set({ title: event.target.value })}
              />
            </>
          ) : (
            <>
              <ReasonField
                reasons={mine}
                label={cancelReasonLabel}
                value={form.reason}
                onChange={(reason) => set({ reason })}
                error={tried && form.reason === ''}
              />
              <TextAreaField
                label={t`Note to the customer`}
                optional
                rows={2}
                maxLength={500}
                value={form.note}
                onChange={(event) => set({ note: event.target.value })}
              />
            </>
          )}
        </>
      )}
    </FormSheet>
  )
}

/** Exactly what a change has touched, and what it has left alone. */
function Changed({ change, now }: { change: SeriesChange; now: Date }) {
  const { series, changed } = change
  const touched = series.occurrences.filter(({ index }) => changed.occurrences.includes(index))
  const kept = changed.keptOccurrences.length
  return (
    <div className="grid gap-3" role="status">
      <Banner tone="success" title={<Plural value={touched.length} one="# visit changed" other="# visits changed" />}>
        {kept > 0 && (
          <Plural
            value={kept}
            one="# visit was moved or begun by itself and stays as it is."
            other="# visits were moved or begun by themselves and stay as they are."
          />
        )}
      </Banner>
      <ul className="grid gap-1 text-sm tabular-nums">
        {touched.map(({ index, startAt }) => (
          <li key={index}>{momentText(startAt, series.timeZone, now)}</li>
        ))}
      </ul>
    </div>
  )
}
