import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { WorkKind, WorkSegment } from '@fettle/protocol/bookings/work-log'
import { workKinds } from '@fettle/protocol/bookings/constants'
import { addWorkSegment, editWorkSegment } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { addDays, instantAt, wallTime } from '../../../lib/format/wall-time.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { DateField, TimeField } from '../../../ui/dates/date-field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { BookingSheet } from '../sheets/form-sheet.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import type { WorkProps } from './work-props.ts'
import { workKindLabel } from './work-kinds.ts'

const REASON_LENGTH = { min: 3, max: 200 }

/** Default entry: an hour of work ending now, before a running timer, or at the end of the job. */
function defaultEntry({ booking, now }: Pick<WorkProps, 'booking' | 'now'>) {
  const running = booking.workLog.find(({ endedAt }) => endedAt === null)
  const end = running?.startedAt ?? booking.completedAt ?? now.toISOString()
  return { kind: 'WORK' as WorkKind, startedAt: new Date(Date.parse(end) - HOUR_MS).toISOString(), endedAt: end }
}

/** Adds or corrects a time entry; always with a reason. */
export function SegmentSheet(
  props: Pick<WorkProps, 'booking' | 'now'> & { segment?: WorkSegment; onClose: () => void },
) {
  const { booking, now, segment, onClose } = props
  const { timeZone } = booking
  const [initial] = useState(() => {
    const { kind, startedAt, endedAt } = segment ?? defaultEntry(props)
    const from = wallTime(startedAt, timeZone)
    const to = endedAt === null ? undefined : wallTime(endedAt, timeZone)
    return { kind, day: from.day, from: from.time, to: to?.time ?? '', reason: '' }
  })
  const { form, change, clearDraft } = useDraft(`segment:${segment?.id ?? booking.id}`, initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  // The draft keeps day, start and end together: by the time it is read, the defaults may have changed.
  const changeTime = (next: Partial<typeof form>) => change({ day: form.day, from: form.from, to: form.to, ...next })
  const isRunning = segment?.endedAt === null
  const reason = form.reason.trim()
  const wrong = {
    day: form.day === '',
    from: form.from === '',
    to: form.to === '' && !isRunning,
    reason: reason.length < REASON_LENGTH.min,
  }
  const submit = async () => {
    setSubmitted(true)
    if (Object.values(wrong).some(Boolean)) return
    const startedAt = instantAt(form.day, form.from, timeZone).toISOString()
    // An end before the start is on the next day.
    const lastDay = form.to !== '' && form.to <= form.from ? addDays(form.day, 1) : form.day
    const endedAt = form.to === '' ? undefined : instantAt(lastDay, form.to, timeZone).toISOString()
    const isOtherStart = !segment || form.day !== initial.day || form.from !== initial.from
    const isOtherEnd = isOtherStart || form.to !== initial.to
    // The fields have no seconds: a time that was not changed stays as it was measured.
    const body = {
      kind: form.kind,
      ...(isOtherStart && { startedAt }),
      ...(isOtherEnd && endedAt && { endedAt }),
      reason,
    }
    const isSaved = segment
      ? await act.run(editWorkSegment, { params: { segmentId: segment.id }, body })
      : await act.run(addWorkSegment, { body })
    if (!isSaved) return
    clearDraft()
    onClose()
    toast.success(t`Time logged`)
  }
  const close = () => {
    // Closing without saving discards changes of an existing entry; a new one stays a draft.
    if (segment) clearDraft()
    onClose()
  }
  return (
    <BookingSheet
      title={segment ? <Trans>Edit time entry</Trans> : <Trans>Add time</Trans>}
      description={<Trans>The customer sees time added manually, and why.</Trans>}
      submit={<Trans>Save</Trans>}
      about={{ booking, now, onClose: close }}
      act={act}
      onSubmit={() => void submit()}
    >
      <SelectField
        label={t`Activity`}
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value as WorkKind })}
      >
        {workKinds.map((kind) => (
          <option key={kind} value={kind}>
            {workKindLabel(kind)}
          </option>
        ))}
      </SelectField>
      <DateField
        label={t`Day`}
        value={form.day}
        onChange={(day) => changeTime({ day })}
        error={isSubmitted && wrong.day ? t`Choose a day.` : undefined}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label={t`From`}
          value={form.from}
          onChange={(time) => changeTime({ from: time })}
          error={isSubmitted && wrong.from ? t`Enter a time.` : undefined}
        />
        <TimeField
          label={t`Until`}
          optional={isRunning}
          value={form.to}
          onChange={(time) => changeTime({ to: time })}
          error={isSubmitted && wrong.to ? t`Enter a time.` : undefined}
        />
      </div>
      <TextField
        label={t`Why`}
        maxLength={REASON_LENGTH.max}
        placeholder={t`Forgot to start the timer`}
        value={form.reason}
        onChange={(event) => change({ reason: event.target.value })}
        error={isSubmitted && wrong.reason ? t`Enter a reason (3 to 200 characters).` : undefined}
      />
    </BookingSheet>
  )
}
