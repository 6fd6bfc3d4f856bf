import type { Availability, AvailabilitySettings, Weekday } from '@fettle/protocol/availability/availability'
import { bookingModes, weekdays } from '@fettle/protocol/availability/constants'
import { putAvailability } from '@fettle/protocol/availability/calls'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { call } from '../../../lib/http/api.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { clockText, durationText } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { instantAt, wallTime } from '../../../lib/format/wall-time.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { SelectField, TextAreaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { AffectedDialog, type OnAffected } from './affected-dialog.tsx'
import { availabilityQuery, refetchAvailability } from './api.ts'
import { DayHours } from './day-hours.tsx'
import { hoursOf, hoursProblem, settingsOf, affectedBookingsOf, weeklyOf, type Hours } from './model.ts'
import { Overrides } from './overrides.tsx'

const buffers = [0, 15, 30, 45, 60, 90, 120, 180, 240]
const notices = [0, 60, 120, 240, 480, 1440, 2880, 4320, 10_080, 20_160]
const horizons = [7, 14, 30, 60, 90, 180, 365]

/** `version`: of the settings it was made from. */
type Form = Omit<AvailabilitySettings, 'weekly'> & { hours: Hours; version: number }

const formOf = (availability: Availability): Form => ({
  ...settingsOf(availability),
  hours: hoursOf(availability),
  version: availability.version,
})

const linkClass = 'font-semibold text-accent-text underline'

/** Default working hours. */
const USUAL_DAY = { from: '08:00', to: '17:00' }

const usualHours = (): Hours =>
  hoursOf({
    weekly: weekdays.slice(0, 5).map((day) => ({ day, intervals: [USUAL_DAY] })),
  })

/** Adds the current value to the usual options. */
const withCurrent = (usual: readonly number[], value: number): number[] =>
  [...new Set([...usual, value])].sort((one, other) => one - other)

const daysText = (count: number): string => plural(count, { one: '# day', other: '# days' })

const minutesText = (minutes: number): string => {
  if (minutes === 0) return t`None`
  return minutes % 1440 === 0 ? daysText(minutes / 1440) : durationText(minutes)
}

function modeTexts(mode: (typeof bookingModes)[number]) {
  switch (mode) {
    case 'INSTANT':
      return { label: t`Book instantly`, hint: t`Customers can book your free times without asking.` }
    case 'REQUEST':
      return { label: t`Ask me first`, hint: t`You accept or decline each request.` }
    case 'OFF':
      return { label: t`Not right now`, hint: t`Customers can't book you.` }
  }
}

/** Form of weekly hours and booking rules, saved together. What is not saved survives a change of tabs. */
export function HoursForm({ availability, onReload }: { availability: Availability; onReload: () => void }) {
  const client = useQueryClient()
  const { form, change, clearDraft } = useDraft('hours', formOf(availability))
  const [isSubmitted, setSubmitted] = useState(false)
  const { hours, timeZone } = form
  const [from, until] = [USUAL_DAY.from, USUAL_DAY.to].map((time) => clockText(parseInt(time, 10) * 60))
  const set = (next: Partial<Form>) => change({ version: form.version, ...next })
  const isInvalid = weekdays.some((day) => hoursProblem(hours[day]) !== undefined)

  const save = useMutation({
    mutationFn: ({ version, onAffected }: { version: number; onAffected?: OnAffected }) => {
      const { hours: week, ...rest } = form
      const body = { ...rest, weekly: weeklyOf(week), version, ...(onAffected && { onAffected }) }
      return call(putAvailability, { body })
    },
    onSuccess: (saved) => {
      client.setQueryData(availabilityQuery.queryKey, saved)
      set({ version: saved.version })
      clearDraft()
      setSubmitted(false)
      refetchAvailability(client)
      toast.success(t`Hours saved`)
    },
  })
  const affected = affectedBookingsOf(save.error)
  const isStale = hasCode(save.error, 'VERSION_CONFLICT')
  const submit = (version = form.version) => {
    setSubmitted(true)
    if (!isInvalid) save.mutate({ version })
  }
  const days = dayNames()
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Section
        title={<Trans>Weekly hours</Trans>}
        description={<Trans>Time zone: {timeZone}</Trans>}
        actions={
          weeklyOf(hours).length === 0 && (
            <Button size="sm" variant="secondary" onClick={() => set({ hours: usualHours() })}>
              <Trans>
                Monday to Friday, {from} to {until}
              </Trans>
            </Button>
          )
        }
      >
        <Card className="grid divide-y divide-line px-4 md:px-5">
          {weekdays.map((day) => (
            <DayHours
              key={day}
              name={days[day]}
              intervals={hours[day]}
              isSubmitted={isSubmitted}
              onChange={(intervals) => set({ hours: { ...hours, [day]: intervals } })}
              onCopy={
                day === 'MON'
                  ? () => {
                      const monday = hours.MON.map((interval) => ({ ...interval }))
                      set({ hours: { ...hours, TUE: monday, WED: monday, THU: monday, FRI: monday } })
                    }
                  : undefined
              }
            />
          ))}
        </Card>
      </Section>
      <Section
        title={<Trans>Special hours</Trans>}
        description={<Trans>Set different hours for a holiday or a late shift.</Trans>}
      >
        <Overrides overrides={form.overrides} timeZone={timeZone} onChange={(overrides) => set({ overrides })} />
        <HolidayNote />
      </Section>
      <BookingRules form={form} set={set} />
      <PauseSection form={form} set={set} />
      {isStale && (
        <StaleBanner
          onReload={() => {
            clearDraft()
            onReload()
          }}
          onSave={() => submit(availability.version)}
        />
      )}
      {save.error && !affected && !isStale && (
        <Banner tone="danger" alert title={t`We couldn't save your hours.`}>
          {errorText(save.error, t`Try again in a moment.`)}
        </Banner>
      )}
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        <Trans>Save hours</Trans>
      </Button>
      {affected && (
        <AffectedDialog
          bookings={affected}
          timeZone={timeZone}
          busy={save.isPending}
          onChoose={(onAffected) => save.variables && save.mutate({ ...save.variables, onAffected })}
          onClose={save.reset}
        />
      )}
    </form>
  )
}

