import clsx from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  /** Shown in place of the radio button's mark. */
  picture?: ReactNode
}

export interface ChoiceCardsProps<Value extends string> extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: ReactNode
  choices: readonly Choice<Value>[]
  /** Makes the component controlled. */
  chosen?: string
  error?: string | undefined
}

const cardClass =
  'relative flex items-center rounded-control border border-line-strong bg-surface-raised transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text'
const markClass =
  'size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised outline-none checked:border-6 checked:border-accent'

/** Single choice shown as cards, made of radio buttons: one below the other, or as tiles when they have pictures. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, choices, chosen, error, id: idProp, className, ...input } = props
  const generatedId = useId()
  const id = idProp ?? generatedId
  const areTiles = choices.some(({ picture }) => picture !== undefined)
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-2"
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className={clsx('grid gap-2', areTiles && 'grid-cols-2 sm:grid-cols-3', className)}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={clsx(
              cardClass,
              areTiles ? 'min-h-14 gap-2.5 p-1.5 pe-2.5 text-sm' : 'min-h-12 gap-3 px-3.5 py-2',
            )}
          >
            <input
              {...input}
              id={index === 0 ? id : `${id}-${choice.value}`}
              type="radio"
              value={choice.value}
              {...(chosen !== undefined && { checked: choice.value === chosen })}
              // Beside a picture, the button fills the tile.
              className={areTiles ? 'absolute inset-0 cursor-pointer appearance-none outline-none' : markClass}
            />
            {choice.picture}
            <span className="grid min-w-0 wrap-anywhere">
              <span className="font-medium">{choice.label}</span>
              {choice.hint && <span className="text-sm text-text-muted">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
