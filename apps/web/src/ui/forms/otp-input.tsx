import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { digitsOf } from '../../lib/format/digits.ts'
import { Field, type FieldProps } from './field.tsx'

const CODE_LENGTH = 6

export interface OtpFieldProps extends FieldProps, Pick<ComponentProps<'input'>, 'name' | 'autoFocus' | 'disabled'> {
  value: string
  onChange: (digits: string) => void
  /** Called when all digits are entered. */
  onComplete?: (digits: string) => void
}

/** Six-digit code field: one input shown as boxes, so that paste, SMS autofill and screen readers work. */
export function OtpField(props: OtpFieldProps) {
  const { value, onChange, onComplete, name = 'code', autoFocus, disabled, ...field } = props
  const active = Math.min(value.length, CODE_LENGTH - 1)

  const change = (text: string) => {
    const digits = digitsOf(text).slice(0, CODE_LENGTH)
    if (digits === value) return
    onChange(digits)
    if (digits.length === CODE_LENGTH) onComplete?.(digits)
  }

  return (
    <Field {...field} announcesError>
      {(aria) => (
        <div className="group/otp relative" dir="ltr">
          <div className="grid auto-cols-fr grid-flow-col gap-2" aria-hidden="true">
            {Array.from({ length: CODE_LENGTH }, (_, index) => (
              <span
                key={index}
                className={clsx(
                  'grid h-14 place-items-center rounded-control border bg-surface-raised text-xl font-semibold tabular-nums',
                  aria['aria-invalid'] ? 'border-danger' : 'border-line-strong',
                  // Not in state: on a prerendered page, the field has the focus before React attaches its handlers.
                  index === active &&
                    'outline-accent-text group-focus-within/otp:outline-2 group-focus-within/otp:-outline-offset-1',
                )}
              >
                {value[index] ?? ''}
              </span>
            ))}
          </div>
          <input
            {...aria}
            name={name}
            value={value}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
            autoFocus={autoFocus}
            disabled={disabled}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            onChange={(event) => change(event.target.value)}
            // Keep the caret at the end: the boxes show none.
            onSelect={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
            className="absolute inset-0 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </div>
      )}
    </Field>
  )
}
