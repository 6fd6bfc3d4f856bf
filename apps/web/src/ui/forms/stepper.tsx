import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Step {
  name: string
  label: string
  hint?: ReactNode
  done: boolean
}

export interface StepperProps {
  steps: readonly Step[]
  current: string
  /** Makes finished steps and the current one selectable. */
  onChoose?: (name: string) => void
}

/** Progress through steps: a bar with a count on a phone, a list on large screens. */
export function Stepper({ steps, current, onChoose }: StepperProps) {
  const at = Math.max(
    0,
    steps.findIndex(({ name }) => name === current),
  )
  const number = at + 1
  const total = steps.length
  return (
    <nav aria-label={t`Steps`}>
      <div className="lg:hidden">
        <p className="flex items-baseline justify-between gap-4 text-sm">
          <span className="font-semibold">{steps[at]?.label}</span>
          <span className="text-text-muted tabular-nums">
            <Trans>
              Step {number} of {total}
            </Trans>
          </span>
        </p>
        <div aria-hidden="true" className="mt-2.5 grid auto-cols-fr grid-flow-col gap-1.5">
          {steps.map(({ name, done }, index) => (
            <span key={name} className={clsx('h-1.5 rounded-full', done || index <= at ? 'bg-accent' : 'bg-line')} />
          ))}
        </div>
      </div>
      <ol className="hidden gap-1 lg:grid">
        {steps.map((step, index) => (
          <li key={step.name}>
            <StepLine step={step} index={index} isCurrent={index === at} onChoose={onChoose} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StepLine(props: {
  step: Step
  index: number
  isCurrent: boolean
  onChoose: ((name: string) => void) | undefined
}) {
  const { step, index, isCurrent, onChoose } = props
  const line = (
    <>
      <span
        className={clsx(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums',
          step.done && 'bg-accent text-on-accent',
          !step.done && isCurrent && 'border-2 border-accent text-accent-text',
          !step.done && !isCurrent && 'border border-line-strong text-text-muted',
        )}
      >
        {step.done ? <Check size={16} strokeWidth={3} aria-label={t`Done`} /> : index + 1}
      </span>
      <span className="grid text-start">
        <span className={clsx(isCurrent ? 'font-semibold' : 'text-text-muted')}>{step.label}</span>
        {step.hint && <span className="text-sm text-text-muted">{step.hint}</span>}
      </span>
    </>
  )
  const className = clsx(
    'flex min-h-12 w-full items-center gap-3.5 rounded-control px-3 py-2',
    isCurrent && 'bg-surface-raised shadow-raised',
  )
  if (onChoose && (step.done || isCurrent)) {
    return (
      <button
        type="button"
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => onChoose(step.name)}
        className={clsx(className, 'hover:bg-surface-hover')}
      >
        {line}
      </button>
    )
  }
  return (
    <span aria-current={isCurrent ? 'step' : undefined} className={className}>
      {line}
    </span>
  )
}
