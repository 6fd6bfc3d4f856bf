import clsx from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
}

export interface ChoiceCardsProps<Value extends string> extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: ReactNode
  choices: readonly Choice<Value>[]
  /** Makes the component controlled. */
  chosen?: string
  error?: string | undefined
}

/** Single choice shown as cards, made of radio buttons. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, choices, chosen, error, id: given, className, ...input } = props
  const own = useId()
  const id = given ?? own
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={clsx('grid gap-2', className)}
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className="flex min-h-12 items-center gap-3 rounded-control border border-line-strong bg-surface-raised px-3.5 py-2 transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
        >
          <input
            {...input}
            id={index === 0 ? id : `${id}-${choice.value}`}
            type="radio"
            value={choice.value}
            {...(chosen !== undefined && { checked: choice.value === chosen })}
            className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised outline-none checked:border-6 checked:border-accent"
          />
          <span className="grid">
            <span className="font-medium">{choice.label}</span>
            {choice.hint && <span className="text-sm text-text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
