import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { usePicture } from '../../../shared/profile-groups/use-picture.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { PicturePicker } from '../../../ui/forms/file-drop.tsx'
import { groupOf, labelOf, type GroupName } from '../groups.ts'
import { percentText } from '../../../lib/format/percent-text.ts'

/** The provider as customers see them, with suggestions for missing data. */
export function SummaryCard({ profile, onFill }: { profile: Profile; onFill: (group: GroupName) => void }) {
  const picture = usePicture()
  const name = `${profile.firstName} ${profile.lastName}`
  const trade = [profile.serviceType && serviceTypeLabel(profile.serviceType), profile.city].filter(Boolean).join(' · ')
  return (
    <Card className="grid content-start gap-5 p-5 md:p-6">
      <div>
        <p dir="auto" className="text-lg font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="wrap-anywhere text-text-muted">{trade || profile.email}</p>
      </div>
      <PicturePicker {...picture} src={profile.avatar} personName={name} />
      <Completeness profile={profile} onFill={onFill} />
    </Card>
  )
}

function Completeness({ profile, onFill }: { profile: Profile; onFill: (group: GroupName) => void }) {
  const { percent, missing } = profile.completeness
  const fillable = missing.flatMap(({ field }) => {
    const group = groupOf(field)
    return group ? [{ field, group }] : []
  })
  if (percent >= 100) return null
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">
          <Trans>Your profile</Trans>
        </span>
        <span className="text-text-muted tabular-nums">{percentText(percent)}</span>
      </div>
      <progress
        aria-label={t`Profile completeness`}
        value={percent}
        max={100}
        className="progress-bar h-1.5 w-full text-accent"
      />
      <ul className="grid">
        {fillable.map(({ field, group }) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => onFill(group)}
              className="-mx-2 flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-2 text-start text-sm font-medium hover:bg-surface-hover"
            >
              <span>
                <Trans>Add: {labelOf(field)}</Trans>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
