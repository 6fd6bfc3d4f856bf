import type { BookingSeries, SeriesChange, SeriesScope } from '@fettle/protocol/bookings/series'
import { cancelSeries, editSeries, getSeries } from '@fettle/protocol/bookings/calls'
import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes, cancelReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { call } from '../../../lib/http/api.ts'
import { durationText, ownTimeZone } from '../../../lib/format/dates.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { TimeField } from '../../../ui/dates/date-field.tsx'
import { FieldError, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { FormSheet, NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { cancelReasonLabel } from '../../../shared/bookings/cancel-labels.ts'
import { durationOptions } from '../../../shared/bookings/slot-field.tsx'
import { invalidateSeries } from './api.ts'
import { ChangeSummary, AffectedVisits } from './affected-visits.tsx'

/** The provider's reasons, without one that needs a photo: it would have to be of every visit. */
const providerReasons = cancelReasonCodes.filter(
  (reason) =>
    (cancelReasons[reason].by as readonly string[]).includes('PROVIDER') && !('photo' in cancelReasons[reason]),
)
type SeriesAction = 'edit' | 'cancel'

export interface SeriesSheetProps {
  seriesId: string
  /** Number of the visit the sheet was opened from; without one, all upcoming visits. */
  index?: number
  now: Date
  onClose: () => void
}

const emptyForm = { time: '', minutes: '', title: '', reason: '' as CancelReason | '', note: '' }

/** Edits or cancels visits of a series: this one, this and following, or all upcoming ones; then lists what changed. */
export function SeriesSheet({ seriesId: id, index, now, onClose }: SeriesSheetProps) {
  const client = useQueryClient()
  const query = useQuery(queryOf(getSeries, { params: { id } }))
  const series = query.data
  const [action, setAction] = useState<SeriesAction>('edit')
  const [scope, setScope] = useState<SeriesScope>(index === undefined ? 'ALL' : 'THIS_AND_FUTURE')
  const { form, change, clearDraft } = useDraft(`series:${id}`, emptyForm)
  const [isSubmitted, setSubmitted] = useState(false)

  const save = useMutation({
    mutationFn: ({ version }: BookingSeries): Promise<SeriesChange> => {
      const params = { id }
      const scoped = { version, scope, ...(scope !== 'ALL' && index !== undefined && { index }) }
      const note = form.note.trim()
      if (action === 'cancel')
        return call(cancelSeries, {
          params,
          body: { ...scoped, reasonCode: form.reason || 'OTHER', ...(note && { note }) },
        })
      const title = form.title.trim()
      return call(editSeries, {
        params,
        body: {
          ...scoped,
          ...(form.time && { localStart: form.time }),
          ...(form.minutes && { durationMinutes: Number(form.minutes) }),
          ...(title && { title }),
        },
      })
    },
    onSuccess: clearDraft,
    onSettled: () => invalidateSeries(client),
  })
  const changesNothing = form.time === '' && form.minutes === '' && form.title.trim() === ''
  const isIncomplete = action === 'cancel' ? form.reason === '' : changesNothing
  const submit = () => {
    if (save.data) return onClose()
    setSubmitted(true)
    if (series && !isIncomplete) save.mutate(series)
  }
  return (
    <FormSheet
      title={<Trans>Edit series</Trans>}
      {...(series && { description: series.title })}
      submit={
        save.data ? (
          <Trans>Done</Trans>
        ) : action === 'cancel' ? (
          <Trans>Cancel visits</Trans>
        ) : (
          <Trans>Change visits</Trans>
        )
      }
      {...(action === 'cancel' && !save.data && { variant: 'danger' as const })}
      busy={save.isPending}
      error={save.error}
      timeZone={series?.timeZone ?? ownTimeZone()}
      now={now}
      onSubmit={submit}
      onClose={onClose}
    >
      {!series && (query.isError ? <LoadError query={query} /> : <Skeleton className="h-28" />)}
      {save.data && <ChangeSummary change={save.data} now={now} />}
      {series && !save.data && (
        <>
          {index !== undefined && (
            <ChoiceCards<SeriesScope>
              label={t`Which visits`}
              name="scope"
              chosen={scope}
              choices={[
                { value: 'THIS', label: t`This visit only` },
                { value: 'THIS_AND_FUTURE', label: t`This and following visits` },
                { value: 'ALL', label: t`All upcoming visits` },
              ]}
              onChange={(event) => setScope(event.target.value as SeriesScope)}
            />
          )}
          <ChoiceCards<SeriesAction>
            label={t`Action`}
            name="action"
            chosen={action}
            className="grid-cols-2"
            choices={[
              { value: 'edit', label: t`Change` },
              { value: 'cancel', label: t`Cancel` },
            ]}
            onChange={(event) => {
              setAction(event.target.value as SeriesAction)
              setSubmitted(false)
              save.reset()
            }}
          />
          {action === 'edit' ? (
            <ChangeFields
              series={series}
              form={form}
              set={change}
              error={isSubmitted && isIncomplete ? t`Enter a new start, duration or title.` : undefined}
            />
          ) : (
            <CancelFields form={form} set={change} isReasonMissing={isSubmitted && form.reason === ''} />
          )}
          <AffectedVisits
            series={series}
            visits={{ scope, ...(scope !== 'ALL' && index !== undefined && { index }) }}
            time={action === 'edit' ? { localStart: form.time, minutes: form.minutes } : undefined}
            now={now}
          />
        </>
      )}
    </FormSheet>
  )
}

interface FieldsProps {
  form: typeof emptyForm
  set: (next: Partial<typeof emptyForm>) => void
}

function ChangeFields(props: FieldsProps & { series: BookingSeries; error: string | undefined }) {
  const { form, set, series, error } = props
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TimeField label={t`New start`} optional value={form.time} onChange={(time) => set({ time })} />
        <SelectField
          label={t`Duration`}
          value={form.minutes}
          onChange={(event) => set({ minutes: event.target.value })}
        >
          <option value="">{t`No change`}</option>
          {durationOptions(series.durationMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {durationText(minutes)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t`New title`}
        optional
        maxLength={120}
        value={form.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}

function CancelFields({ form, set, isReasonMissing }: FieldsProps & { isReasonMissing: boolean }) {
  return (
    <>
      <ReasonField
        reasons={providerReasons}
        label={cancelReasonLabel}
        value={form.reason}
        onChange={(reason) => set({ reason })}
        error={isReasonMissing}
      />
      <NoteField maxLength={500} value={form.note} onChange={(note) => set({ note })} />
    </>
  )
}
