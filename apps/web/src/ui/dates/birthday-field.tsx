import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import clsx from 'clsx'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { digitsOf } from '../../lib/format/digits.ts'
import { controlClass, FieldError } from '../forms/field.tsx'
import { DownGlyph } from '../icons/glyphs.tsx'

interface DateParts {
  day: string
  month: string
  year: string
}

const datePartsOf = (value: string): DateParts => {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month, day: day.replace(/^0/, '') }
}

/** `YYYY-MM-DD` when complete; partial before; empty when all parts are. */
function joinDay({ day, month, year }: DateParts): string {
  return day === '' && month === '' && year === '' ? '' : `${year}-${month}-${day === '' ? '' : day.padStart(2, '0')}`
}

export interface BirthdayFieldProps {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  id?: string
}

/** Date of birth field: day, month and year are typed, since a calendar is slow for known dates. */
export function BirthdayField({ label, value, onChange, onBlur, error, id: idProp }: BirthdayFieldProps) {
  const generatedId = useId()
  const id = idProp ?? generatedId
  const { i18n } = useLingui()
  const [typed, setTyped] = useState(() => datePartsOf(value))
  // Keep raw input unless the value changes from outside.
  const parts = joinDay(typed) === value ? typed : datePartsOf(value)
  const months = useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.locale || 'en', { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
  }, [i18n.locale])
  const change = (part: Partial<DateParts>) => {
    const next = { ...parts, ...part }
    setTyped(next)
    onChange(joinDay(next))
  }
  const shared = { onBlur, 'aria-invalid': error ? (true as const) : undefined }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex gap-2">
        <input
          {...shared}
          id={id}
          aria-label={t`Day`}
          placeholder={t`Day`}
          inputMode="numeric"
          autoComplete="bday-day"
          value={parts.day}
          onChange={(event) => change({ day: digitsOf(event.target.value).slice(0, 2) })}
          className={controlClass('w-16 shrink-0 tabular-nums')}
        />
        <div className="relative min-w-0 flex-1">
          <select
            {...shared}
            aria-label={t`Month`}
            autoComplete="bday-month"
            value={parts.month}
            onChange={(event) => change({ month: event.target.value })}
            className={controlClass(clsx('appearance-none truncate pe-10', parts.month === '' && 'text-text-muted'))}
          >
            <option value="">
              <Trans>Month</Trans>
            </option>
            {months.map((name, index) => (
              <option key={name} value={String(index + 1).padStart(2, '0')}>
                {name}
              </option>
            ))}
          </select>
          <DownGlyph className="pointer-events-none absolute inset-y-0 end-3 my-auto text-text-muted" />
        </div>
        <input
          {...shared}
          aria-label={t`Year`}
          placeholder={t`Year`}
          inputMode="numeric"
          autoComplete="bday-year"
          value={parts.year}
          onChange={(event) => change({ year: digitsOf(event.target.value).slice(0, 4) })}
          className={controlClass('w-22 shrink-0 tabular-nums')}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
