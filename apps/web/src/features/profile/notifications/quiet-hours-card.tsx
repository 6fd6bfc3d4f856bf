import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TimeField } from '../../../ui/dates/date-field.tsx'
import type { QuietHours } from '../../../shared/forms/quiet-hours.ts'

/** Quiet hours, in which only critical notifications leave the inbox. */
export function QuietHoursCard({ quiet, onChange }: { quiet: QuietHours; onChange: (quiet: QuietHours) => void }) {
  const saved = { from: quiet.from, until: quiet.until }
  const [typed, setTyped] = useState(saved)
  const [lastSaved, setLastSaved] = useState(saved)
  // Saved on another device, or not saved after all.
  if (lastSaved.from !== saved.from || lastSaved.until !== saved.until) {
    setLastSaved(saved)
    setTyped(saved)
  }
  const areSame = typed.from !== '' && typed.from === typed.until
  // Saved on blur, since partial input such as 06:03 is valid too. Start and end must differ.
  const keep = () => {
    const { from, until } = typed
    const isChanged = from !== quiet.from || until !== quiet.until
    if (isChanged && from !== '' && until !== '' && from !== until) onChange({ ...quiet, from, until })
  }
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Quiet hours</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>Notifications wait until quiet hours end. Security alerts still come through.</Trans>
        </p>
      </div>
      <Checkbox
        label={<Trans>Mute notifications at night</Trans>}
        checked={quiet.isOn}
        onChange={(event) => onChange({ ...quiet, isOn: event.target.checked })}
      />
      {quiet.isOn && (
        <div className="flex flex-wrap gap-4">
          <TimeField
            label={<Trans>From</Trans>}
            className="w-32"
            value={typed.from}
            onChange={(from) => setTyped({ ...typed, from })}
            onBlur={keep}
          />
          <TimeField
            label={<Trans>Until</Trans>}
            className="w-32"
            value={typed.until}
            error={areSame ? t`Choose an end other than the start.` : undefined}
            onChange={(until) => setTyped({ ...typed, until })}
            onBlur={keep}
          />
        </div>
      )}
    </Card>
  )
}
