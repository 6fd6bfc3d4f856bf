import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { isComposing } from '../../lib/forms/is-composing.ts'

export interface SearchFieldProps {
  value: string
  onChange: (text: string) => void
  label: string
  placeholder?: string
  /** Id of its error message, if there is one. */
  errorId?: string | undefined
  className?: string
}

/** Search field with a clear button; Escape clears it too. */
export function SearchField({ value, onChange, label, placeholder = label, errorId, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <search className={clsx('relative block', className)}>
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        value={value}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '' || isComposing(event)) return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className="min-h-11 w-full rounded-control border border-line-strong bg-surface-raised ps-10 pe-11 text-base text-ellipsis placeholder:text-text-muted aria-invalid:border-danger md:min-h-10 md:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t`Clear search`}
          onClick={clear}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-text-muted hover:text-text"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
