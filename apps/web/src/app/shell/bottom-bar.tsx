import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import { NavLink } from 'react-router'
import { useUnread } from '../../lib/browser/unread.ts'
import { navItems, type NavItem } from '../navigation.tsx'
import { paths } from '../../routing/paths.ts'
import { preloadScreen } from '../../routing/loader.ts'
import { limitedBadgeText, UnreadBadge } from '../../shared/unread-badge.tsx'

// Large text grows only as far as a fifth of the width has room for a word.
const tabClass =
  'group relative flex min-h-14 w-full flex-col items-center justify-center gap-1 rounded-control text-[length:min(0.75rem,3.6vw)] leading-[1.5] transition-colors focus-visible:-outline-offset-2'

/** Bottom navigation of phones, below the scrolling content and never over it. */
export function BottomBar({
  onMore,
  moreIsOpen,
  moreIsHere,
}: {
  onMore: () => void
  moreIsOpen: boolean
  moreIsHere: boolean
}) {
  return (
    <nav
      data-bottom-bar
      aria-label={t`Main`}
      className="shrink-0 border-t border-line bg-surface-raised px-1 pb-[env(safe-area-inset-bottom)] in-data-immersive:hidden md:hidden"
    >
      <ul className="grid grid-cols-5">
        {navItems
          .filter(({ main }) => main)
          .map((item) => (
            <li key={item.to}>
              <BarLink {...item} />
            </li>
          ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={moreIsOpen}
            onClick={onMore}
            className={clsx(tabClass, moreIsHere ? 'font-semibold text-accent-text' : 'text-text-muted')}
          >
            <Ellipsis size={24} aria-hidden="true" />
            <Trans>More</Trans>
          </button>
        </li>
      </ul>
    </nav>
  )
}

function BarLink({ to, label, barLabel = label, Icon, unread }: NavItem) {
  const { _ } = useLingui()
  const count = useUnread(unread ?? 'messages')
  return (
    <NavLink
      to={to}
      end={to === paths.home}
      onPointerDown={() => preloadScreen(to)}
      className={({ isActive }) => clsx(tabClass, isActive ? 'font-semibold text-accent-text' : 'text-text-muted')}
    >
      <Icon size={24} aria-hidden="true" className="group-aria-[current=page]:[stroke-width:2.4]" />
      <span className="max-w-full text-center break-words max-[21rem]:text-[0.6875rem]">{_(barLabel)}</span>
      {unread && (
        <UnreadBadge count={count} textSize={limitedBadgeText} className="absolute top-1 start-1/2 ms-[8px]" />
      )}
    </NavLink>
  )
}
