import type { PauseReason } from '@fettle/protocol/bookings'
import { pauseReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { latinDigits } from '../../../lib/format/digits.ts'
import { instantAt } from '../../../lib/format/wall-time.ts'
import { DateField, TimeField } from '../../../ui/dates/date-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { actionStateOf, BookingSheet, type BookingSheetProps } from './form-sheet.tsx'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { pauseReasonLabel } from './reason-labels.ts'

/** Pauses the work. */
export function PauseSheet({ booking, offline, now, onClose }: BookingSheetProps) {
  const { form, change, clearDraft } = useDraft<{ reason: PauseReason | ''; day: string; time: string; note: string }>(
    `pause:${booking.id}`,
    {
      reason: '',
      day: '',
      time: '',
      note: '',
    },
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const halfATime = (form.day === '') !== (form.time === '')
  const submit = async () => {
    setSubmitted(true)
    if (form.reason === '' || halfATime) return
    const note = form.note.trim()
    const isAccepted = await offline.run('pause', {
      reasonCode: form.reason,
      ...(note && { note }),
      ...(form.day && { resumeOn: instantAt(form.day, form.time, booking.timeZone).toISOString() }),
    })
    if (!isAccepted) return
    clearDraft()
    onClose()
  }
  return (
    <BookingSheet
      title={<Trans>Pause work</Trans>}
      submit={<Trans>Pause</Trans>}
      about={{ booking, now, onClose }}
      act={actionStateOf(offline, 'pause')}
      onSubmit={() => void submit()}
    >
      <ReasonField
        reasons={pauseReasons}
        label={pauseReasonLabel}
        value={form.reason}
        onChange={(reason) => change({ reason })}
        error={isSubmitted && form.reason === ''}
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
        <DateField
          optional
          label={t`Resume on`}
          value={form.day}
          onChange={(day) => change({ day })}
          error={isSubmitted && halfATime ? t`Enter the day and the time, or neither.` : undefined}
        />
        <TimeField optional label={t`At`} value={form.time} onChange={(time) => change({ time })} />
      </div>
      <NoteField value={form.note} onChange={(note) => change({ note })} />
    </BookingSheet>
  )
}

/** Asks for the customer's four-digit start code. */
export function StartCodeSheet({ booking, offline, now, onClose }: BookingSheetProps) {
  const [typed, setTyped] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const code = latinDigits(typed.trim())
  const isWhole = /^\d{4}$/.test(code)
  const submit = async () => {
    setSubmitted(true)
    if (isWhole && (await offline.run('start', { startCode: code }))) onClose()
  }
  return (
    <BookingSheet
      title={<Trans>Ask the customer for the start code</Trans>}
      submit={<Trans>Start work</Trans>}
      about={{ booking, now, onClose }}
      act={actionStateOf(offline, 'start')}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t`Start code`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isSubmitted && !isWhole ? t`Enter the 4-digit code from the customer.` : undefined}
      />
    </BookingSheet>
  )
}
