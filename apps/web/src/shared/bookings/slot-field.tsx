import type { SlotConflict } from '@fettle/protocol/availability/availability'
import { checkSlot } from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { durationText, slotText } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryOf } from '../../lib/http/query.ts'
import { addDays, instantAt, wallTime } from '../../lib/format/wall-time.ts'
import { Button } from '../../ui/button.tsx'
import { LoadErrorNote } from '../errors/load-error-note.tsx'
import { ConflictName } from './conflict-name.tsx'
import { SlotWarningText } from './slot-warning-text.tsx'
import { DateField, TimeField } from '../../ui/dates/date-field.tsx'
import { SelectField } from '../../ui/forms/field.tsx'

/** Form values of a slot. */
export interface SlotDraft {
  day: string
  time: string
  minutes: number
}

/** Form values of a slot in a time zone. */
export const slotDraft = (startAt: string, endAt: string, timeZone: string): SlotDraft => {
  const { day, time } = wallTime(startAt, timeZone)
  return { day, time, minutes: Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000) }
}

/** Slot of a booking; tomorrow morning when unscheduled. */
export function slotOfBooking(
  booking: { startAt: string | null; endAt: string | null; timeZone: string; durationMinutes: number },
  now: Date,
): SlotDraft {
  const { startAt, endAt, timeZone, durationMinutes: minutes } = booking
  if (startAt !== null && endAt !== null) return slotDraft(startAt, endAt, timeZone)
  return { day: addDays(wallTime(now, timeZone).day, 1), time: '09:00', minutes }
}

/** Whether day, time and duration are filled in. */
export const isCompleteSlot = ({ day, time, minutes }: SlotDraft): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && /^\d{2}:\d{2}$/.test(time) && minutes >= 15

/** Start and end of a complete slot as instants. */
export function slotOf({ day, time, minutes }: SlotDraft, timeZone: string): { startAt: string; endAt: string } {
  const start = instantAt(day, time, timeZone)
  return { startAt: start.toISOString(), endAt: new Date(start.getTime() + minutes * 60_000).toISOString() }
}

interface SlotCheck {
  timeZone: string
  bookingId?: string | undefined
  enabled?: boolean
}

/** Conflicts, warnings and free alternatives of a slot. */
const useSlotCheck = (slot: SlotDraft, { timeZone, bookingId, enabled = true }: SlotCheck) =>
  useQuery({
    ...queryOf(checkSlot, {
      query: {
        startAt: enabled ? slotOf(slot, timeZone).startAt : '',
        durationMinutes: slot.minutes,
        ...(bookingId && { bookingId }),
      },
    }),
    enabled,
    staleTime: 60_000,
  })

/** The wanted slot, or the next free one when it is taken. Where it was chosen, `enabled` is false and it stays. */
export function useFreeSlot(requested: SlotDraft, check: SlotCheck): SlotDraft {
  const { data } = useSlotCheck(requested, check)
  const [free] = data && data.conflicts.length > 0 ? data.suggestions : []
  return free ? slotDraft(free.startAt, free.endAt, check.timeZone) : requested
}

const durations = [15, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480, 600, 720, 1440]

/** Common durations, including this one. */
export const durationOptions = (minutes: number): number[] =>
  durations.includes(minutes) ? durations : [...durations, minutes].sort((a, b) => a - b)

export interface SlotFieldProps {
  value: SlotDraft
  onChange: (slot: SlotDraft) => void
  timeZone: string
  now: Date
  bookingId?: string
  error?: string | undefined
}

/** Select field for a visit's duration. */
export const LengthField = ({
  value,
  onChange,
  className,
}: Pick<SlotFieldProps, 'value' | 'onChange'> & { className?: string }) => (
  <SelectField
    label={t`Duration`}
    value={value.minutes}
    onChange={(event) => onChange({ ...value, minutes: Number(event.target.value) })}
    className={className}
  >
    {durationOptions(value.minutes).map((minutes) => (
      <option key={minutes} value={minutes}>
        {durationText(minutes)}
      </option>
    ))}
  </SelectField>
)

/** Fields for day, time and duration, with conflicts and free alternatives. */
export function SlotField({ value, onChange, timeZone, now, bookingId, error }: SlotFieldProps) {
  const status = useRef<HTMLDivElement>(null)
  const check = useSlotCheck(value, { timeZone, bookingId, enabled: isCompleteSlot(value) })
  const { data } = check
  const choose = (slot: { startAt: string; endAt: string }) => {
    // The free times disappear: keep the focus where they were.
    status.current?.focus({ preventScroll: true })
    onChange(slotDraft(slot.startAt, slot.endAt, timeZone))
  }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
        <DateField label={t`Day`} value={value.day} onChange={(day) => onChange({ ...value, day })} error={error} />
        <TimeField label={t`Start`} value={value.time} onChange={(time) => onChange({ ...value, time })} />
        <LengthField value={value} onChange={onChange} className="col-span-2" />
      </div>
      <div ref={status} role="status" tabIndex={-1} className="grid gap-2 text-sm outline-none">
        {data && data.conflicts.length === 0 && data.warnings.length === 0 && (
          <p className="font-medium text-success">
            <Trans>You're free</Trans>
          </p>
        )}
        {check.isError && !data && (
          <LoadErrorNote query={check}>
            {errorText(check.error, t`We couldn't check whether you're free.`)}
          </LoadErrorNote>
        )}
        {data?.conflicts.map((conflict) => (
          <p key={`${conflict.kind} ${conflict.id} ${conflict.startAt}`} className="font-medium text-danger">
            <OverlapNote conflict={conflict} when={slotText({ ...conflict, timeZone }, now)} />
          </p>
        ))}
        {data?.warnings.map(({ code, message, bookingId: neighbour }) => (
          <p key={code} className="font-medium text-warning">
            <SlotWarningText message={message} bookingId={neighbour} />
          </p>
        ))}
        {data && data.conflicts.length > 0 && data.suggestions.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span>
              <Trans>You're free at:</Trans>
            </span>
            {data.suggestions.map((slot) => (
              <Button key={slot.startAt} size="sm" variant="secondary" onClick={() => choose(slot)}>
                {slotText({ ...slot, timeZone }, now)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

const OverlapNote = ({ conflict, when }: { conflict: SlotConflict; when: string }) => (
  <Trans>
    Overlaps <ConflictName conflict={conflict} />: {when}
  </Trans>
)
