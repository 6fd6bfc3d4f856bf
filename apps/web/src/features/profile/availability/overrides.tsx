import type { AvailabilitySettings, Interval } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { dayIn, longDay, timeIn } from '../../../lib/format/dates.ts'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { AddHours, DayHours } from './day-hours.tsx'
import { hoursProblem, MAX_OVERRIDES, withOverride } from './model.ts'
import { itemsText } from '../../../lib/format/items-text.ts'

type Override = AvailabilitySettings['overrides'][number]

const dayText = (date: string) => longDay(`${date}T12:00:00Z`, 'UTC')

/** `13:30` as the region writes it. */
const timeText = (time: string) => timeIn(`2000-01-01T${time}:00Z`, 'UTC')

/** Dates with different hours, or none. */
export function Overrides(props: {
  overrides: readonly Override[]
  timeZone: string
  onChange: (overrides: Override[]) => void
}) {
  const { overrides, timeZone, onChange } = props
  const [adding, setAdding] = useState(false)
  const today = dayIn(useNow(), timeZone)
  const upcoming = [...overrides].filter(({ date }) => date >= today).sort((a, b) => a.date.localeCompare(b.date))
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      {upcoming.length === 0 && (
        <p className="text-text-muted">
          <Trans>None yet.</Trans>
        </p>
      )}
      {upcoming.length > 0 && (
        <ul className="grid divide-y divide-line">
          {upcoming.map(({ date, intervals = [], note }) => (
            <li key={date} className="flex items-center justify-between gap-3 py-1">
              <span className="grid">
                <span className="font-medium">{dayText(date)}</span>
                <span className="text-sm text-text-muted tabular-nums">
                  {[
                    intervals.length > 0
                      ? itemsText(intervals.map(({ from, to }) => `${timeText(from)}–${timeText(to)}`))
                      : t`Closed`,
                    note,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <IconButton
                label={t`Remove ${dayText(date)}`}
                icon={<Trash2 size={18} />}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget.closest('li'), 'button')
                  onChange(overrides.filter((other) => other.date !== date))
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {upcoming.length < MAX_OVERRIDES && (
        <div>
          <AddHours onAdd={() => setAdding(true)} />
        </div>
      )}
      {adding && (
        <AddOverride onClose={() => setAdding(false)} onAdd={(added) => onChange(withOverride(overrides, added))} />
      )}
    </Card>
  )
}

function AddOverride({ onAdd, onClose }: { onAdd: (override: Override) => void; onClose: () => void }) {
  const [date, setDate] = useState('')
  const [closed, setClosed] = useState(true)
  const [intervals, setIntervals] = useState<Interval[]>([{ from: '08:00', to: '13:00' }])
  const [note, setNote] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const wrongDate = !/^\d{4}-\d{2}-\d{2}$/.test(date)
  const wrongHours = !closed && (intervals.length === 0 || hoursProblem(intervals) !== undefined)
  const add = () => {
    setSubmitted(true)
    if (focusIncomplete()) return
    if (wrongDate || wrongHours) return
    const trimmedNote = note.trim()
    onAdd({ date, ...(closed ? { closed: true } : { intervals }), ...(trimmedNote && { note: trimmedNote }) })
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Special hours`}
      confirm={<Trans>Add</Trans>}
      keep={<Trans>Close</Trans>}
      variant="primary"
      onConfirm={add}
    >
      <div className="grid gap-4">
        <DateField
          label={t`Date`}
          value={date}
          onChange={setDate}
          error={isSubmitted && wrongDate ? t`Choose a date.` : undefined}
        />
        <Checkbox label={t`Closed all day`} checked={closed} onChange={(event) => setClosed(event.target.checked)} />
        {!closed && (
          <DayHours name={t`Hours`} intervals={intervals} isSubmitted={isSubmitted} onChange={setIntervals} />
        )}
        <TextField
          label={t`Note to yourself`}
          optional
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
