import type { DashboardRange } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { buttonClass } from '../../ui/button.tsx'

const rangeNames = (): Record<DashboardRange, string> => ({
  '7d': t`7 days`,
  '30d': t`30 days`,
  '90d': t`90 days`,
  '12m': t`12 months`,
})

/** Titles of what a period covers, up to now. */
export const rangeTitles = (): Record<DashboardRange, string> => ({
  '7d': t`Last 7 days`,
  '30d': t`Last 30 days`,
  '90d': t`Last 90 days`,
  '12m': t`Last 12 months`,
})

const shortNames = (): Record<DashboardRange, string> => ({
  '7d': t`7 d`,
  '30d': t`30 d`,
  '90d': t`90 d`,
  '12m': t`12 mo`,
})

/** Selects the period of KPIs and charts. */
export function RangeSwitch({ range, onChange }: { range: DashboardRange; onChange: (range: DashboardRange) => void }) {
  const long = rangeNames()
  return (
    <div role="group" aria-label={t`Time`} className="flex flex-wrap gap-1">
      {(Object.entries(shortNames()) as [DashboardRange, string][]).map(([each, label]) => (
        <button
          key={each}
          type="button"
          aria-label={long[each]}
          aria-pressed={each === range}
          onClick={() => onChange(each)}
          className={buttonClass({ variant: each === range ? 'secondary' : 'quiet', size: 'sm' })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
