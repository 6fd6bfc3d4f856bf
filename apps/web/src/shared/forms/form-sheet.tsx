import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { FormDialog, type FormDialogProps } from '../../ui/overlays/form-dialog.tsx'
import { SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { ErrorNotice } from '../errors/error-notice.tsx'
import { mergeConsents, type Consent } from '../errors/action-error.ts'
import { useConsent } from '../errors/use-consent.tsx'

export interface FormSheetProps extends Pick<
  FormDialogProps,
  'title' | 'description' | 'submit' | 'variant' | 'busy' | 'disabled' | 'onClose' | 'children'
> {
  error?: unknown
  timeZone: string
  now: Date
  onSubmit: (consent?: Consent) => void
  onSlot?: (slot: { startAt: string; endAt: string }) => void
  /** Whether refusals that only need consent can be confirmed: the button then repeats the action with it. */
  consents?: boolean
}

/** Form in a sheet: fields with errors beside them, and what the server refused below. */
export function FormSheet(props: FormSheetProps) {
  const { submit, error, timeZone, now, onSubmit, onSlot, consents: isConsentAsked, ...dialog } = props
  // Consents of this attempt: another warning may follow after accepting an overlap.
  const consents = useRef<Consent>({})
  // Scroll the error into view below a long form. Newer browsers return a promise, which must not become the effect's
  // cleanup.
  const notice = useRef<HTMLDivElement>(null)
  // A consent is about what was sent: once something was changed, it is sent without.
  const [changedSince, setChangedSince] = useState<unknown>()
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const consentRequest = useConsent(isConsentAsked && changedSince !== error ? error : undefined, (consent) => {
    consents.current = mergeConsents(consents.current, consent)
    onSubmit(consents.current)
  })
  return (
    <FormDialog
      {...dialog}
      submit={consentRequest ? <Trans>Continue anyway</Trans> : submit}
      onChange={() => setChangedSince(error)}
      onSubmit={() => {
        if (consentRequest) return consentRequest.give()
        consents.current = {}
        onSubmit()
      }}
      after={
        error !== undefined &&
        error !== null && (
          <div ref={notice} className="mt-5">
            <ErrorNotice
              error={error}
              timeZone={timeZone}
              now={now}
              onSlot={
                onSlot &&
                ((slot) => {
                  setChangedSince(error)
                  onSlot(slot)
                })
              }
            >
              {consentRequest?.field}
            </ErrorNotice>
          </div>
        )
      }
    />
  )
}

/** Note to the customer; optional unless `required`. */
export function NoteField(props: {
  value: string
  onChange: (note: string) => void
  maxLength?: number
  required?: boolean
  error?: string | undefined
}) {
  const { value, onChange, maxLength = 1000, required = false, error } = props
  return (
    <TextAreaField
      label={t`Note to the customer`}
      optional={!required}
      rows={2}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}

/** Select field for a reason. */
export function ReasonField<Reason extends string>(props: {
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  value: Reason | ''
  onChange: (reason: Reason) => void
  error?: boolean
}) {
  const { reasons, label, value, onChange, error } = props
  return (
    <SelectField
      label={t`Reason`}
      aria-required
      value={value}
      onChange={(event) => onChange(event.target.value as Reason)}
      error={error ? t`Choose a reason.` : undefined}
    >
      <option value="" disabled>
        {t`Choose a reason`}
      </option>
      {reasons.map((reason) => (
        <option key={reason} value={reason}>
          {label(reason)}
        </option>
      ))}
    </SelectField>
  )
}
