import { t } from '@lingui/core/macro'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>, FieldProps {
  /** Content below the field, for example a strength meter. */
  below?: ReactNode
}

/** Password field with a show button, paste and autofill. Warns about Caps Lock. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, count, aside, id, className, below, ...control } = props
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  return (
    <Field
      label={label}
      error={error}
      hint={caps ? t`Caps Lock is on.` : hint}
      {...(optional && { optional })}
      {...(count && { count })}
      aside={aside}
      id={id}
      className={className}
    >
      {(aria) => (
        <>
          <div className="relative">
            <input
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              {...control}
              {...aria}
              type={shown ? 'text' : 'password'}
              onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
              onBlur={(event) => {
                setCaps(false)
                control.onBlur?.(event)
              }}
              className={controlClass('pe-20')}
            />
            <button
              type="button"
              aria-pressed={shown}
              aria-label={shown ? t`Hide password` : t`Show password`}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0.5 end-0.5 min-w-16 rounded-control px-3 text-sm font-semibold text-text-muted hover:text-text"
            >
              {shown ? t`Hide` : t`Show`}
            </button>
          </div>
          {below}
        </>
      )}
    </Field>
  )
}
