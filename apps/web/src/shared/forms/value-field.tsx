import { useRef, useState, type ComponentProps } from 'react'
import { TextField } from '../../ui/forms/field.tsx'
import { useIncompleteGuard, whereIncomplete } from '../../ui/forms/incomplete.ts'

export interface ValueFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'> {
  /** Formatted value. */
  value: string
  /** Parses the input and returns whether it is valid; invalid input stays, with `wrong`, and is not submitted. */
  onText: (text: string) => boolean
  /** Error message for invalid input. */
  wrong: string
}

/** Field for a formatted value: raw while typing, formatted afterwards. */
export function ValueField({ value, onText, wrong, error, ...rest }: ValueFieldProps) {
  const [raw, setRaw] = useState<{ text: string; isValue: boolean }>()
  const input = useRef<HTMLInputElement>(null)
  const isWrong = raw !== undefined && !raw.isValue
  useIncompleteGuard(input, isWrong)
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      {...(isWrong && whereIncomplete)}
      ref={input}
      value={raw?.text ?? value}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setRaw({ text: target.value, isValue: onText(target.value) })}
      onBlur={() => raw?.isValue && setRaw(undefined)}
      error={isWrong ? wrong : error}
    />
  )
}
