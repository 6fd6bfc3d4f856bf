import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'
import { strengthOf } from './password-strength.ts'

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>, FieldProps {
  /** Under the field, such as how strong the password is. */
  below?: ReactNode
}

/** A password that can be shown, pasted and filled in by a password manager. Warns of Caps Lock. */
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

/** Four bars and a word. */
export function PasswordStrength({ value }: { value: string }) {
  const strength = strengthOf(value)
  const words = [t`Too short`, t`Easy to guess`, t`Fair`, t`Good`, t`Strong`]
  const colour = ['bg-line-strong', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'][strength]
  return (
    <div className="flex items-center gap-3 text-sm text-text-muted">
      <div className="grid flex-1 grid-cols-4 gap-1.5" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx('h-1.5 rounded-full transition-colors', step <= strength ? colour : 'bg-line')}
          />
        ))}
      </div>
      <span className="min-w-24 text-end" aria-live="polite">
        {value === '' ? '' : words[strength]}
      </span>
    </div>
  )
}
