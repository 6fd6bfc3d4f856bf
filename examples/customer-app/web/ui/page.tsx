import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { LoadFailure } from '../lib/api.ts'
import { linkTo } from '../lib/route.ts'
import { Button, ButtonLink } from './button.tsx'
import { Chip } from './chip.tsx'

interface PageProps {
  title: string
  /** Where the arrow leads. */
  back?: string
  /** State of what the screen shows. */
  status?: string
  children: ReactNode
}

/** A screen with its heading, which gets the focus when it is opened. A title that comes later takes it from nobody. */
export function Page({ title, back, status, children }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Doorstep`
    if (document.activeElement?.matches('input, textarea')) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <main className="mx-auto grid w-full max-w-2xl content-start gap-4 px-4 pt-5 pb-28 sm:pb-12">
      <header className="flex items-start gap-1">
        {back !== undefined && (
          <a
            href={back}
            aria-label="Back"
            className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-soft"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </a>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 pt-1.5 text-2xl font-bold tracking-tight [overflow-wrap:anywhere] outline-none"
        >
          {title}
        </h1>
      </header>
      {status && (
        <p className="-mt-2">
          <Chip status={status} />
        </p>
      )}
      {children}
    </main>
  )
}

/** Goes to the top, where the state is, after an action that takes away what had the focus. */
export function goToTop(): void {
  window.scrollTo(0, 0)
  document.querySelector('h1')?.focus({ preventScroll: true })
}

interface LoadErrorProps {
  error: LoadFailure | undefined
  /** Every button loads again what is on the screen: only what no screen loads needs more. */
  onRetry?: (() => unknown) | undefined
}

interface WaitingProps extends Partial<LoadErrorProps> {
  /** Where to go on from what does not exist. */
  back?: { href: string; label: string }
}

/** Instead of a screen that is loading, could not be loaded or does not exist. */
export function Waiting({ error, onRetry, back }: WaitingProps): ReactNode {
  if (error?.isMissing) return <Missing {...(back ?? { href: linkTo('work'), label: 'Go to my work' })} />
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 text-center text-muted">
      {error ? <LoadError error={error} onRetry={onRetry} /> : <p role="status">Loading…</p>}
    </div>
  )
}

const Missing = ({ href, label }: { href: string; label: string }): ReactNode => (
  <Page title="We couldn't find this" back={href}>
    <p className="text-muted">It doesn't exist any more, or it belongs to another account.</p>
    <p>
      <ButtonLink href={href}>{label}</ButtonLink>
    </p>
  </Page>
)

/** Why something could not be loaded. */
export const LoadError = ({ error, onRetry }: LoadErrorProps): ReactNode => (
  <div className="grid justify-items-center gap-3">
    <p role="alert">{error?.message}</p>
    <Button variant="secondary" onPress={() => onRetry?.()}>
      Try again
    </Button>
  </div>
)
