import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/field.tsx'
import type { Consent } from '../api.ts'
import type { FieldDeed } from '../deeds.ts'
import { RefusalNotice } from '../refusal-notice.tsx'
import type { Field } from '../use-field.ts'
import type { SheetProps } from './sheets.tsx'

export interface FormSheetProps {
  title: ReactNode
  description?: ReactNode
  /** What the main button says. */
  submit: ReactNode
  variant?: ButtonVariant
  busy?: boolean
  error?: unknown
  timeZone: string
  now: Date
  onSubmit: (consent?: Consent) => void
  onSlot?: (slot: { startAt: string; endAt: string }) => void
  onClose: () => void
  /** Refusals that only want to be confirmed may be. */
  consents?: boolean
  children?: ReactNode
}

/** A question in a sheet: its fields, why it was refused beside them, and nothing lost meanwhile. */
export function FormSheet(props: FormSheetProps) {
  const { title, description, submit, variant, busy, error, timeZone, now, onSubmit, onSlot, onClose, children } = props
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" form={id} {...(variant && { variant })} {...(busy !== undefined && { busy })}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="grid gap-5"
      >
        {children}
      </form>
      {error !== undefined && error !== null && (
        <RefusalNotice
          error={error}
          timeZone={timeZone}
          now={now}
          onConsent={props.consents ? onSubmit : undefined}
          onSlot={onSlot}
          className="mt-5"
        />
      )}
    </Dialog>
  )
}

type Question = Omit<FormSheetProps, 'busy' | 'error' | 'timeZone' | 'now' | 'onClose'>

/** A question about one booking: on the clock of its site, and with what became of asking the server. */
export function BookingSheet({
  about: { booking, now, onClose },
  act: { busy, error },
  ...question
}: Question & { about: Pick<SheetProps, 'booking' | 'now' | 'onClose'>; act: { busy: boolean; error: unknown } }) {
  return <FormSheet {...question} busy={busy} error={error} timeZone={booking.timeZone} now={now} onClose={onClose} />
}

/** What became of a deed that goes through the outbox. */
export const actOf = ({ busy, refused }: Field, kind: FieldDeed) => ({
  busy: busy === kind,
  error: refused?.kind === kind ? refused.error : undefined,
})

/** A word to the customer; never needed unless `needed`. */
export function NoteField(props: {
  value: string
  onChange: (note: string) => void
  most?: number
  needed?: boolean
  error?: string | undefined
}) {
  const { value, onChange, most = 1000, needed = false, error } = props
  return (
    <TextAreaField
      label={t`Note to the customer`}
      optional={!needed}
      rows={2}
      maxLength={most}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}

/** One of several reasons, from the browser's own list. */
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
