import type { Weekday } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import type { ConflictPolicy } from '@fettle/protocol/bookings/series'
import { SERIES_COUNT } from '@fettle/protocol/bookings/constants'
import { createSeries, previewSeries } from '@fettle/protocol/bookings/calls'
import type { BookingDetails } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { call } from '../../../lib/http/api.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { DateField, TimeField } from '../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import { BookingSheet, type BookingSheetProps } from '../sheets/form-sheet.tsx'
import { slotOfBooking } from '../../../shared/bookings/slot-field.tsx'
import { invalidateSeries } from './api.ts'
import { daysOf, isCompleteSeries, repeatFormOf, timingOf, weekdayOf, type RepeatForm } from './repeat-model.ts'
import { intervalText, weekdayName } from './rule-labels.ts'
import { PreviewRows } from './visit-rows.tsx'

/** Fields every visit copies from the repeated booking. */
function draftOf({ customer, title, description, serviceCategory, location, price }: BookingDetails) {
  const { line1, city, country, ...rest } = location
  const { amount: _, ...rate } = price
  return {
    customerId: customer.id,
    title,
    description,
    ...(serviceCategory && { serviceCategory }),
    location: {
      line1: line1 ?? '',
      city,
      country,
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    },
    // The total of last time's hours is not the price of the next visits.
    price: price.model === 'HOURLY' ? rate : price,
  }
}

/** Proposes a series based on a booking; shows each visit before it is sent. */
export function RepeatSheet({ booking, now, onClose }: BookingSheetProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { timeZone } = booking
  const {
    form,
    change: set,
    clearDraft,
  } = useDraft(`repeat:${booking.id}`, repeatFormOf(slotOfBooking(booking, now), wallTime(now, timeZone).day))
  const [policy, setPolicy] = useState<ConflictPolicy>('MOVE_TO_SUGGESTION')
  const [isSubmitted, setSubmitted] = useState(false)
  const whole = isCompleteSeries(form)
  const timing = timingOf(form, timeZone)
  const preview = useQuery({
    queryKey: ['series', 'preview', timing],
    queryFn: ({ signal }) => call(previewSeries, { body: timing }, { signal }),
    enabled: whole,
  })
  const visits = (whole && preview.data) || []
  const blocked = visits.filter(({ status }) => status === 'CONFLICT').length
  const offHours = visits.filter(({ status }) => status === 'OFF_HOURS').length

  const withKey = useIdempotencyKey()
  const create = useMutation({
    mutationFn: () => {
      const conflictPolicy = blocked > 0 ? policy : ('FAIL' as const)
      const input = { body: { ...timing, ...draftOf(booking), conflictPolicy } }
      return withKey((idempotencyKey) => call(createSeries, input, { idempotencyKey }))
    },
    onSuccess: (series) => {
      clearDraft()
      invalidateSeries(client)
      onClose()
      const name = booking.customer.name
      toast.success(t`Visits proposed`, { body: t`We've asked ${name} to confirm.` })
      void navigate(paths.series(series.id))
    },
  })
  return (
    <BookingSheet
      title={<Trans>Repeat this job</Trans>}
      description={<Trans>The customer accepts or declines the whole series.</Trans>}
      submit={<Trans>Propose the visits</Trans>}
      about={{ booking, now, onClose }}
      act={{ busy: create.isPending, error: create.error ?? preview.error }}
      disabled={whole && preview.isPending}
      onSubmit={() => {
        setSubmitted(true)
        if (visits.length > 0) create.mutate()
        else if (preview.isError) void preview.refetch()
      }}
    >
      <When form={form} set={set} isSubmitted={isSubmitted} />
      <section aria-label={t`Visits`} aria-busy={preview.isFetching} className="grid gap-2">
        <div role="status" className="grid gap-0.5 text-sm font-semibold">
          {visits.length > 0 && blocked === 0 && offHours === 0 && (
            <p className="text-success">
              <Trans>You're free for every visit.</Trans>
            </p>
          )}
          {blocked > 0 && (
            <p className="text-danger">
              <Plural
                value={blocked}
                one="# visit clashes with your calendar."
                other="# visits clash with your calendar."
              />
            </p>
          )}
          {offHours > 0 && (
            <p className="text-warning">
              <Plural
                value={offHours}
                one="# visit is outside your working hours."
                other="# visits are outside your working hours."
              />
            </p>
          )}
        </div>
        {preview.isPending && whole && <Skeleton className="h-28" />}
        <PreviewRows visits={visits} timeZone={timeZone} now={now} />
      </section>
      {blocked > 0 && (
        <ChoiceCards<ConflictPolicy>
          label={t`How to handle them`}
          name="policy"
          chosen={policy}
          choices={[
            { value: 'MOVE_TO_SUGGESTION', label: t`Move them to the suggested time` },
            { value: 'SKIP', label: t`Skip them` },
          ]}
          onChange={(event) => setPolicy(event.target.value as ConflictPolicy)}
        />
      )}
    </BookingSheet>
  )
}

