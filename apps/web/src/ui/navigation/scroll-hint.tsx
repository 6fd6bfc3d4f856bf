import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { scrollBehavior } from '../../lib/browser/media.ts'

/** Whether the items of a row overflow at its left or right edge. `contents` changes when their widths may. */
export function useOverflow(list: RefObject<HTMLElement | null>, contents: string): { left: boolean; right: boolean } {
  const [overflow, setOverflow] = useState({ left: false, right: false })
  useEffect(() => {
    const row = list.current
    if (!row || !('ResizeObserver' in window)) return
    const updateOverflow = () => {
      const outer = row.getBoundingClientRect()
      const [first, last] = [row.firstElementChild, row.lastElementChild].map((item) => item?.getBoundingClientRect())
      const left = Math.min(first?.left ?? outer.left, last?.left ?? outer.left) < outer.left - 1
      const right = Math.max(first?.right ?? outer.right, last?.right ?? outer.right) > outer.right + 1
      setOverflow((before) => (before.left === left && before.right === right ? before : { left, right }))
    }
    const sizes = new ResizeObserver(updateOverflow)
    sizes.observe(row)
    for (const item of row.children) sizes.observe(item)
    row.addEventListener('scroll', updateOverflow, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', updateOverflow)
    }
  }, [list, contents])
  return overflow
}

/** Fade at an overflowing edge, with a scroll button for mouse users. Keyboard users move the focus along the row. */
export function ScrollHint(props: { side: 'left' | 'right'; list: RefObject<HTMLElement | null>; isShown: boolean }) {
  const { side, list, isShown } = props
  if (!isShown) return null
  const Arrow = side === 'left' ? ChevronLeft : ChevronRight
  const scroll = () => {
    const by = (list.current?.clientWidth ?? 0) * 0.7
    list.current?.scrollBy({ left: side === 'left' ? -by : by, behavior: scrollBehavior() })
  }
  return (
    <span
      aria-hidden="true"
      // The sides are those of the screen in every language.
      dir="ltr"
      className={clsx(
        'pointer-events-none absolute inset-y-0 flex w-16 items-center from-surface from-40% to-transparent',
        side === 'left' ? 'left-0 bg-linear-to-r' : 'right-0 justify-end bg-linear-to-l',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={scroll}
        className="pointer-events-auto grid size-9 place-items-center rounded-full text-text-muted hover:bg-surface-hover hover:text-text pointer-coarse:pointer-events-none"
      >
        <Arrow size={20} />
      </button>
    </span>
  )
}
