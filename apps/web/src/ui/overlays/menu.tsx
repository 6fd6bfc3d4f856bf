import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent as ReactToggleEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { positionPopover } from './position-popover.ts'

export interface MenuProps {
  /** Renders the trigger button; spread the given attributes on it. */
  trigger: (
    attributes: Pick<ComponentProps<'button'>, 'id' | 'popoverTarget' | 'aria-haspopup' | 'aria-expanded'>,
  ) => ReactNode
  label: string
  /** The menu contains fields, so Tab moves within it. Give its actions `tabIndex={0}` in a `MenuGroup`. */
  hasFields?: boolean
  children: ReactNode
  className?: string
}

const items = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])'),
]

/**
 * Menu in a popover: light dismiss, Escape closes, arrow keys navigate. Its items are rendered when it is first opened,
 * because those of a list would outnumber the rows.
 */
export function Menu({ trigger, label, hasFields = false, children, className }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [isRendered, setRendered] = useState(false)

  const position = () => {
    const anchor = document.getElementById(`${id}-button`)
    if (anchor && menu.current) positionPopover(menu.current, anchor)
  }
  // Before it opens, because its place depends on its size.
  const onBeforeToggle = ({ newState }: ReactToggleEvent) => {
    if (newState === 'open') flushSync(() => setRendered(true))
  }
  const onToggle = ({ newState, currentTarget }: ReactToggleEvent<HTMLElement>) => {
    setOpen(newState === 'open')
    if (newState !== 'open') return
    position()
    items(currentTarget)[0]?.focus()
  }
  // Rotating the device moves the trigger.
  const onResize = useEffectEvent(position)
  useEffect(() => {
    if (!open) return
    const listen = () => onResize()
    window.addEventListener('resize', listen)
    return () => window.removeEventListener('resize', listen)
  }, [open])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Fields keep their arrow keys.
    if (event.target instanceof Element && event.target.closest('input, select')) return
    const all = items(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Tab' && !hasFields) event.currentTarget.hidePopover()
    if (to === undefined || all.length === 0) return
    event.preventDefault()
    all[to % all.length]?.focus()
  }

  return (
    <>
      {trigger({
        id: `${id}-button`,
        popoverTarget: id,
        'aria-haspopup': hasFields ? 'dialog' : 'menu',
        'aria-expanded': open,
      })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- has the role dialog or menu */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role={hasFields ? 'dialog' : 'menu'}
        tabIndex={-1}
        aria-label={label}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role=menuitem]'))
            event.currentTarget.hidePopover()
        }}
        className={clsx(
          'fixed inset-auto m-0 min-w-56 overflow-y-auto rounded-card border border-line bg-surface-raised p-1.5 text-text shadow-floating transition-[opacity,translate,display,overlay] transition-discrete duration-120 not-open:opacity-0 starting:open:-translate-y-1 starting:open:opacity-0',
          className,
        )}
      >
        {isRendered && children}
      </div>
    </>
  )
}

/** Actions of a menu with other content. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="menu" tabIndex={-1} aria-label={label}>
    {children}
  </div>
)

export const menuItemClass =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-start text-base hover:bg-surface-hover focus-visible:bg-surface-hover focus-visible:outline-offset-0 pointer-coarse:min-h-12'

/** Action of a menu. */
export const MenuItem = ({ icon, children, className, ...rest }: ComponentProps<'button'> & { icon?: ReactNode }) => (
  <button type="button" role="menuitem" tabIndex={-1} {...rest} className={clsx(menuItemClass, className)}>
    {icon}
    {children}
  </button>
)

/** Menu item that shows further ones below it, until the menu is closed. */
export function MoreItems({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const item = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const popover = item.current?.closest('[popover]')
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setOpen(false)
    }
    popover?.addEventListener('toggle', onToggle)
    return () => popover?.removeEventListener('toggle', onToggle)
  }, [])
  // The items appear where the focus goes next.
  useEffect(() => {
    if (open) (item.current?.nextElementSibling as HTMLElement | null)?.focus()
  }, [open])
  return (
    <>
      <button
        ref={item}
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-expanded={open}
        onClick={(event) => {
          // Other items close the menu.
          event.stopPropagation()
          setOpen(!open)
        }}
        className={menuItemClass}
      >
        <ChevronDown size={18} aria-hidden="true" className={clsx('transition-transform', open && 'rotate-180')} />
        {label}
      </button>
      {open && children}
    </>
  )
}

/** Line between groups of menu items. */
export const MenuSeparator = () => <hr className="my-1.5 border-line" />
