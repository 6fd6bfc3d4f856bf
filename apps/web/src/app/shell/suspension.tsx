import type { Profile } from '@fettle/protocol/accounts/profile'
import { Trans } from '@lingui/react/macro'
import { Ban } from 'lucide-react'
import { Link } from 'react-router'
import { longDay, ownTimeZone } from '../../lib/format/dates.ts'
import { paths } from '../../routing/paths.ts'

/** Banner saying that the account is read-only, until when and why. */
export function SuspensionBanner({ suspension }: { suspension: NonNullable<Profile['suspension']> }) {
  const date = longDay(suspension.until, ownTimeZone())
  const reason = suspension.reason.replace(/\.+$/, '')
  return (
    <p
      role="status"
      className="flex min-h-10 shrink-0 items-center justify-center gap-2 bg-danger-soft px-4 py-2 text-sm font-medium text-danger"
    >
      <Ban size={18} aria-hidden="true" className="shrink-0" />
      <span>
        <Trans>
          Your account is suspended until {date}: {reason}. You can read everything and finish jobs in progress.
        </Trans>{' '}
        <Link to={paths.support} className="underline">
          <Trans>Contact support</Trans>
        </Link>
      </span>
    </p>
  )
}
