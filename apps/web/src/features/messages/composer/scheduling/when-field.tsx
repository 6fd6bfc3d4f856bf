import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockName, foreignClock, ownTimeZone } from '../../../../lib/format/dates.ts'
import { DateTimeField } from '../../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { MAX_LEAD_MS, readField, MIN_LEAD_MS, toField } from './schedule-times.ts'

export interface When {
  value: string
  timeZone: string
}

/** Why a time is not allowed, as text; undefined when it is. */
export function whyNotWhen({ value, timeZone }: When, now: Date): string | undefined {
  const at = readField(value, timeZone, now)
  if (at === 'missing') return t`Choose a day and a time.`
  if (at === 'soon') return t`Choose a time at least 2 minutes from now.`
  return at === 'far' ? t`Choose a time within 30 days.` : undefined
}

export interface WhenFieldProps {
  when: When
  onChange: (when: When) => void
  /** The customer's time zone, if known. */
  theirZone: string | undefined
  now: Date
  error: string | undefined
}

/** Field for a date and time, in one's own time zone or the customer's. */
export function WhenField({ when, onChange, theirZone, now, error }: WhenFieldProps) {
  const own = ownTimeZone()
  const differs = theirZone !== undefined && foreignClock(now, theirZone) !== undefined
  return (
    <div className="grid gap-3">
      <DateTimeField
        label={<Trans>Date and time</Trans>}
        value={when.value}
        min={toField(new Date(now.getTime() + MIN_LEAD_MS), when.timeZone)}
        max={toField(new Date(now.getTime() + MAX_LEAD_MS), when.timeZone)}
        onChange={(at) => onChange({ ...when, value: at })}
        error={error}
      />
      {differs && (
        <SelectField
          label={<Trans>Time zone</Trans>}
          value={when.timeZone}
          onChange={({ target }) => onChange({ ...when, timeZone: target.value })}
        >
          <option value={own}>{t`Mine: ${clockName(now, own)}`}</option>
          <option value={theirZone}>{t`The customer’s: ${clockName(now, theirZone)}`}</option>
        </SelectField>
      )}
    </div>
  )
}
