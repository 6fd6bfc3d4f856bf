import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent, type RefObject } from 'react'
import { AlertGlyph, CrossGlyph, InfoGlyph, TickGlyph } from '../icons/glyphs.tsx'
import { toast, toastStore, type ToastItem, type ToastTone } from './toast.ts'

const none: readonly ToastItem[] = []

const toneStyles: Record<ToastTone, { Glyph: typeof TickGlyph; colour: string }> = {
  success: { Glyph: TickGlyph, colour: 'text-success' },
  error: { Glyph: AlertGlyph, colour: 'text-danger' },
  info: { Glyph: InfoGlyph, colour: 'text-info' },
}

/**
 * Renders toasts at the bottom: full width on a phone, at the end on large screens, above bottom bars. The top stays
 * free, where titles and the first invalid field are. On a phone with an open sheet they are at the top, where the
 * sheet leaves room, because its last field is at the bottom.
 */
export function Toaster() {
  const items = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  const ref = useRaised(items.at(-1)?.id)
  const before = useRef<EventTarget | null>(null)
  return (
    <section
      ref={ref}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      popover="manual"
      aria-label={t`Messages`}
      className="pointer-events-none fixed inset-x-0 top-auto bottom-0 z-50 m-0 w-auto flex-col items-center gap-2 overflow-visible border-0 bg-transparent p-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(0.75rem,env(safe-area-inset-bottom))] text-text open:flex md:inset-x-auto md:end-0 md:items-end md:p-5"
    >
      {/* Two lists, so that errors interrupt a screen reader and successes do not. */}
      <ol aria-live="assertive" className="contents">
        {items
          .filter(({ tone }) => tone === 'error')
          .map((item) => (
            <ToastCard key={item.id} item={item} before={before} />
          ))}
      </ol>
      <ol aria-live="polite" className="contents">
        {items
          .filter(({ tone }) => tone !== 'error')
          .map((item) => (
            <ToastCard key={item.id} item={item} before={before} />
          ))}
      </ol>
    </section>
  )
}

/** Keeps toasts in the top layer, above dialogs and popovers opened later. */
function useRaised(newest: string | undefined) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const section = ref.current
    // Showing it again raises it. Without popover support the toasts stay in the page.
    if (!section?.showPopover) return
    section.hidePopover()
    if (newest === undefined) return
    section.showPopover()
    const updatePosition = () => {
      const isAboveSheet = isPhone() && document.querySelector('dialog[open]') !== null
      section.style.top = isAboveSheet ? '0px' : ''
      section.style.bottom = isAboveSheet ? 'auto' : `${heightOfBars(section)}px`
    }
    updatePosition()
    let open = document.querySelector('dialog[open]')
    // Bars come and go while toasts are shown: with another screen, a dialog, or a selection.
    const changes = new MutationObserver((records) => {
      if (records.every(({ target }) => section.contains(target))) return
      const opened = document.querySelector('dialog[open]')
      // A dialog opened since is above the toasts until they are raised again.
      if (opened && opened !== open) {
        section.hidePopover()
        section.showPopover()
      }
      open = opened
      updatePosition()
    })
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
    window.addEventListener('resize', updatePosition)
    // The buttons of a form scroll with it.
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true })
    return () => {
      changes.disconnect()
      window.removeEventListener('resize', updatePosition)
      window.removeEventListener('scroll', updatePosition, { capture: true })
    }
  }, [newest])
  return ref
}

/** Whether dialogs are sheets at the bottom. In step with the breakpoint of `Dialog`. */
const isPhone = (): boolean => window.matchMedia('(width < 48rem)').matches

/** Height of the bars marked `data-bottom-bar`, which toasts must not cover. */
function heightOfBars(section: HTMLElement): number {
  const { left, right } = section.getBoundingClientRect()
  const tops = [...document.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.left < right && bar.right > left && bar.top > window.innerHeight / 2)
    .map(({ top }) => top)
  return Math.max(0, window.innerHeight - Math.min(window.innerHeight, ...tops))
}

/** Removes a toast after its duration; hovering or focusing pauses it. */
function useExpiry(item: ToastItem, isPaused: boolean): void {
  useEffect(() => {
    const { id, duration } = item
    if (isPaused || !Number.isFinite(duration)) return
    const timer = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(timer)
    // A replacement is a new object under the same id and restarts the timer.
  }, [item, isPaused])
}

/** Dismisses by swiping beyond a third of the width. Uses CSSOM, because the CSP forbids style attributes. */
function useSwipe(dismiss: () => void) {
  const start = useRef<number | null>(null)
  const move = (event: PointerEvent<HTMLElement>, by: number) => {
    event.currentTarget.style.transform = by ? `translateX(${by}px)` : ''
    event.currentTarget.style.opacity = by ? String(1 - Math.min(0.8, Math.abs(by) / 300)) : ''
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button')) return
      start.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== null) move(event, event.clientX - start.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null) return
      const by = event.clientX - start.current
      start.current = null
      if (Math.abs(by) > event.currentTarget.offsetWidth / 3) dismiss()
      else move(event, 0)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      start.current = null
      move(event, 0)
    },
  }
}

/** Moves the focus out of a toast that is about to be closed: to the next one, else to where it was before. */
function returnFocus(card: HTMLElement, before: EventTarget | null): void {
  const others = card.closest('section')?.querySelectorAll<HTMLElement>('li > button') ?? []
  const next = [...others].find((button) => !card.contains(button))
  for (const target of [next, before, document.getElementById('main')])
    if (card.contains(document.activeElement) && target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function ToastCard({ item, before }: { item: ToastItem; before: RefObject<EventTarget | null> }) {
  const [isPaused, setPaused] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const { Glyph, colour } = toneStyles[item.tone]
  const close = () => {
    if (card.current) returnFocus(card.current, before.current)
    toast.dismiss(item.id)
  }
  const swipe = useSwipe(close)
  useExpiry(item, isPaused)
  return (
    <li
      ref={card}
      {...swipe}
      // Not on pointerenter, which also fires when a toast appears under a resting pointer.
      onPointerMove={(event) => {
        setPaused(true)
        swipe.onPointerMove(event)
      }}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex w-full max-w-md touch-pan-y items-start gap-3 rounded-card border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 shadow-floating transition-[opacity,translate,transform] duration-150 starting:translate-y-2 starting:opacity-0 md:w-96"
    >
      <Glyph className={clsx('mt-2.5 shrink-0', colour)} />
      <div className="min-w-0 flex-1 py-2">
        <p className="font-semibold whitespace-pre-line">{item.title}</p>
        {item.body && <p className="text-sm whitespace-pre-line text-text-muted">{item.body}</p>}
        {item.action && (
          <button
            type="button"
            onClick={() => {
              item.action?.run()
              close()
            }}
            className="-ms-2 mt-1 min-h-9 rounded-control px-2 text-sm font-semibold text-accent-text hover:bg-surface-hover pointer-coarse:min-h-11"
          >
            {item.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t`Close`}
        onClick={close}
        className="grid size-11 shrink-0 place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text"
      >
        <CrossGlyph />
      </button>
    </li>
  )
}
