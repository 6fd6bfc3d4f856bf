import { useState, type ComponentProps } from 'react'
import { TextField } from '../../ui/forms/field.tsx'

export interface ValueFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  /** Formatted value. */
  value: string
  /** Parses the input and returns whether it is valid; invalid input stays and `wrong` is shown. */
  onText: (text: string) => boolean
  /** Error message for invalid input. */
  wrong: string
}

/** Field for a formatted value: raw while typing, formatted afterwards. */
export function ValueField({ value, onText, wrong, error, ...rest }: ValueFieldProps) {
  const [raw, setRaw] = useState<{ text: string; isValue: boolean }>()
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={raw?.text ?? value}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setRaw({ text: target.value, isValue: onText(target.value) })}
      onBlur={() => raw?.isValue && setRaw(undefined)}
      error={raw && !raw.isValue ? wrong : error}
    />
  )
}
