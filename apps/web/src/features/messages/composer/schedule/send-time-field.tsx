import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockName, foreignClock, ownTimeZone } from '../../../../lib/format/dates.ts'
import { toDateTimeField } from '../../../../lib/format/wall-time.ts'
import { DateTimeField } from '../../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { MAX_LEAD_MS, MIN_LEAD_MS, type TypedTime } from './send-time.ts'

interface SendTimeFieldProps {
  typed: TypedTime
  onChange: (typed: TypedTime) => void
  /** The customer's time zone, if known. */
  theirZone: string | undefined
  now: Date
  error: string | undefined
}

/** Field for a date and time, in one's own time zone or the customer's. */
export function SendTimeField({ typed, onChange, theirZone, now, error }: SendTimeFieldProps) {
  const ownZone = ownTimeZone()
  const differs = theirZone !== undefined && foreignClock(now, theirZone) !== undefined
  return (
    <div className="grid gap-3">
      <DateTimeField
        label={<Trans>Date and time</Trans>}
        value={typed.value}
        min={toDateTimeField(new Date(now.getTime() + MIN_LEAD_MS), typed.timeZone)}
        max={toDateTimeField(new Date(now.getTime() + MAX_LEAD_MS), typed.timeZone)}
        onChange={(at) => onChange({ ...typed, value: at })}
        error={error}
      />
      {differs && (
        <SelectField
          label={<Trans>Time zone</Trans>}
          value={typed.timeZone}
          onChange={({ target }) => onChange({ ...typed, timeZone: target.value })}
        >
          <option value={ownZone}>{t`Mine: ${clockName(now, ownZone)}`}</option>
          <option value={theirZone}>{t`The customer's: ${clockName(now, theirZone)}`}</option>
        </SelectField>
      )}
    </div>
  )
}
