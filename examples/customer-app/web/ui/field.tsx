import { useId, type ReactNode } from 'react'

const box =
  'w-full rounded-xl border border-line bg-surface px-3.5 py-2.5 text-base placeholder:text-muted focus-visible:outline-2 focus-visible:outline-accent'

interface FieldProps {
  label: string
  value: string
  /** Several lines. */
  isLong?: boolean
  placeholder?: string
  hint?: string
  onChange: (value: string) => void
}

export function TextField({ label, hint, isLong = false, onChange, ...rest }: FieldProps): ReactNode {
  const id = useId()
  const Box = isLong ? 'textarea' : 'input'
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <Box
        id={id}
        className={`${box} ${isLong ? 'h-28' : ''}`}
        {...rest}
        onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
      />
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
    </div>
  )
}

interface TickProps {
  checked: boolean
  /** One of several of which one is chosen. */
  group?: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A tick with its text. */
export const Tick = ({ checked, group, onChange, children }: TickProps): ReactNode => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
    <input
      type={group ? 'radio' : 'checkbox'}
      name={group}
      className="mt-0.5 size-5 shrink-0 accent-accent"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="min-w-0 flex-1">{children}</span>
  </label>
)
