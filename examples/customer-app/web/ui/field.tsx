import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'

const box =
  'w-full rounded-xl border border-line bg-surface px-3.5 py-2.5 text-base placeholder:text-muted focus-visible:outline-2 focus-visible:outline-accent'

interface FieldProps {
  label: string
  value: string
  /** Several lines. */
  isLong?: boolean
  placeholder?: string
  /** Which keyboard a phone shows. */
  inputMode?: 'decimal'
  onChange: (value: string) => void
}

export function TextField({ label, isLong = false, onChange, ...rest }: FieldProps): ReactNode {
  const Box = isLong ? 'textarea' : 'input'
  return (
    <label className="block">
      <span className="mb-1.5 block font-medium">{label}</span>
      <Box
        className={`${box} ${isLong ? 'h-28' : ''}`}
        {...rest}
        onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
      />
    </label>
  )
}

interface TickProps {
  checked: boolean
  isDisabled?: boolean
  /** One of several of which one is chosen. */
  group?: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A tick with its text. */
export const Tick = ({ checked, isDisabled = false, group, onChange, children }: TickProps): ReactNode => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
    <input
      type={group ? 'radio' : 'checkbox'}
      name={group}
      className="mt-0.5 size-5 shrink-0 accent-accent"
      checked={checked}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="min-w-0 flex-1">{children}</span>
  </label>
)

type PhotoProps = { label: string; shape: string; onChoose: (photos: File[]) => void }

/** A button that chooses photos. */
export const PhotoField = ({ label, shape, onChoose }: PhotoProps): ReactNode => (
  <label
    className={`${shape} grid shrink-0 cursor-pointer place-items-center rounded-xl text-muted hover:bg-soft has-focus-visible:outline-2 has-focus-visible:outline-accent`}
  >
    <ImagePlus aria-hidden className="size-6" />
    <span className="sr-only">{label}</span>
    <input
      type="file"
      accept="image/*"
      multiple
      className="sr-only"
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])])
        // So that the same photo can be chosen again.
        target.value = ''
      }}
    />
  </label>
)
