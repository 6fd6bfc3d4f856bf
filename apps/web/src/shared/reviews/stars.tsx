import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { formatter } from '../../lib/format/dates.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { starsText } from './labels.ts'

const five = [1, 2, 3, 4, 5] as const

/** Rating of one to five stars. Filled stars differ in shape and colour. */
export function Stars({ value: stars, size = 18, className }: { value: number; size?: number; className?: string }) {
  const value = formatter().number(stars)
  return (
    <span role="img" aria-label={t`${value} of 5 stars`} className={clsx('inline-flex gap-0.5', className)}>
      {five.map((star) => (
        <Star
          key={star}
          size={size}
          aria-hidden="true"
          className={star <= Math.round(stars) ? 'text-accent-text' : 'text-line-strong'}
          fill={star <= Math.round(stars) ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  )
}

/** Field for one to five stars, made of radio buttons. */
export function StarsField(props: {
  label: string
  value: number
  onChange: (stars: number) => void
  error?: string | undefined
}) {
  const { label, value, onChange, error } = props
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="-mx-1.5 flex">
        {five.map((star) => (
          <label
            key={star}
            className="relative grid size-12 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              id={star === 1 ? id : undefined}
              name={id}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <span className="sr-only">{starsText(star)}</span>
            <Star
              size={32}
              aria-hidden="true"
              className={star <= value ? 'text-accent-text' : 'text-text-muted'}
              fill={star <= value ? 'currentColor' : 'none'}
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
