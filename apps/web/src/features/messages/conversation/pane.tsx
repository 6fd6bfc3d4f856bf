import { t } from '@lingui/core/macro'
import { ArrowLeft, X } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'

/** How a pane stands: beside the conversation, or over it. */
export interface PaneFrame {
  beside: boolean
  close: () => void
  /** It was asked for; what stands there by itself cannot be closed, and leaves the focus where it is. */
  closable: boolean
}

export const PaneContext = createContext<PaneFrame>({ beside: true, close: () => undefined, closable: true })
const usePane = (): PaneFrame => useContext(PaneContext)

export interface PaneProps {
  title: ReactNode
  /** A quieter line below the title. */
  subtitle?: ReactNode
  /** Between the title and what scrolls. */
  top?: ReactNode
  /** What scrolls by itself is the whole body; otherwise the body scrolls. */
  bare?: boolean
  children: ReactNode
}

/** Title, way back, and a body: every pane beside a conversation looks like this. */
export function Pane({ title, subtitle, top, bare = false, children }: PaneProps) {
  const { beside, close, closable } = usePane()
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever opened it goes on in it; a field that wants the focus has taken it already.
  useEffect(() => {
    const pane = heading.current?.closest('aside')
    if (closable && !pane?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [closable])
  return (
    <>
      <header className="flex min-h-16 shrink-0 items-center gap-2 border-b border-line ps-2 pe-2">
        {!beside && (
          <IconButton
            label={t`Back to the conversation`}
            icon={<ArrowLeft size={22} className="rtl:rotate-180" />}
            onClick={close}
          />
        )}
        <div className={beside ? 'min-w-0 flex-1 ps-3' : 'min-w-0 flex-1'}>
          <h2 dir="auto" ref={heading} tabIndex={-1} className="truncate font-semibold outline-none">
            {title}
          </h2>
          {subtitle && <p className="truncate text-sm text-text-muted">{subtitle}</p>}
        </div>
        {beside && closable && <IconButton label={t`Close`} icon={<X size={20} />} onClick={close} />}
      </header>
      {top}
      {bare ? children : <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>}
    </>
  )
}

/** Esc closes a pane, unless something in it or over it had use for the key. */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
    event.preventDefault()
    close()
  }
}