const HolidayNote = () => (
  <p className="text-sm text-text-muted">
    <Trans>
      You are warned about bookings on public holidays. Dates:{' '}
      <a href="https://github.com/commenthol/date-holidays" target="_blank" rel="noreferrer" className={linkClass}>
        date-holidays
      </a>
      ,{' '}
      <a href="https://creativecommons.org/licenses/by-sa/3.0/" target="_blank" rel="noreferrer" className={linkClass}>
        CC BY-SA 3.0
      </a>
      .
    </Trans>
  </p>
)

interface SettingsProps {
  form: Form
  set: (next: Partial<Form>) => void
}

function BookingRules({ form, set }: SettingsProps) {
  return (
    <Section title={<Trans>How customers book you</Trans>}>
      <Card className="grid gap-5 p-4 md:p-5">
        <ChoiceCards
          label={t`Booking`}
          name="mode"
          chosen={form.bookingMode}
          choices={bookingModes.map((value) => ({ value, ...modeTexts(value) }))}
          onChange={(event) => set({ bookingMode: event.target.value as Form['bookingMode'] })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberChoice
            label={t`Free time before a job`}
            value={form.bufferBeforeMinutes}
            usual={buffers}
            text={minutesText}
            onChange={(bufferBeforeMinutes) => set({ bufferBeforeMinutes })}
          />
          <NumberChoice
            label={t`Free time after a job`}
            value={form.bufferAfterMinutes}
            usual={buffers}
            text={minutesText}
            onChange={(bufferAfterMinutes) => set({ bufferAfterMinutes })}
          />
          <NumberChoice
            label={t`Minimum notice`}
            value={form.minNoticeMinutes}
            usual={notices}
            text={minutesText}
            onChange={(minNoticeMinutes) => set({ minNoticeMinutes })}
          />
          <NumberChoice
            label={t`How far ahead customers can book`}
            value={form.maxHorizonDays}
            usual={horizons}
            text={daysText}
            onChange={(maxHorizonDays) => set({ maxHorizonDays })}
          />
          <NumberChoice
            label={t`Offer start times every`}
            value={form.slotIntervalMinutes}
            usual={[15, 30, 60]}
            text={durationText}
            onChange={(minutes) => set({ slotIntervalMinutes: minutes as Form['slotIntervalMinutes'] })}
          />
          <NumberChoice
            label={t`Maximum bookings a day`}
            value={form.maxBookingsPerDay ?? 0}
            usual={[0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20]}
            text={(value) => (value === 0 ? t`No limit` : String(value))}
            onChange={(value) => set({ maxBookingsPerDay: value === 0 ? null : value })}
          />
          <NumberChoice
            label={t`How far you travel`}
            value={form.serviceRadiusKm ?? 0}
            usual={[0, 5, 10, 15, 20, 30, 50, 100, 200]}
            text={(value) => (value === 0 ? t`No limit` : t`${value} km`)}
            onChange={(value) => set({ serviceRadiusKm: value === 0 ? null : value })}
          />
        </div>
        <Checkbox
          label={t`Hold requested times until I reply`}
          checked={form.holdRequests}
          onChange={(event) => set({ holdRequests: event.target.checked })}
        />
      </Card>
    </Section>
  )
}

function PauseSection({ form, set }: SettingsProps) {
  const { timeZone } = form
  const pausedUntil = form.pausedUntil ? wallTime(form.pausedUntil, timeZone).day : ''
  return (
    <Section title={<Trans>Pause</Trans>} description={<Trans>Customers can't book you until then.</Trans>}>
      <Card className="grid gap-4 p-4 md:p-5">
        <DateField
          label={t`Paused until`}
          optional
          value={pausedUntil}
          onChange={(day) => set({ pausedUntil: day ? instantAt(day, '00:00', timeZone).toISOString() : null })}
        />
        <TextAreaField
          label={t`Message to customers during the pause`}
          optional
          rows={2}
          maxLength={500}
          value={form.pauseMessage ?? ''}
          onChange={(event) => set({ pauseMessage: event.target.value === '' ? null : event.target.value })}
        />
      </Card>
    </Section>
  )
}

/** The hours were changed elsewhere meanwhile. */
function StaleBanner({ onReload, onSave }: { onReload: () => void; onSave: () => void }) {
  return (
    <Banner
      tone="info"
      alert
      title={t`Your hours changed while you were editing.`}
      action={
        <TransientButton size="sm" variant="secondary" onClick={onReload}>
          <Trans>View latest</Trans>
        </TransientButton>
      }
    >
      <Trans>View the latest hours, or replace them with yours.</Trans>
      <TransientButton size="sm" variant="secondary" className="mt-3" onClick={onSave}>
        <Trans>Save mine</Trans>
      </TransientButton>
    </Banner>
  )
}

function dayNames(): Record<Weekday, string> {
  return {
    MON: t`Monday`,
    TUE: t`Tuesday`,
    WED: t`Wednesday`,
    THU: t`Thursday`,
    FRI: t`Friday`,
    SAT: t`Saturday`,
    SUN: t`Sunday`,
  }
}

function NumberChoice(props: {
  label: string
  value: number
  usual: readonly number[]
  text: (value: number) => string
  onChange: (value: number) => void
}) {
  const { label, value, usual, text, onChange } = props
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {withCurrent(usual, value).map((option) => (
        <option key={option} value={option}>
          {text(option)}
        </option>
      ))}
    </SelectField>
  )
}
