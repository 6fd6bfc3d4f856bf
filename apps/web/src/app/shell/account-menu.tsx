import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMaybeProfile } from '../../shared/profile/profile.ts'
import { LanguageChoice } from '../../shared/forms/language-choice.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { paths } from '../../routing/paths.ts'
import { useLogOut } from './log-out.tsx'
import { ThemeChooser } from './theme-chooser.tsx'

/** Menu of the top bar: profile, theme, language and logging out. */
export function AccountMenu() {
  const profile = useMaybeProfile()
  const navigate = useNavigate()
  const logOut = useLogOut()
  const name = profile ? `${profile.firstName} ${profile.lastName}` : ''
  return (
    <>
      <Menu
        label={t`Account`}
        hasFields
        className="w-72"
        trigger={(attributes) => (
          <button
            type="button"
            {...attributes}
            aria-label={t`Account`}
            className="grid size-11 place-items-center rounded-full transition-opacity hover:opacity-80"
          >
            <Avatar name={name} src={profile?.avatar} size="sm" />
          </button>
        )}
      >
        <div className="px-3 pt-1.5 pb-2.5">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-text-muted">{profile?.email}</p>
        </div>
        <MenuSeparator />
        {profile?.isOnboarded && (
          <MenuGroup label={t`Profile`}>
            <MenuItem
              tabIndex={0}
              icon={<UserRound size={20} aria-hidden="true" />}
              onClick={() => void navigate(paths.profile)}
            >
              <Trans>Profile</Trans>
            </MenuItem>
          </MenuGroup>
        )}
        <div className="grid gap-1 px-1.5 py-1">
          <ThemeChooser />
          <LanguageChoice />
        </div>
        <MenuSeparator />
        <MenuGroup label={t`Log out`}>
          <MenuItem tabIndex={0} icon={<LogOut size={20} aria-hidden="true" />} onClick={logOut.start}>
            <Trans>Log out</Trans>
          </MenuItem>
        </MenuGroup>
      </Menu>
      {logOut.confirmation}
    </>
  )
}
