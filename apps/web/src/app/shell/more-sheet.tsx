import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, LogOut, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMaybeProfile } from '../../shared/profile/profile.ts'
import { LanguageChoice } from '../../shared/forms/language-choice.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { navItems } from '../navigation.tsx'
import { paths } from '../../routing/paths.ts'
import { useLogOut } from './log-out.tsx'
import { ThemeChooser } from './theme-chooser.tsx'

const lineClass = 'flex min-h-13 w-full items-center gap-3.5 rounded-control px-2 text-start active:bg-surface-hover'

/** Menu with the navigation items that do not fit the bottom bar of a phone. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { _ } = useLingui()
  const profile = useMaybeProfile()
  const logOut = useLogOut()
  const name = profile ? `${profile.firstName} ${profile.lastName}` : ''
  const line = (to: string, icon: ReactNode, label: ReactNode) => (
    <li key={to}>
      <Link to={to} onClick={onClose} className={lineClass}>
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        <ChevronRight size={20} aria-hidden="true" className="text-text-muted rtl:rotate-180" />
      </Link>
    </li>
  )
  return (
    <>
      <Dialog onClose={onClose} title={t`More`}>
        <ul className="-mx-2 grid">
          {line(
            paths.profile,
            profile ? (
              <Avatar name={name} src={profile.avatar} size="sm" />
            ) : (
              <UserRound size={22} aria-hidden="true" />
            ),
            <span className="grid">
              <span dir="auto" className="truncate font-semibold">
                {name || t`Profile`}
              </span>
              <span className="truncate text-sm text-text-muted">
                <Trans>Your profile</Trans>
              </span>
            </span>,
          )}
          {navItems
            .filter(({ main }) => !main)
            .map(({ to, label, Icon }) =>
              line(to, <Icon size={22} aria-hidden="true" className="mx-1 text-text-muted" />, _(label)),
            )}
          <li>
            <button type="button" onClick={logOut.start} className={lineClass}>
              <LogOut size={22} aria-hidden="true" className="mx-1 text-text-muted" />
              <Trans>Log out</Trans>
            </button>
          </li>
        </ul>
        <div className="mt-4 grid gap-3">
          <ThemeChooser />
          <LanguageChoice />
        </div>
      </Dialog>
      {logOut.confirmation}
    </>
  )
}
