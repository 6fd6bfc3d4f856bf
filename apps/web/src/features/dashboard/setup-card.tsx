import type { Profile } from '@fettle/protocol/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'

/** What is still missing from the profile, heaviest first, each a way to where it is filled in. */
export function SetupCard({ completeness: { percent, missing } }: Pick<Profile, 'completeness'>) {
  return (
    <Card className="grid gap-3 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Finish your profile</Trans>
        </h2>
        <p className="text-sm text-text-muted">
          <Trans>Customers choose people they can picture.</Trans>
        </p>
      </div>
      <div className="flex items-center gap-3">
        <progress
          value={percent}
          max={100}
          aria-label={t`Profile complete`}
          className="h-2 flex-1 appearance-none overflow-hidden rounded-full bg-surface-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-hover [&::-webkit-progress-value]:bg-accent"
        />
        <span className="text-sm font-semibold tabular-nums">{percent} %</span>
      </div>
      <ul className="-mx-2 grid">
        {missing.map(({ field, label, route }) => (
          <li key={field}>
            <Link
              to={route}
              className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-surface-hover active:bg-surface-hover"
            >
              <span aria-hidden="true" className="size-4 shrink-0 rounded-full border-2 border-line-strong" />
              <span className="flex-1">{label}</span>
              <ChevronRight size={18} aria-hidden="true" className="text-text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
