import { cancelBooking, getCancellationPreview } from '@fettle/protocol/bookings/calls'
import type { CancelReason, CancellationPreview } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes, cancelReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../lib/http/api-error.ts'
import { remainingText } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { BookingSheet, type BookingSheetProps } from './form-sheet.tsx'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { attributionText, feeRuleText } from './reason-labels.ts'
import { cancelReasonLabel } from '../../../shared/bookings/cancel-labels.ts'

const providerReasons = cancelReasonCodes.filter((reason) =>
  (cancelReasons[reason].by as readonly string[]).includes('PROVIDER'),
)

/** Cancels a booking on the terms shown, or withdraws a request. */
export function CancelSheet(props: BookingSheetProps) {
  return props.booking.status === 'REQUESTED' ? <Withdraw {...props} /> : <Cancel {...props} />
}

function Withdraw({ booking, now, onClose }: BookingSheetProps) {
  const { name } = booking.customer
  const act = useBookingAction(booking)
  const submit = async () => {
    if (!(await act.run(cancelBooking, { body: { version: booking.version } }))) return
    onClose()
    toast.success(t`You withdrew the request`, { body: t`We've let ${name} know.` })
  }
  return (
    <BookingSheet
      title={<Trans>Withdraw the request?</Trans>}
      description={<Trans>We'll let {name} know. There's no fee.</Trans>}
      submit={<Trans>Withdraw</Trans>}
      variant="danger"
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    />
  )
}

function Cancel({ booking, now, onClose }: BookingSheetProps) {
  const { form, change, clearDraft } = useDraft<{ reason: CancelReason | ''; note: string }>(`cancel:${booking.id}`, {
    reason: '',
    note: '',
  })
  const [accepted, setAccepted] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const reason = form.reason
  const preview = useQuery({
    ...queryOf(getCancellationPreview, { params: { id: booking.id }, query: { reasonCode: reason || 'OTHER' } }),
    enabled: reason !== '',
    staleTime: 0,
  })
  const terms = reason === '' ? undefined : preview.data
  const note = form.note.trim()
  const needsNote = terms?.needs.note === true
  const photoIds = booking.photos.filter(({ kind }) => kind === 'ISSUE').map(({ id }) => id)

  const submit = async () => {
    setSubmitted(true)
    if (reason !== '' && preview.isError) void preview.refetch()
    if (reason === '' || !terms || !accepted || (needsNote && note === '')) return
    const body = {
      version: booking.version,
      reasonCode: reason,
      ...(note && { note }),
      ...(terms.needs.photo && { photoIds: photoIds.slice(0, 10) }),
      acceptFee: true,
      previewHash: terms.previewHash,
    }
    if (await act.run(cancelBooking, { body })) {
      clearDraft()
      onClose()
      toast.success(t`Booking cancelled`)
    } else {
      // The terms have changed: they must be read and accepted again.
      setAccepted(false)
      await preview.refetch()
    }
  }
  const name = booking.customer.name
  return (
    <BookingSheet
      title={<Trans>Cancel this booking?</Trans>}
      description={<Trans>We'll let {name} know right away.</Trans>}
      submit={<Trans>Cancel booking</Trans>}
      variant="danger"
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      <ReasonField
        reasons={providerReasons}
        label={cancelReasonLabel}
        value={reason}
        onChange={(next) => {
          change({ reason: next })
          setAccepted(false)
          act.forget()
        }}
        error={isSubmitted && reason === ''}
      />
      {reason !== '' && preview.isPending && <Skeleton className="h-28" />}
      {reason !== '' && preview.error && <ErrorNotice error={preview.error} timeZone={booking.timeZone} now={now} />}
      {terms && <Terms terms={terms} photos={photoIds.length} attempts={booking.contactAttempts.length} />}
      <NoteField
        required={needsNote}
        value={form.note}
        onChange={(note) => change({ note })}
        error={isSubmitted && needsNote && note === '' ? t`Add a short explanation.` : undefined}
      />
      {terms && (
        <Checkbox
          label={
            hasCode(act.error, 'FEE_CHANGED')
              ? t`I've read the new terms`
              : t`I understand the cost and the consequences`
          }
          checked={accepted}
          onChange={(event) => setAccepted(event.target.checked)}
          error={isSubmitted && !accepted ? t`Read this and tick the box.` : undefined}
        />
      )}
    </BookingSheet>
  )
}

/** Terms and cost of cancelling now. */
function Terms({ terms, photos, attempts }: { terms: CancellationPreview; photos: number; attempts: number }) {
  const { fee, attributedTo, noticeMinutes, ownRates, needs } = terms
  const owed = fee.amount && fee.amount.amount > 0 ? moneyText(fee.amount) : undefined
  const notice = noticeMinutes ? remainingText(noticeMinutes * 60_000) : undefined
  const missing = Math.max(0, needs.contactAttempts - attempts)
  return (
    <div className="grid gap-2 rounded-card bg-surface-sunken p-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">
          <Trans>Fee</Trans>
        </span>
        <span className="text-lg font-semibold tabular-nums">{owed ?? <Trans>None</Trans>}</span>
      </div>
      {owed && (
        <p className="text-sm">
          {fee.payer === 'CUSTOMER' ? <Trans>The customer pays this.</Trans> : <Trans>You pay this.</Trans>}
        </p>
      )}
      <p className="text-sm text-text-muted">
        {feeRuleText(fee.rule)} {notice && <Trans>Notice: {notice}.</Trans>}
      </p>
      <p className="text-sm">
        {attributionText(attributedTo)}{' '}
        {ownRates === 'COUNTS_AGAINST_YOU' ? (
          <Trans>This lowers your stats.</Trans>
        ) : (
          <Trans>Your stats aren't affected.</Trans>
        )}
      </p>
      {needs.photo && photos === 0 && (
        <p className="text-sm font-medium text-warning">
          <Trans>This reason needs a photo. Add a photo of the problem to the job first.</Trans>
        </p>
      )}
      {missing > 0 && (
        <p className="text-sm font-medium text-warning">
          <Plural value={missing} one="Log # more contact attempt first." other="Log # more contact attempts first." />
        </p>
      )}
    </div>
  )
}
