import { weekdays, type Weekday } from '@fettle/protocol/availability'
import {
  createSeries,
  previewSeries,
  SERIES_COUNT,
  type ConflictPolicy,
  type PreviewedOccurrence,
} from '@fettle/protocol/booking-series'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Moon } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { longDay, slotText, timeSpan } from '../../../lib/dates.ts'
import { addDays } from '../../../lib/wall-time.ts'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormSheet } from './form-sheet.tsx'
import type { SheetProps } from './sheets.tsx'
import { slotDraft } from './slot-field.tsx'

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY'

interface Form {
  freq: Frequency
  interval: number
  count: number
  startsOn: string
  time: string
}

const weekdayOf = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MON'

const timingOf = ({ freq, interval, count, startsOn, time }: Form, minutes: number, timeZone: string) => ({
  rule: { freq, interval, count, ...(freq === 'WEEKLY' && { byDay: [weekdayOf(startsOn)] }) },
  startsOn,
  localStart: time,
  durationMinutes: minutes,
  timeZone,
})

/** Proposes the same job again and again; every visit is looked at before anything is asked. */
export function RepeatSheet({ booking, now, onClose }: SheetProps) {
  const { timeZone } = booking
  const own = slotDraft(booking.startAt, booking.endAt, timeZone)
  const [form, setForm] = useState<Form>({
    freq: 'WEEKLY',
    interval: 1,
    count: 4,
    startsOn: addDays(own.day, 7),
    time: own.time,
  })
  const [policy, setPolicy] = useState<ConflictPolicy>('MOVE_TO_SUGGESTION')
  const set = (next: Partial<Form>) => setForm({ ...form, ...next })
  const timing = timingOf(useDeferredValue(form), own.minutes, timeZone)
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(form.startsOn) && /^\d{2}:\d{2}$/.test(form.time)
  const preview = useQuery({
    queryKey: ['series', 'preview', timing],
    queryFn: ({ signal }) => call(previewSeries, { body: timing }, { signal }),
    enabled: whole,
  })
  const visits = preview.data ?? []
  const blocked = visits.filter(({ status }) => status === 'CONFLICT').length

  const create = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      const { line1, line2, city, state, country, postalCode } = booking.location
      const body = {
        ...timing,
        customerId: booking.customer.id,
        title: booking.title,
        description: booking.description,
        ...(booking.serviceCategory && { serviceCategory: booking.serviceCategory }),
        location: {
          line1: line1 ?? '',
          city,
          country,
          ...(line2 && { line2 }),
          ...(state && { state }),
          ...(postalCode && { postalCode }),
        },
        price: booking.price,
        conflictPolicy: blocked > 0 ? policy : ('FAIL' as const),
      }
      return call(createSeries, { body })
    },
    onSuccess: () => {
      onClose()
      const name = booking.customer.name
      toast.success(t`Visits proposed`, { body: t`${name} has been asked.` })
    },
  })
  return (
    <FormSheet
      title={<Trans>Repeat this job</Trans>}
      description={<Trans>The customer answers all visits as one.</Trans>}
      submit={<Trans>Propose the visits</Trans>}
      busy={create.isPending}
      error={create.error ?? preview.error}
      timeZone={timeZone}
      now={now}
      onSubmit={() => whole && visits.length > 0 && create.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t`Every`}
          value={form.interval}
          onChange={(event) => set({ interval: Number(event.target.value) })}
        >
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`What`}
          value={form.freq}
          onChange={(event) => set({ freq: event.target.value as Frequency })}
        >
          <option value="DAILY">{t`Days`}</option>
          <option value="WEEKLY">{t`Weeks`}</option>
          <option value="MONTHLY">{t`Months`}</option>
        </SelectField>
        <TextField
          type="date"
          label={t`First visit`}
          value={form.startsOn}
          onChange={(event) => set({ startsOn: event.target.value })}
        />
        <TextField
          type="time"
          step={900}
          label={t`Start`}
          value={form.time}
          onChange={(event) => set({ time: event.target.value })}
        />
        <SelectField
          label={t`How many visits`}
          value={form.count}
          onChange={(event) => set({ count: Number(event.target.value) })}
          className="col-span-2"
        >
          {Array.from({ length: SERIES_COUNT.max - SERIES_COUNT.min + 1 }, (_, index) => (
            <option key={index} value={index + SERIES_COUNT.min}>
              {index + SERIES_COUNT.min}
            </option>
          ))}
        </SelectField>
      </div>
      <section aria-label={t`The visits`} aria-busy={preview.isFetching} className="grid gap-2">
        <p role="status" className="text-sm font-semibold">
          {visits.length > 0 && blocked === 0 && <Trans>You are free for every visit.</Trans>}
          {blocked > 0 && <Plural value={blocked} one="# visit is not free." other="# visits are not free." />}
        </p>
        {preview.isPending && whole && <Skeleton className="h-28" />}
        <ul className="grid divide-y divide-line">
          {visits.map((visit) => (
            <li key={visit.index} className="py-1.5">
              <Visit visit={visit} timeZone={timeZone} now={now} />
            </li>
          ))}
        </ul>
      </section>
      {blocked > 0 && (
        <ChoiceCards<ConflictPolicy>
          label={t`What to do with them`}
          name="policy"
          chosen={policy}
          choices={[
            { value: 'MOVE_TO_SUGGESTION', label: t`Move them to the time that is suggested` },
            { value: 'SKIP', label: t`Leave them out` },
          ]}
          onChange={(event) => setPolicy(event.target.value as ConflictPolicy)}
        />
      )}
    </FormSheet>
  )
}

function Visit({ visit, timeZone, now }: { visit: PreviewedOccurrence; timeZone: string; now: Date }) {
  const { status, startAt, endAt, suggestion } = visit
  const instead = suggestion ? slotText({ ...suggestion, timeZone }, now) : ''
  return (
    <div className="flex items-start gap-3 text-sm">
      {status === 'FREE' && <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />}
      {status === 'CONFLICT' && <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />}
      {status === 'OFF_HOURS' && <Moon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />}
      <span className="grid">
        <span className="tabular-nums">
          {longDay(startAt, timeZone)}, {timeSpan(startAt, endAt, timeZone)}
        </span>
        {status === 'CONFLICT' && (
          <span className="text-danger">
            {suggestion ? <Trans>Not free. Suggested: {instead}</Trans> : <Trans>Not free.</Trans>}
          </span>
        )}
        {status === 'OFF_HOURS' && (
          <span className="text-warning">
            <Trans>Outside your hours.</Trans>
          </span>
        )}
      </span>
    </div>
  )
}
