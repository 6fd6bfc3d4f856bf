import { t } from '@lingui/core/macro'
import { ArrowLeft, X } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing } from '../../../../lib/forms/is-composing.ts'
import { IconButton } from '../../../../ui/button.tsx'

/** Layout of a pane: beside the conversation or over it. */
export interface PaneFrame {
  beside: boolean
  close: () => void
  /** Whether the user opened it. A pane shown by default cannot be closed and does not take the focus. */
  closable: boolean
}

export const PaneContext = createContext<PaneFrame>({ beside: true, close: () => undefined, closable: true })
const usePane = (): PaneFrame => useContext(PaneContext)

export interface PaneProps {
  title: ReactNode
  /** Secondary line below the title. */
  subtitle?: ReactNode
  /** Fixed content between the title and the scrolling body. */
  top?: ReactNode
  /** The body does its own scrolling. */
  bare?: boolean
  children: ReactNode
}

/** Layout of every side pane: title, back button and body. */
export function Pane({ title, subtitle, top, bare = false, children }: PaneProps) {
  const { beside, close, closable } = usePane()
  const heading = useRef<HTMLHeadingElement>(null)
  // Focus the opened pane, unless a field in it has taken the focus.
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

/** Closes a pane on Escape, unless something within or above it handled the key. */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
    event.preventDefault()
    close()
  }
}
