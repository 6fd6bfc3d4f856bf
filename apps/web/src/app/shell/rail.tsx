import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import clsx from 'clsx'
import { Link, NavLink } from 'react-router'
import { useMedia } from '../../lib/browser/media.ts'
import { useUnread } from '../../lib/browser/unread.ts'
import { Mark } from '../../ui/icons/glyphs.tsx'
import { navItems, type NavItem } from '../navigation.tsx'
import { paths } from '../../routing/paths.ts'
import { preloadScreen } from '../../routing/loader.ts'
import { UnreadBadge } from '../../shared/unread-badge.tsx'

/** Side navigation of large screens. Prerendered for all; a phone, which hides it, renders nothing. */
export function Rail() {
  const hasRoom = useMedia('(min-width: 48rem)', true)
  if (!hasRoom) return null
  return (
    <nav aria-label={t`Main`} className="hidden w-60 shrink-0 flex-col border-e border-line bg-surface-sunken md:flex">
      <Link
        to={paths.home}
        className="m-3 flex h-11 items-center gap-2.5 rounded-control px-2.5 text-lg font-semibold tracking-tight"
      >
        <Mark className="size-7" />
        Fettle
      </Link>
      <ul className="grid flex-1 content-start gap-0.5 overflow-y-auto px-3 pb-4">
        {navItems.map((item) => (
          <li key={item.to}>
            <RailLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RailLink({ to, label, Icon, unread }: NavItem) {
  const { _ } = useLingui()
  const count = useUnread(unread ?? 'messages')
  return (
    <NavLink
      to={to}
      end={to === paths.home}
      onPointerEnter={() => preloadScreen(to)}
      onFocus={() => preloadScreen(to)}
      className={({ isActive }) =>
        clsx(
          'group flex min-h-10 items-center gap-3 rounded-control px-2.5 transition-colors pointer-coarse:min-h-11',
          isActive
            ? 'bg-surface-raised font-semibold shadow-raised'
            : 'text-text-muted hover:bg-surface-hover hover:text-text',
        )
      }
    >
      <Icon size={20} aria-hidden="true" className="shrink-0 group-aria-[current=page]:text-accent-text" />
      <span className="flex-1">{_(label)}</span>
      {unread && <UnreadBadge count={count} />}
    </NavLink>
  )
}