const numbersUpTo = (max: number, min = 1) => Array.from({ length: max - min + 1 }, (_, index) => index + min)

interface FormProps {
  form: RepeatForm
  set: (next: Partial<RepeatForm>) => void
}

/** Frequency, start and end of the series. */
function When({ form, set, isSubmitted }: FormProps & { isSubmitted: boolean }) {
  const { freq, interval, ends } = form
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t`Repeats`}
          value={freq}
          onChange={(event) => set({ freq: event.target.value as RepeatForm['freq'] })}
        >
          <option value="DAILY">{t`Daily`}</option>
          <option value="WEEKLY">{t`Weekly`}</option>
          <option value="MONTHLY">{t`Monthly`}</option>
        </SelectField>
        <SelectField
          label={t`How often`}
          value={interval}
          onChange={(event) => set({ interval: Number(event.target.value) })}
        >
          {numbersUpTo(12).map((every) => (
            <option key={every} value={every}>
              {intervalText(freq, every)}
            </option>
          ))}
        </SelectField>
        <DateField
          label={t`First visit`}
          value={form.startsOn}
          onChange={(day) => set({ startsOn: day })}
          error={isSubmitted && form.startsOn === '' ? t`Choose a day.` : undefined}
        />
        <TimeField
          label={t`Start`}
          value={form.time}
          onChange={(time) => set({ time })}
          error={isSubmitted && form.time === '' ? t`Enter a time.` : undefined}
        />
      </div>
      {freq === 'WEEKLY' && <Days form={form} set={set} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t`Ends`}
          value={ends}
          onChange={(event) => set({ ends: event.target.value as RepeatForm['ends'] })}
        >
          <option value="count">{t`After a number of visits`}</option>
          <option value="until">{t`On a date`}</option>
        </SelectField>
        {ends === 'count' ? (
          <SelectField
            label={t`Number of visits`}
            value={form.count}
            onChange={(event) => set({ count: Number(event.target.value) })}
          >
            {numbersUpTo(SERIES_COUNT.max, SERIES_COUNT.min).map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
        ) : (
          <DateField
            label={t`Last date`}
            min={form.startsOn}
            value={form.until}
            onChange={(day) => set({ until: day })}
            error={form.until <= form.startsOn ? t`Choose a date after the first visit.` : undefined}
          />
        )}
      </div>
    </>
  )
}

/** Weekday selector; the weekday of the first visit is always selected. */
function Days({ form, set }: FormProps) {
  const first = weekdayOf(form.startsOn)
  const chosen = daysOf(form)
  const toggle = (day: Weekday) =>
    set({ days: chosen.includes(day) ? form.days.filter((other) => other !== day) : [...form.days, day] })
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{t`Repeat on`}</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            aria-label={weekdayName(day)}
            disabled={day === first}
            onClick={() => toggle(day)}
            className={clsx(
              'min-h-11 min-w-fit flex-1 rounded-control border px-1.5 text-sm font-semibold transition-colors',
              chosen.includes(day)
                ? 'border-accent bg-accent-soft text-accent-text'
                : 'border-line-strong bg-surface-raised hover:bg-surface-hover',
            )}
          >
            {weekdayName(day, 'short')}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
