import type { Progress } from '@fettle/protocol/contracts'
import { plural, t } from '@lingui/core/macro'
import { moneyText } from '../../lib/format/money.ts'
import { percentText } from '../../lib/format/percent-text.ts'

/** Progress bar with the share of approved work. */
export function ProgressBar({ progress }: { progress: Progress }) {
  const { percent, approved, milestones, approvedAmount } = progress
  const worth = moneyText(approvedAmount)
  return (
    <div className="flex items-center gap-3 text-sm">
      <progress
        aria-label={t`Approved`}
        aria-valuetext={plural(milestones, {
          one: `${approved} of # milestone, ${worth}`,
          other: `${approved} of # milestones, ${worth}`,
        })}
        value={percent}
        max={100}
        className="progress-bar h-2 min-w-0 flex-1 text-success"
      />
      <span className="min-w-10 shrink-0 text-end whitespace-nowrap font-semibold tabular-nums">
        {percentText(percent)}
      </span>
    </div>
  )
}
