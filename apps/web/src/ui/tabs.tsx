import clsx from 'clsx'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab<Name extends string> {
  name: Name
  label: ReactNode
  /** `1000+` where there are more than were counted. */
  count?: number | string
}

export interface TabsProps<Name extends string> {
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
  label: string
  children: ReactNode
}

/** Parts of one screen, one shown at a time. Arrow keys choose, Tab goes on into the content. */
export function Tabs<Name extends string>({ tabs, current, onChange, label, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Counts come later than the tabs, and take room.
  const counts = tabs.map(({ count }) => count).join()
  // Where they do not fit, the chosen one is in view: on a phone nobody would find it otherwise.
  useEffect(() => {
    const show = () => {
      const chosen = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
      if (!list.current || !chosen) return
      const spare = (list.current.clientWidth - chosen.offsetWidth) / 2
      list.current.scrollLeft = chosen.offsetLeft - spare
    }
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [current, counts])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
    const chosen = to === undefined ? undefined : tabs[to % tabs.length]
    if (!chosen) return
    event.preventDefault()
    onChange(chosen.name)
    document.getElementById(`${id}-${chosen.name}`)?.focus()
  }
  return (
    <div className="grid content-start gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        tabIndex={-1}
        className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
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
              'relative min-h-11 shrink-0 rounded-t-control px-3 font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
              name === current
                ? 'text-text after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-text-muted hover:text-text',
            )}
          >
            {text}
            {count !== undefined && <span className="ms-1.5 font-normal text-text-muted tabular-nums">{count}</span>}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tab panel is reached by Tab */}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={0}
        className="rounded-control"
      >
        {children}
      </div>
    </div>
  )
}
