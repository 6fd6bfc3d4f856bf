import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FieldError } from '../../ui/forms/field.tsx'

interface ReasonRadiosProps<Reason extends string> {
  /** The radio button of a reason has the id `{id}-{reason}`. */
  id: string
  legend: ReactNode
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  value: Reason | ''
  isMissing: boolean
  onChange: (reason: Reason) => void
}

/** Radio buttons for a reason. */
export function ReasonRadios<Reason extends string>(props: ReasonRadiosProps<Reason>) {
  const { id, legend, reasons, label, value, isMissing, onChange } = props
  return (
    <fieldset aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="grid">
        {reasons.map((reason) => (
          <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              id={`${id}-${reason}`}
              type="radio"
              name={`${id}-reason`}
              value={reason}
              checked={value === reason}
              onChange={() => onChange(reason)}
              className="size-5 accent-accent"
            />
            {label(reason)}
          </label>
        ))}
      </div>
      {isMissing && (
        <FieldError id={`${id}-error`}>
          <Trans>Choose a reason.</Trans>
        </FieldError>
      )}
    </fieldset>
  )
}
