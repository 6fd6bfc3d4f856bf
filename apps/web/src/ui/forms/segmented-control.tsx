import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import { ScrollHint, useOverflow } from '../navigation/scroll-hint.tsx'

interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  choices: readonly { value: Value; label: string; Icon: LucideIcon }[]
  chosen: Value
  onChoose: (value: Value) => void
  /** Icons stand above the labels. Otherwise they stand beside them, where there is room. */
  isStacked?: boolean
}

/** Single choice of a few, side by side on one surface, made of radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, choices, chosen, onChoose, isStacked = false } = props
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  const overflow = useOverflow(row, choices.map(({ label: text }) => text).join())
  return (
    // Without `min-w-0` a fieldset is as wide as its content, and does not scroll.
    <fieldset className={clsx('relative min-w-0', !isStacked && 'md:justify-self-start')}>
      <legend className="sr-only">{label}</legend>
      <div
        ref={row}
        className={clsx(
          'grid grid-flow-col gap-1 overflow-x-auto rounded-control bg-surface-sunken p-1',
          isStacked && 'auto-cols-fr',
        )}
      >
        {choices.map(({ value, label: text, Icon }) => (
          <label
            key={value}
            className={clsx(
              'relative flex cursor-pointer items-center justify-center rounded-[6px] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              isStacked
                ? 'min-h-13 flex-col gap-0.5 text-xs'
                : 'min-h-9 gap-1.5 px-1.5 text-sm sm:px-3 pointer-coarse:min-h-11',
              value === chosen ? 'bg-surface-raised font-semibold shadow-raised' : 'text-text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            <Icon size={isStacked ? 18 : 16} aria-hidden="true" className={isStacked ? undefined : 'max-sm:hidden'} />
            {text}
          </label>
        ))}
      </div>
      <ScrollHint side="left" list={row} isShown={overflow.left} />
      <ScrollHint side="right" list={row} isShown={overflow.right} />
    </fieldset>
  )
}
