import { MINUTE_MS } from '@fettle/protocol/core/durations'
import type { OtherJob } from '@fettle/protocol/bookings/actions'
import { contestCancellation, contestNoShow, reopenBooking, reportNoShow } from '@fettle/protocol/bookings/calls'
import type { ContactMethod } from '@fettle/protocol/bookings'
import { contactMethods } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { hasCode } from '../../../lib/http/api-error.ts'
import { momentWithin } from '../../../lib/format/dates.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { contactMethodLabel } from '../detail/contact-labels.ts'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { actionStateOf, BookingSheet, type BookingSheetProps } from './form-sheet.tsx'
import { NoteField } from '../../../shared/forms/form-sheet.tsx'
import { jobInProgress } from '../../../shared/other-job/job-in-progress.ts'
import { OtherJobQuestion } from '../../../shared/other-job/other-job-question.tsx'

/** Minimum wait after the arrival window before a no-show can be reported. */
const NO_SHOW_WAIT_MINUTES = 15

/** Reports that the customer was not there. */
export function NoShowSheet({ booking, offline, now, onClose }: BookingSheetProps) {
  const { form, change, clearDraft } = useDraft(`no-show:${booking.id}`, { note: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const note = form.note.trim()
  const from =
    Date.parse(booking.startAt ?? booking.createdAt) + (booking.arrivalWindowMinutes + NO_SHOW_WAIT_MINUTES) * MINUTE_MS
  const time = momentWithin(new Date(from), booking.timeZone, now)
  const photoIds = booking.photos.filter(({ kind }) => kind === 'ISSUE').map(({ id }) => id)
  const submit = async () => {
    setSubmitted(true)
    if (note === '') return
    const body = { version: booking.version, note, ...(photoIds.length > 0 && { photoIds: photoIds.slice(0, 10) }) }
    if (!(await act.run(reportNoShow, { body }))) return
    clearDraft()
    onClose()
    toast.success(t`No-show reported`)
  }
  return (
    <BookingSheet
      title={<Trans>Report no-show</Trans>}
      description={<Trans>We'll let the customer know. They can contest it within 7 days.</Trans>}
      submit={<Trans>Report no-show</Trans>}
      variant="danger"
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      {from > now.getTime() && (
        <Banner tone="warning">
          <Trans>Wait until {time} before reporting a no-show.</Trans>
        </Banner>
      )}
      <TextAreaField
        label={t`What happened`}
        hint={t`Problem photos from this job are attached.`}
        value={form.note}
        maxLength={1000}
        onChange={(event) => change({ note: event.target.value })}
        error={isSubmitted && note === '' ? t`Describe what happened (up to 1,000 characters).` : undefined}
      />
      {hasCode(act.error, 'CONTACT_REQUIRED') && (
        <Button
          variant="secondary"
          busy={offline.isSending('contact')}
          onClick={() => void offline.run('contact', { method: 'CALL' })}
        >
          <Trans>I called just now</Trans>
        </Button>
      )}
    </BookingSheet>
  )
}

/** Reopens completed work. */
export function ReopenSheet({ booking, now, onClose }: BookingSheetProps) {
  const { form, change, clearDraft } = useDraft(`reopen:${booking.id}`, { note: '' })
  const act = useBookingAction(booking)
  const submit = async (otherJob?: OtherJob) => {
    const note = form.note.trim()
    const body = { version: booking.version, ...(note && { note }), ...(otherJob && { otherJob }) }
    if (!(await act.run(reopenBooking, { body }))) return
    clearDraft()
    onClose()
    toast.success(t`You reopened the job`)
  }
  if (jobInProgress(act.error)) {
    return (
      <OtherJobQuestion
        error={act.error}
        step="reopen"
        onAnswer={(otherJob) => void submit(otherJob)}
        onClose={act.forget}
      />
    )
  }
  return (
    <BookingSheet
      title={<Trans>Reopen this job?</Trans>}
      description={<Trans>We'll let the customer know it isn't finished yet.</Trans>}
      submit={<Trans>Reopen job</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      <NoteField value={form.note} onChange={(note) => change({ note })} />
    </BookingSheet>
  )
}

/** Contests a cancellation or no-show recorded against the provider. */
export function ContestSheet({
  booking,
  now,
  onClose,
  of,
}: BookingSheetProps & { of: 'contest-cancellation' | 'contest-no-show' }) {
  const { form, change, clearDraft } = useDraft(`contest:${booking.id}`, { note: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const note = form.note.trim()
  const short = note.length < 10
  const submit = async () => {
    setSubmitted(true)
    if (short) return
    const operation = of === 'contest-no-show' ? contestNoShow : contestCancellation
    if (!(await act.run(operation, { body: { version: booking.version, note } }))) return
    clearDraft()
    onClose()
    toast.success(t`You contested this`)
  }
  return (
    <BookingSheet
      title={of === 'contest-no-show' ? <Trans>Contest no-show</Trans> : <Trans>Contest cancellation</Trans>}
      description={<Trans>It won't count against anyone until it's resolved.</Trans>}
      submit={<Trans>Contest</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      <TextAreaField
        label={t`What happened`}
        value={form.note}
        maxLength={2000}
        onChange={(event) => change({ note: event.target.value })}
        error={isSubmitted && short ? t`Describe what happened (10 to 2,000 characters).` : undefined}
      />
    </BookingSheet>
  )
}

/** Logs an unsuccessful attempt to reach the customer. */
export function ContactSheet({ booking, offline, now, onClose }: BookingSheetProps) {
  const [method, setMethod] = useState<ContactMethod>('CALL')
  const submit = async () => {
    if (await offline.run('contact', { method })) onClose()
  }
  return (
    <BookingSheet
      title={<Trans>Log contact attempt</Trans>}
      description={<Trans>This records that you tried to reach the customer.</Trans>}
      submit={<Trans>Save</Trans>}
      about={{ booking, now, onClose }}
      act={actionStateOf(offline, 'contact')}
      onSubmit={() => void submit()}
    >
      <ChoiceCards<ContactMethod>
        label={t`Contact method`}
        name="method"
        chosen={method}
        choices={contactMethods.map((value) => ({ value, label: contactMethodLabel(value) }))}
        onChange={(event) => setMethod(event.target.value as ContactMethod)}
      />
    </BookingSheet>
  )
}
