import clsx from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { positionPopover } from './position-popover.ts'

export interface PopoverProps {
  id: string
  /** Id of the trigger, which refers to this popover. */
  anchorId: string
  labelledBy: string
  /** Which edges are aligned; `end` by default. */
  edge?: 'start' | 'end'
  /** For the width. */
  className?: string
  /** Controlled state, updated by the browser's toggle event. */
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** Popover beside its trigger: light dismiss, Escape closes, focus returns to the trigger. */
export function Popover({
  id,
  anchorId,
  labelledBy,
  open,
  onToggle,
  edge = 'end',
  className = 'w-md',
  children,
}: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const popover = ref.current
    if (!popover) return
    const updatePosition = () => {
      const anchor = document.getElementById(anchorId)
      if (anchor) positionPopover(popover, anchor, edge)
    }
    const toggled = (event: Event) => {
      const open = (event as ToggleEvent).newState === 'open'
      onToggle(open)
      if (!open) return
      updatePosition()
      popover.focus({ preventScroll: true })
    }
    const resized = () => popover.matches(':popover-open') && updatePosition()
    popover.addEventListener('toggle', toggled)
    window.addEventListener('resize', resized)
    return () => {
      popover.removeEventListener('toggle', toggled)
      window.removeEventListener('resize', resized)
    }
  }, [anchorId, edge, onToggle])
  useEffect(() => {
    const popover = ref.current
    if (!popover || popover.matches(':popover-open') === open) return
    if (open) popover.showPopover()
    else popover.hidePopover()
  }, [open])
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not modal: the page behind it stays usable
      role="dialog"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={clsx(
        'fixed inset-auto m-0 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-sheet border border-line bg-surface-raised p-0 text-text shadow-floating transition-[opacity,translate,display,overlay] transition-discrete duration-140 open:flex not-open:opacity-0 focus:outline-none starting:open:-translate-y-1 starting:open:opacity-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
