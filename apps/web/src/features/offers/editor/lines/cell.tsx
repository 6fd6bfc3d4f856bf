import clsx from 'clsx'
import { memo, useState } from 'react'
import { latinKey } from '../../../../shared/shortcuts/latin-key.ts'

export interface CellProps {
  /** `lineId.column`, used for keyboard navigation. */
  name: string
  label: string
  /** Formatted value. */
  value: string
  /** Input that could not be parsed. */
  typed?: string | undefined
  error?: string | undefined
  placeholder?: string
  /** Right-aligned; selected as a whole on focus. */
  figures?: boolean
  maxLength?: number
  onText: (text: string) => void
}

/**
 * One cell of the sheet. Shows raw input while focused and the formatted value afterwards. Invalid input stays, with an
 * error. Re-renders only for its own changes.
 */
export const Cell = memo(function Cell(props: CellProps) {
  const { name, label, value, typed, error, placeholder, figures, maxLength, onText } = props
  const [raw, setRaw] = useState<string>()
  return (
    <>
      <input
        type="text"
        data-cell={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        title={error}
        inputMode={figures ? 'decimal' : undefined}
        autoComplete="off"
        maxLength={maxLength}
        placeholder={placeholder}
        value={raw ?? typed ?? value}
        onFocus={({ target }) => figures && target.select()}
        onChange={({ target }) => {
          setRaw(target.value)
          onText(target.value)
        }}
        onBlur={() => setRaw(undefined)}
        onKeyDown={(event) => {
          // Undo belongs to the sheet: show its value.
          if (latinKey(event).toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) setRaw(undefined)
        }}
        className={clsx(
          'h-10 w-full min-w-0 rounded-control border bg-transparent px-2 text-sm text-ellipsis placeholder:text-text-muted hover:border-line-strong focus:border-accent-text focus:bg-surface-raised',
          error ? 'border-danger' : 'border-transparent',
          figures && 'text-end tabular-nums',
        )}
      />
      {error && (
        <p id={`${name}-error`} className="px-2 pb-1 text-xs font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
})
