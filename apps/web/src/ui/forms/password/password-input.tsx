import { t } from '@lingui/core/macro'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { controlClass, Field, requiredUnless, type FieldProps } from '../field.tsx'

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>, FieldProps {
  /** Content below the field, for example a strength meter. */
  below?: ReactNode
}

/** Password field with a show button, paste and autofill. Warns about Caps Lock. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, count, aside, id, className, below, ...control } = props
  const [isShown, setIsShown] = useState(false)
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  return (
    <Field
      label={label}
      error={error}
      hint={isCapsLockOn ? t`Caps Lock is on.` : hint}
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
              {...requiredUnless(optional)}
              {...control}
              {...aria}
              type={isShown ? 'text' : 'password'}
              onKeyUp={(event) => setIsCapsLockOn(event.getModifierState('CapsLock'))}
              onBlur={(event) => {
                setIsCapsLockOn(false)
                control.onBlur?.(event)
              }}
              className={controlClass('pe-20')}
            />
            <button
              type="button"
              aria-pressed={isShown}
              aria-label={isShown ? t`Hide password` : t`Show password`}
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-0.5 end-0.5 min-w-16 rounded-control px-3 text-sm font-semibold text-text-muted hover:text-text"
            >
              {isShown ? t`Hide` : t`Show`}
            </button>
          </div>
          {below}
        </>
      )}
    </Field>
  )
}
