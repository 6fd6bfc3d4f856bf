import clsx from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

export interface ChoiceTile<Value extends string> {
  value: Value
  label: ReactNode
  picture: ReactNode
}

export interface ChoiceTilesProps<Value extends string> extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: ReactNode
  choices: readonly ChoiceTile<Value>[]
  chosen: string
  error?: string | undefined
}

/** Single choice of many, each with a picture: radio buttons that fill their tiles. */
export function ChoiceTiles<Value extends string>(props: ChoiceTilesProps<Value>) {
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
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className="relative flex min-h-14 items-center gap-2.5 rounded-control border border-line-strong bg-surface-raised p-1.5 pe-2.5 text-sm transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              {...input}
              id={index === 0 ? id : `${id}-${choice.value}`}
              type="radio"
              value={choice.value}
              checked={choice.value === chosen}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-none"
            />
            {choice.picture}
            <span className="min-w-0 font-medium wrap-anywhere">{choice.label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
