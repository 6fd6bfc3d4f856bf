import clsx from 'clsx'
import { memo, useState } from 'react'

export interface CellProps {
  /** `lineId.column`: by it the cursor finds its way from cell to cell. */
  name: string
  label: string
  /** Its value as it is written. */
  value: string
  /** What was typed and is no value. */
  typed?: string | undefined
  error?: string | undefined
  placeholder?: string
  /** Figures stand right-aligned and are chosen whole when the cursor comes. */
  figures?: boolean
  maxLength?: number
  onText: (text: string) => void
}

/**
 * One cell of the sheet. While somebody types the words stay as they are; left, it shows its value as it is written.
 * What cannot be read stays, with the complaint beside it. Drawn again only for itself.
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
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          // Taking back is the sheet's: the cell then shows what the sheet says.
          if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) setRaw(undefined)
        }}
        className={clsx(
          'h-10 w-full min-w-0 rounded-control border bg-transparent px-2 text-sm placeholder:text-text-muted hover:border-line-strong focus:border-accent-text focus:bg-surface-raised',
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
