import { pauseReasons, type PauseReason } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { instantAt } from '../../../lib/wall-time.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { useDraft } from '../use-act.ts'
import { FormSheet, ReasonField } from './form-sheet.tsx'
import { pauseReasonLabel } from './reason-words.ts'
import type { SheetProps } from './sheets.tsx'

const SUMMARY_MAX = 2000

const workedMinutes = ({ booking, now }: SheetProps): number =>
  booking.workLog
    .filter(({ kind }) => kind === 'WORK')
    .reduce(
      (sum, { startedAt, endedAt }) =>
        sum + Math.round(((endedAt ? Date.parse(endedAt) : now.getTime()) - Date.parse(startedAt)) / 60_000),
      0,
    )

/** Hands the work over (B10). */
export function CompleteSheet(props: SheetProps) {
  const { booking, field, now, onClose } = props
  const isHourly = booking.price.model === 'HOURLY'
  const measured = workedMinutes(props)
  const { form, change, done } = useDraft(`complete:${booking.id}`, {
    summary: '',
    partial: false,
    minutes: isHourly && measured > 0 ? String(measured) : '',
  })
  const [tried, setTried] = useState(false)
  const summary = form.summary.trim()
  const minutes = Number(form.minutes)
  const wrongSummary = summary === '' || summary.length > SUMMARY_MAX
  const wrongMinutes = isHourly && !(Number.isInteger(minutes) && minutes > 0)

  const submit = async () => {
    setTried(true)
    if (wrongSummary || wrongMinutes) return
    const taken = await field.run('complete', {
      summary,
      ...(form.partial && { partial: true }),
      ...(isHourly && { finalMinutes: minutes }),
    })
    if (!taken) return
    done()
    onClose()
  }
  const name = booking.customer.name
  return (
    <FormSheet
      title={<Trans>Hand the work over</Trans>}
      description={<Trans>{name} is asked to confirm it.</Trans>}
      submit={<Trans>Complete</Trans>}
      busy={field.busy === 'complete'}
      error={field.refused?.kind === 'complete' ? field.refused.error : undefined}
      timeZone={booking.timeZone}
      now={now}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextAreaField
        label={t`What was done`}
        value={form.summary}
        onChange={(event) => change({ summary: event.target.value })}
        count={{ used: form.summary.length, of: SUMMARY_MAX }}
        error={tried && wrongSummary ? t`Say what was done, in 1 to 2,000 characters.` : undefined}
      />
      {isHourly && (
        <TextField
          label={t`Minutes of work`}
          inputMode="numeric"
          value={form.minutes}
          onChange={(event) => change({ minutes: event.target.value })}
          error={tried && wrongMinutes ? t`Enter whole minutes.` : undefined}
        />
      )}
      <Checkbox
        label={t`Not everything was done`}
        checked={form.partial}
        onChange={(event) => change({ partial: event.target.checked })}
      />
    </FormSheet>
  )
}

/** Interrupts the work (B9). */
export function PauseSheet({ booking, field, now, onClose }: SheetProps) {
  const { form, change, done } = useDraft<{ reason: PauseReason | ''; day: string; time: string; note: string }>(
    `pause:${booking.id}`,
    {
      reason: '',
      day: '',
      time: '',
      note: '',
    },
  )
  const [tried, setTried] = useState(false)
  const halfATime = (form.day === '') !== (form.time === '')
  const submit = async () => {
    setTried(true)
    if (form.reason === '' || halfATime) return
    const note = form.note.trim()
    const taken = await field.run('pause', {
      reasonCode: form.reason,
      ...(note && { note }),
      ...(form.day && { resumeOn: instantAt(form.day, form.time, booking.timeZone).toISOString() }),
    })
    if (!taken) return
    done()
    onClose()
  }
  return (
    <FormSheet
      title={<Trans>Pause the work</Trans>}
      submit={<Trans>Pause</Trans>}
      busy={field.busy === 'pause'}
      error={field.refused?.kind === 'pause' ? field.refused.error : undefined}
      timeZone={booking.timeZone}
      now={now}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ReasonField
        reasons={pauseReasons}
        label={pauseReasonLabel}
        value={form.reason}
        onChange={(reason) => change({ reason })}
        error={tried && form.reason === ''}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          optional
          label={t`Work goes on`}
          value={form.day}
          onChange={(event) => change({ day: event.target.value })}
          error={tried && halfATime ? t`Enter the day and the time, or neither.` : undefined}
        />
        <TextField
          type="time"
          optional
          label={t`At`}
          value={form.time}
          onChange={(event) => change({ time: event.target.value })}
        />
      </div>
      <TextAreaField
        label={t`Note to the customer`}
        optional
        rows={2}
        maxLength={1000}
        value={form.note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </FormSheet>
  )
}

/** The customer's four digits, where they are asked for (B8). */
export function StartCodeSheet({ booking, field, now, onClose }: SheetProps) {
  const [code, setCode] = useState('')
  const submit = async () => {
    if (code.trim() !== '' && (await field.run('start', { startCode: code.trim() }))) onClose()
  }
  return (
    <FormSheet
      title={<Trans>Ask the customer for the start code</Trans>}
      submit={<Trans>Start work</Trans>}
      busy={field.busy === 'start'}
      error={field.refused?.kind === 'start' && code !== '' ? field.refused.error : undefined}
      timeZone={booking.timeZone}
      now={now}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t`Start code`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormSheet>
  )
}
