import { useEffect, useState, type ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { refresh } from '../lib/live.ts'

const shape =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xl px-4 font-medium transition'
const variants = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  secondary: 'border border-line bg-surface text-ink hover:bg-soft',
  danger: 'border border-line bg-surface text-bad hover:bg-bad-soft',
}

export interface VariantProps {
  variant?: keyof typeof variants
  children: ReactNode
}

type ButtonProps = VariantProps & { isDisabled?: boolean; onPress: () => unknown }

/**
 * A button that cannot be pressed while its action runs. Then the screen loads again, or it says that it failed until the
 * form is changed.
 */
export function Button({ variant = 'primary', isDisabled = false, onPress, children }: ButtonProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  useEffect(() => {
    if (!error) return
    const clear = () => setError(undefined)
    document.addEventListener('input', clear)
    return () => document.removeEventListener('input', clear)
  }, [error])
  const press = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onPress()
      refresh()
    } catch (thrown) {
      setError(messageOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="grid content-start gap-2">
      <button
        type="button"
        aria-busy={isBusy}
        disabled={isBusy || isDisabled}
        className={`${shape} ${variants[variant]} disabled:cursor-default disabled:opacity-60`}
        onClick={press}
      >
        {children}
      </button>
      {error && (
        <span
          role="alert"
          ref={scrollTo}
          className="scroll-mb-20 rounded-xl bg-bad-soft px-4 py-3 text-bad sm:scroll-mb-4"
        >
          {error}
        </span>
      )}
    </span>
  )
}

/** Scrolls to an error when it appears, as a ref. */
export const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A link that looks like a button. */
export const ButtonLink = ({
  href,
  variant = 'primary',
  onPress,
  children,
}: VariantProps & { href: string; onPress?: () => void }): ReactNode => (
  <a href={href} onClick={onPress} className={`${shape} ${variants[variant]}`}>
    {children}
  </a>
)

type PillProps = { isPressed: boolean; onPress: () => void; children: ReactNode }

/** One of several small buttons, of which those pressed are chosen. */
export const Pill = ({ isPressed, onPress, children }: PillProps): ReactNode => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className="min-h-10 shrink-0 cursor-pointer rounded-full border border-line bg-surface px-4 font-medium hover:bg-soft aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
  >
    {children}
  </button>
)
