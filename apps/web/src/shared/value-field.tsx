import { useState, type ComponentProps } from 'react'
import { TextField } from '../ui/field.tsx'

export interface ValueFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  /** As it is written. */
  value: string
  /** Answers whether the words are a value; those that are not stay, with `wrong` beside them. */
  onText: (text: string) => boolean
  /** What to say of words that are no value. */
  wrong: string
}

/** A figure somebody types: as they type it while they do, as it is written afterwards. */
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
