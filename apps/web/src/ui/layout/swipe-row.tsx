import clsx from 'clsx'
import { useRef, useState, type ComponentProps, type PointerEvent, type ReactNode } from 'react'
import { towardsEnd } from '../../lib/i18n/direction.ts'
import { isFromDialog } from '../overlays/is-from-dialog.ts'

/** Distance of a swipe that acts. The row follows the finger a little further. */
export const SWIPE_PX = 88
const MAX_SHIFT_PX = 120
/** A tap moves less than this. */
const TAP_TOLERANCE_PX = 10

/** The action of a swipe, with the label shown behind the row meanwhile. */
export interface SwipeAction {
  label: ReactNode
  /** Colours of the words. */
  className: string
  /** Gets the swiped row. */
  run: (row: HTMLElement) => void
}

/** Presses the button of a row that a shortcut presses too. */
export const pressShortcut = (row: HTMLElement, key: string): void =>
  row.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

interface SwipeRowProps extends ComponentProps<'li'> {
  /** Towards the end of the line: to the right in English, to the left in Arabic. */
  toEnd: SwipeAction | undefined
  toStart: SwipeAction | undefined
}

/** List row that acts when swiped. A shortcut only: the row has the same actions as buttons. */
export function SwipeRow({ toEnd, toStart, className, children, ...rest }: SwipeRowProps) {
  const from = useRef<{ x: number; y: number }>(undefined)
  const [side, setSide] = useState<'end' | 'start'>()

  /** How far the finger has moved towards the end of the line, as far as there is an action. */
  const distanceOf = ({ clientX }: PointerEvent<HTMLElement>): number => {
    if (!from.current) return 0
    const distance = towardsEnd(clientX - from.current.x)
    return Math.min(toEnd ? MAX_SHIFT_PX : 0, Math.max(toStart ? -MAX_SHIFT_PX : 0, distance))
  }
  const resetRow = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = undefined
    currentTarget.style.translate = ''
    setSide(undefined)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!from.current) return
    const distance = distanceOf(event)
    const isSwipe = Math.abs(distance) > Math.max(TAP_TOLERANCE_PX, Math.abs(event.clientY - from.current.y))
    event.currentTarget.style.translate = isSwipe ? `${towardsEnd(distance)}px` : ''
    setSide(isSwipe ? (distance > 0 ? 'end' : 'start') : undefined)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const distance = distanceOf(event)
    const across = Math.abs(event.clientY - (from.current?.y ?? 0))
    resetRow(event)
    if (Math.abs(distance) < SWIPE_PX || Math.abs(distance) < 2 * across) return
    if (distance > 0) toEnd?.run(event.currentTarget)
    else toStart?.run(event.currentTarget)
  }
  const shown = side === 'end' ? toEnd : side === 'start' ? toStart : undefined
  return (
    <li {...rest} className="relative">
      {shown && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute inset-0 flex items-center rounded-card px-5 font-semibold',
            side === 'start' && 'justify-end',
            shown.className,
          )}
        >
          {shown.label}
        </span>
      )}
      <div
        data-swiping={shown ? '' : undefined}
        className={clsx('relative', (toEnd ?? toStart) && 'touch-pan-y', className)}
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse' && !isFromDialog(event))
            from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={resetRow}
      >
        {children}
      </div>
    </li>
  )
}
