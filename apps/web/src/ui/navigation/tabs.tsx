import clsx from 'clsx'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { towardsEnd } from '../../lib/i18n/direction.ts'
import { ScrollHint, useOverflow } from './scroll-hint.tsx'

export interface Tab<Name extends string> {
  name: Name
  label: ReactNode
  /** `1000+` where counting stopped. */
  count?: number | string
}

export interface TabsProps<Name extends string> {
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
  label: string
  /** With it, and below it, the tabs stand one below the other beside the panel. */
  beside?: ReactNode
  children: ReactNode
}

const chosenInRow = 'after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
const chosenInColumn =
  'bg-surface-sunken after:absolute after:inset-y-2 after:start-0 after:w-0.5 after:rounded-full after:bg-accent'

/** Tabs of a screen. Arrow keys select; Tab moves into the content. */
export function Tabs<Name extends string>({ tabs, current, onChange, label, beside, children }: TabsProps<Name>) {
  const isVertical = beside !== undefined
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Counts load later and change the width.
  const counts = tabs.map(({ count }) => count).join()
  // Scroll the selected tab into view where the tabs overflow. The observer calls at first too, once sizes are known:
  // asking for them here would lay out the page before it is complete.
  useEffect(() => {
    const row = list.current
    if (!row || !('ResizeObserver' in window)) return
    const sizes = new ResizeObserver(() => {
      const chosen = row.querySelector<HTMLElement>('[aria-selected=true]')
      if (chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
    })
    sizes.observe(row)
    return () => sizes.disconnect()
  }, [current, counts])
  const panel = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(undefined)
  useEffect(() => {
    // A button of the panel that opened another tab is gone, with the focus.
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true })
  }, [current])
  const overflow = useOverflow(list, counts)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The browser goes back and forward with them.
    if (event.altKey || event.metaKey) return
    const at = tabs.findIndex(({ name }) => name === current)
    const step = towardsEnd(1)
    const arrows: Partial<Record<string, number>> = isVertical
      ? { ArrowDown: at + 1, ArrowUp: at - 1 }
      : { ArrowRight: at + step, ArrowLeft: at - step }
    const to = { ...arrows, Home: 0, End: -1 }[event.key]
    const chosen = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!chosen) return
    event.preventDefault()
    onChange(chosen.name)
    document.getElementById(`${id}-${chosen.name}`)?.focus()
  }
  return (
    <div
      className={clsx(
        'grid content-start gap-6',
        isVertical ? 'grid-cols-[22rem_minmax(0,1fr)] items-start' : 'grid-cols-1',
      )}
    >
      <div className={isVertical ? 'grid gap-6' : 'relative -mx-4 min-w-0 border-b border-line md:mx-0'}>
        {beside}
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          aria-orientation={isVertical ? 'vertical' : 'horizontal'}
          onKeyDown={onKeyDown}
          tabIndex={-1}
          className={
            isVertical
              ? 'grid gap-1'
              : 'relative -mb-px flex gap-1 overflow-x-auto px-4 pb-px [scrollbar-width:none] md:px-0'
          }
        >
          {tabs.map(({ name, label: text, count }) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={name === current}
              aria-controls={`${id}-panel`}
              tabIndex={name === current ? 0 : -1}
              onClick={() => onChange(name)}
              className={clsx(
                'relative min-h-11 shrink-0 px-3 font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                isVertical ? 'rounded-control text-start' : 'rounded-t-control',
                name === current
                  ? `text-text ${isVertical ? chosenInColumn : chosenInRow}`
                  : 'text-text-muted hover:text-text',
              )}
            >
              {text}
              {count !== undefined && (
                <>
                  {' '}
                  <span className="ms-0.5 font-normal text-text-muted tabular-nums">{count}</span>
                </>
              )}
            </button>
          ))}
        </div>
        {!isVertical && (
          <>
            <ScrollHint side="left" list={list} isShown={overflow.left} />
            <ScrollHint side="right" list={list} isShown={overflow.right} />
          </>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tab panel takes the focus by Tab */}
      <div
        ref={panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={0}
        onFocus={(event) => void (focused.current = event.target)}
        className="rounded-control"
      >
        {children}
      </div>
    </div>
  )
}
