import clsx from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field.tsx'
import { CheckGlyph } from '../icons/glyphs.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/**
 * Checkbox whose whole row is clickable. With `aria-disabled` it ignores presses and keeps the focus, for those that a
 * press or a lost connection may disable.
 */
export function Checkbox({ label, hint, error, className, id: idProp, onChange, ...rest }: CheckboxProps) {
  const generatedId = useId()
  const id = idProp ?? generatedId
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid gap-1', className)}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 py-1.5">
        <span className="relative grid shrink-0 place-items-center">
          <input
            {...rest}
            id={id}
            type="checkbox"
            onChange={(event) => {
              if (rest['aria-disabled'] !== true) onChange?.(event)
            }}
            aria-describedby={describedBy || undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-6 appearance-none rounded-[6px] border border-line-strong bg-surface-raised checked:border-accent checked:bg-accent aria-disabled:opacity-60 aria-invalid:border-danger"
          />
          <CheckGlyph
            strokeWidth={3}
            className="pointer-events-none invisible absolute text-on-accent peer-checked:visible"
          />
        </span>
        <span>{label}</span>
      </label>
      {(error || hint) && (
        <div className="-mt-1 grid gap-1 ps-9">
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          {hint && (
            <p id={`${id}-hint`} className="text-sm text-text-muted">
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
