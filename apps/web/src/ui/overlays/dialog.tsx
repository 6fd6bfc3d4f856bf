import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'

export interface DialogProps {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the primary one last. Full width on a phone. */
  footer?: ReactNode
  /** `sheet`: rises from the bottom of a phone, centred on large screens; `panel`: slides in from the side there. */
  kind?: 'sheet' | 'panel'
  /** False while closing would lose input. */
  closable?: boolean
  /** Wider on a desktop, for content in two columns. */
  wide?: boolean
}

const kinds = {
  sheet: 'md:m-auto md:max-h-[min(88dvh,48rem)] md:rounded-sheet md:starting:open:translate-y-2',
  panel:
    'md:me-0 md:h-dvh md:max-h-dvh md:rounded-s-sheet md:rounded-e-none md:starting:open:translate-x-8 md:starting:open:translate-y-0 md:rtl:starting:open:-translate-x-8',
}

/** Fields, and the place of one that is still loading. */
const fields =
  'input:not([type=hidden], [type=file], :disabled), select:not(:disabled), textarea:not(:disabled), [role=spinbutton], [aria-busy=true]'

/**
 * Moves the focus from the button that closes the dialog to its first field; to its heading without one, and on a touch
 * screen, where the keyboard would cover the rest.
 */
function focusStart(dialog: HTMLDialogElement): void {
  const { activeElement } = document
  // The search field of a dialog that is nothing else, or a field that has taken the focus by itself.
  if (activeElement?.hasAttribute('autofocus')) return
  if (dialog.contains(activeElement) && activeElement !== dialog && !activeElement?.closest('header')) return
  const isTouch = typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches
  const field = isTouch ? null : dialog.querySelector<HTMLElement>(`header + * :is(${fields})`)
  const start = field?.ariaBusy === 'true' ? null : field
  ;(start ?? dialog.querySelector('h2'))?.focus({ preventScroll: true })
}

/** Native modal dialog, open while it is mounted: traps focus, closes on Escape, restores focus. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  kind = 'sheet',
  closable = true,
  wide = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isPressedBehind = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    focusStart(dialog)
    return () => {
      // When an open dialog is removed, the browser does not restore the focus.
      if (document.activeElement !== document.body) return
      for (const target of [before, document.getElementById('main')]) {
        // The trigger may be removed or disabled by now.
        if (document.activeElement === document.body && target instanceof HTMLElement)
          target.focus({ preventScroll: true })
      }
    }
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc and the close button close it by keyboard
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // Both events reach here from inside too: a file field whose picker was dismissed, a dialog within this one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (closable) onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onPointerDown={(event) => {
        isPressedBehind.current = event.target === event.currentTarget
      }}
      // A press that began inside, as while selecting text, clicks the dialog too when it ends outside.
      onClick={(event) => {
        if (closable && isPressedBehind.current && event.target === event.currentTarget) onClose()
      }}
      className={clsx(
        'mx-auto mt-auto mb-0 w-full max-w-none overflow-visible text-start text-text backdrop:bg-backdrop',
        'transition-[translate,opacity] duration-200 starting:open:translate-y-8 starting:open:opacity-0',
        'max-h-[92dvh] rounded-t-sheet bg-surface-raised shadow-floating open:flex open:flex-col',
        kinds[kind],
        wide ? 'md:max-w-3xl' : 'md:max-w-lg',
      )}
    >
      <div className="flex min-h-0 flex-1 flex-col short:block short:overflow-y-auto">
        <header className="flex items-start gap-3 py-3 ps-5 pe-3">
          <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            <h2 id={titleId} tabIndex={-1} className="text-lg font-semibold outline-none">
              {title}
            </h2>
            {description && <p className="text-sm text-text-muted">{description}</p>}
          </div>
          {closable && <IconButton label={t`Close`} icon={<X size={20} />} onClick={onClose} />}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
        {footer && (
          <footer
            data-bottom-bar
            className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end"
          >
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}
