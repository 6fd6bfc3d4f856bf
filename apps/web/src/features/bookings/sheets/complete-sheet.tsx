import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { parseWholeNumber } from '../../../lib/format/amounts.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { SignaturePad } from '../../../ui/forms/signature-pad.tsx'
import { workedMinutes } from '../work/worked-minutes.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { actionStateOf, BookingSheet, type BookingSheetProps } from './form-sheet.tsx'

const MAX_SUMMARY_LENGTH = 2000

/** Completes the work, with the customer's signature when they are present. */
export function CompleteSheet(props: BookingSheetProps) {
  const { booking, offline, now, onClose, onSheet } = props
  const isHourly = booking.price.model === 'HOURLY'
  const measured = workedMinutes(booking.workLog, now)
  const { form, change, clearDraft } = useDraft(`complete:${booking.id}`, {
    summary: '',
    partial: false,
    minutes: isHourly && measured > 0 ? String(measured) : '',
  })
  const [signature, setSignature] = useState<Blob>()
  const [signing, setSigning] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const summary = form.summary.trim()
  const minutes = parseWholeNumber(form.minutes)
  const wrongSummary = summary === '' || summary.length > MAX_SUMMARY_LENGTH
  const wrongMinutes = isHourly && !minutes
  const open = booking.checklist.filter((item) => item.required && !item.done)
  const missing = useRef<HTMLDivElement>(null)
  const act = actionStateOf(offline, 'complete')

  const submit = async () => {
    setSubmitted(true)
    missing.current?.scrollIntoView({ block: 'nearest' })
    if (wrongSummary || wrongMinutes || open.length > 0) return
    const isAccepted = await offline.run('complete', {
      summary,
      ...(form.partial && { partial: true }),
      ...(isHourly && { finalMinutes: minutes }),
      ...(signature && { signature }),
    })
    if (!isAccepted) return
    clearDraft()
    onClose()
  }
  const name = booking.customer.name
  return (
    <BookingSheet
      title={<Trans>Complete job</Trans>}
      description={<Trans>We'll ask {name} to confirm.</Trans>}
      submit={<Trans>Complete</Trans>}
      about={props}
      act={act}
      onSubmit={() => void submit()}
    >
      {open.length > 0 && (
        <div ref={missing}>
          <Banner
            key={String(isSubmitted)}
            tone={isSubmitted ? 'danger' : 'warning'}
            alert={isSubmitted}
            title={
              <Plural
                value={open.length}
                one="# required checklist item is still open."
                other="# required checklist items are still open."
              />
            }
          >
            <ul className="list-disc ps-5">
              {open.map(({ id, label }) => (
                <li key={id} dir="auto">
                  {label}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <TextAreaField
        label={t`What was done`}
        value={form.summary}
        onChange={(event) => change({ summary: event.target.value })}
        count={{ used: form.summary.length, of: MAX_SUMMARY_LENGTH }}
        error={isSubmitted && wrongSummary ? t`Describe what was done (up to 2,000 characters).` : undefined}
      />
      {isHourly && (
        <TextField
          label={t`Minutes of work`}
          inputMode="numeric"
          value={form.minutes}
          onChange={(event) => change({ minutes: event.target.value })}
          error={isSubmitted && wrongMinutes ? t`Enter whole minutes.` : undefined}
        />
      )}
      <Checkbox
        label={t`Some work is left`}
        checked={form.partial}
        onChange={(event) => change({ partial: event.target.checked })}
      />
      {signing ? (
        <SignaturePad
          label={t`Signature of ${name}`}
          hint={t`Appears below what was done. ${name} doesn't have to sign.`}
          onChange={setSignature}
        />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setSigning(true)}>
          <Trans>Get signature</Trans>
        </Button>
      )}
      {onSheet && hasCode(act.error, 'ADJUSTMENT_REQUIRED') && (
        <Button variant="secondary" onClick={() => onSheet('adjust')}>
          <Trans>Add extra work</Trans>
        </Button>
      )}
    </BookingSheet>
  )
}
