import { useEffect, useRef, type ReactNode } from 'react'
import { paths } from '../../../routing/paths.ts'
import { showQueuedToast } from '../../../ui/feedback/queued-toast.ts'
import { Mark } from '../../../ui/icons/glyphs.tsx'
import { Pitch } from './pitch.tsx'

const hasInput = import.meta.env.PROD && !import.meta.env.SSR

export interface AuthPageProps {
  title: string
  /** Text below the heading. */
  intro?: ReactNode
  /**
   * Why this page cannot be used, known only in the browser. It replaces the intro, so that the layout does not shift.
   */
  obstacle?: ReactNode
  children: ReactNode
  /** Link to another page, at the bottom. */
  footer?: ReactNode
}

/** Layout of a sign-in page: the form, and on large screens a product description beside it. */
export function AuthPage({ title, intro, obstacle, children, footer }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    document.title = `${title} · Fettle`
    if (shown.current === title) return
    shown.current = title
    // Another step, which has removed what had the focus.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  useEffect(showQueuedToast, [])
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-5 pt-5 pb-8 sm:px-10">
        <header>
          <a
            href={paths.login}
            className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-lg font-semibold tracking-tight"
          >
            <Mark className="size-8" />
            Fettle
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 py-8 max-sm:justify-start">
          <div className="grid gap-2">
            <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
              {title}
            </h1>
            {obstacle ? (
              <p role="alert" className="font-medium text-danger">
                {obstacle}
              </p>
            ) : (
              intro && <p className="text-text-muted">{intro}</p>
            )}
          </div>
          {children}
          {footer && <p className="text-text-muted">{footer}</p>}
        </main>
      </div>
      <aside
        className="hidden border-s border-line bg-surface-sunken px-16 lg:block"
        // Static content: React keeps the prerendered HTML.
        {...(hasInput
          ? { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }
          : { children: <Pitch /> })}
      />
    </div>
  )
}

/** Link within a sentence. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    className="inline-flex min-h-6 items-center font-semibold text-accent-text underline underline-offset-4"
  >
    {children}
  </a>
)
