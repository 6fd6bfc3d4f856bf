import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useRef, type ReactNode } from 'react'
import { SearchField } from '../forms/search-field.tsx'
import { ScrollHint, useOverflow } from './scroll-hint.tsx'

export interface FilterOption<Name extends string> {
  name: Name
  label: ReactNode
  /** `1000+` where counting stopped; null keeps room for a count that may come, so that nothing moves then. */
  count?: number | string | null | undefined
}

export interface FilterBarProps<Name extends string> {
  label: string
  options: readonly FilterOption<Name>[]
  current: Name
  onChange: (name: Name) => void
  search?: { value: string; onChange: (text: string) => void; placeholder: string }
}

/** Single choice as chips that scroll sideways on a phone, with a search field. */
export function FilterBar<Name extends string>({ label, options, current, onChange, search }: FilterBarProps<Name>) {
  const row = useRef<HTMLDivElement>(null)
  const overflow = useOverflow(row, options.map(({ count }) => count).join())
  return (
    <div className="grid gap-3 md:flex md:flex-wrap md:items-center md:justify-between">
      <fieldset className="relative -mx-4 min-w-0 md:mx-0">
        <legend className="sr-only">{label}</legend>
        <div ref={row} className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:flex-wrap md:px-0">
          {options.map(({ name, label: text, count }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === current}
              onClick={() => onChange(name)}
              className={clsx(
                'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border text-sm font-semibold whitespace-nowrap transition-colors pointer-coarse:min-h-11',
                // Without its count, the label stands in the middle of the same room.
                count === null ? 'px-[calc(0.875rem+(1ch+0.375rem)/2)]' : 'px-3.5',
                name === current
                  ? 'border-text bg-text text-surface'
                  : 'border-line bg-surface-raised text-text-muted hover:bg-surface-hover hover:text-text',
              )}
            >
              {text}
              {count !== undefined && count !== null && (
                <span className="min-w-[1ch] font-normal tabular-nums">{count}</span>
              )}
            </button>
          ))}
        </div>
        <ScrollHint side="left" list={row} isShown={overflow.left} />
        <ScrollHint side="right" list={row} isShown={overflow.right} />
      </fieldset>
      {search && (
        <SearchField
          label={t`Search`}
          value={search.value}
          placeholder={search.placeholder}
          onChange={search.onChange}
          className="md:w-64"
        />
      )}
    </div>
  )
}
