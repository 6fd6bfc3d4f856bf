import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { strengthOf } from './password-strength.ts'

export interface StrengthMeterProps {
  value: string
  /** Whether the password was refused. */
  isRefused: boolean
}

/** Password strength as four bars and a word. Empty while the password is refused, so that it contradicts nothing. */
export function StrengthMeter({ value, isRefused }: StrengthMeterProps) {
  const isShown = value !== '' && !isRefused
  const strength = isShown ? strengthOf(value) : 0
  const labels = [t`Too short`, t`Easy to guess`, t`Fair`, t`Good`, t`Strong`]
  const colour = ['bg-line-strong', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'][strength]
  return (
    <div className="flex min-h-lh items-center gap-3 text-sm text-text-muted">
      <div className="grid flex-1 grid-cols-4 gap-1.5" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx('h-1.5 rounded-full transition-colors', step <= strength ? colour : 'bg-line')}
          />
        ))}
      </div>
      <span className="min-w-24 text-end" aria-live="polite">
        {isShown && labels[strength]}
      </span>
    </div>
  )
}
