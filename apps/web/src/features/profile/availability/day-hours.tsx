import type { Interval } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Copy, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TimeField } from '../../../ui/dates/date-field.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { hoursProblem, nextInterval } from './model.ts'

const MAX_INTERVALS = 3

function problemText(intervals: readonly Interval[]): string | undefined {
  switch (hoursProblem(intervals)) {
    case 'overlap':
      return t`These hours overlap.`
    case 'order':
      return t`Choose an end time after the start.`
    case 'many':
      return t`Add up to 3 time ranges a day.`
    case undefined:
      return undefined
  }
}

export interface DayHoursProps {
  name: string
  intervals: readonly Interval[]
  isSubmitted: boolean
  onChange: (intervals: Interval[]) => void
  /** Copies these hours to the other working days. */
  onCopy?: (() => void) | undefined
}

/** Working hours of one day: up to three intervals, or none. */
export function DayHours({ name, intervals, isSubmitted, onChange, onCopy }: DayHoursProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const problem = problemText(intervals)
  // A narrow card has no room for the hours between the day and its buttons.
  const isOpen = intervals.length > 0
  const change = (index: number, next: Partial<Interval>) =>
    onChange(intervals.map((interval, at) => (at === index ? { ...interval, ...next } : interval)))
  const remove = (index: number, button: HTMLElement) => {
    if (intervals.length === 1) addButton.current?.focus()
    // The rows are told apart by their place: the last one goes, the others show the next hours.
    else if (index === intervals.length - 1) focusBeside(button.parentElement, 'button')
    onChange(intervals.filter((_, at) => at !== index))
  }
  return (
    <fieldset className="@container grid gap-2 py-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-start gap-3">
        <span aria-hidden="true" className={clsx('w-24 pt-2.5 font-medium', isOpen && '@max-2xl:flex-1')}>
          {name}
        </span>
        <div
          className={clsx('grid min-w-0 flex-1 grid-cols-1 gap-2', isOpen && '@max-2xl:order-last @max-2xl:basis-full')}
        >
          {intervals.length === 0 && (
            <p className="pt-2.5 text-text-muted">
              <Trans>Closed</Trans>
            </p>
          )}
          {intervals.map(({ from, to }, index) => (
            <div
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-x-1.5 max-sm:-me-2 sm:max-w-sm"
            >
              <TimeField
                label={t`${name}, from`}
                isLabelHidden
                value={from}
                onChange={(time) => change(index, { from: time })}
              />
              <span aria-hidden="true">–</span>
              <TimeField
                label={t`${name}, until`}
                isLabelHidden
                value={to === '24:00' ? '23:59' : to}
                onChange={(time) => change(index, { to: time })}
              />
              <IconButton
                label={t`Remove ${name}, ${from}–${to}`}
                title={t`Remove these hours`}
                icon={<X size={18} />}
                onClick={({ currentTarget }) => remove(index, currentTarget)}
              />
            </div>
          ))}
        </div>
        <div className="flex">
          {onCopy && intervals.length > 0 && (
            <IconButton label={t`Copy to Tuesday to Friday`} icon={<Copy size={18} />} onClick={onCopy} />
          )}
          {intervals.length < MAX_INTERVALS && (
            <IconButton
              ref={addButton}
              label={t`Add hours on ${name}`}
              icon={<Plus size={20} />}
              onClick={() => onChange([...intervals, nextInterval(intervals)])}
            />
          )}
        </div>
      </div>
      {problem && (isSubmitted || hoursProblem(intervals) === 'overlap') && <FieldError>{problem}</FieldError>}
    </fieldset>
  )
}

/** Button that adds hours to a day without any. */
export const AddHours = ({ onAdd }: { onAdd: () => void }) => (
  <Button size="sm" variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
    <Trans>Add a date</Trans>
  </Button>
)
