import { Trans } from '@lingui/react/macro'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TimeField } from '../../../ui/date-field.tsx'
import type { QuietHours } from '../../../shared/quiet-hours.ts'

/** When nothing but what cannot wait leaves the inbox. */
export function QuietHoursCard({ quiet, onChange }: { quiet: QuietHours; onChange: (quiet: QuietHours) => void }) {
  const set = (part: 'from' | 'until') => (time: string) => {
    // A time that is being typed is empty; one hour cannot be both the first and the last.
    if (time !== '' && time !== quiet[part === 'from' ? 'until' : 'from']) onChange({ ...quiet, [part]: time })
  }
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Quiet hours</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>What comes meanwhile waits until they are over. What protects your account does not.</Trans>
        </p>
      </div>
      <Checkbox
        label={<Trans>Leave me alone at night</Trans>}
        checked={quiet.isOn}
        onChange={(event) => onChange({ ...quiet, isOn: event.target.checked })}
      />
      {quiet.isOn && (
        <div className="flex flex-wrap gap-4">
          <TimeField label={<Trans>From</Trans>} className="w-32" value={quiet.from} onChange={set('from')} />
          <TimeField label={<Trans>Until</Trans>} className="w-32" value={quiet.until} onChange={set('until')} />
        </div>
      )}
    </Card>
  )
}
