import { workKinds, type WorkKind } from '@fettle/protocol/work-log'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { durationText, timeSpan, timeIn } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Part } from '../part.tsx'
import { isOpen, type WorkProps } from './open.ts'

const kinds: Record<WorkKind, MessageDescriptor> = { TRAVEL: msg`Travel`, WORK: msg`Work`, BREAK: msg`Break` }
const label = (kind: WorkKind): string => i18n._(kinds[kind])

const minutesBetween = (from: string, to: string | Date) =>
  Math.max(0, Math.round((new Date(to).getTime() - Date.parse(from)) / 60_000))

/** How long it took, and the timer that says so. */
export function TimePart({ booking, field }: WorkProps) {
  const now = useNow(15_000)
  const [kind, setKind] = useState<WorkKind>('WORK')
  const { workLog, timeZone } = booking
  const running = workLog.find(({ endedAt }) => endedAt === null)
  const worked = workLog
    .filter((segment) => segment.kind === 'WORK')
    .reduce((sum, { startedAt, endedAt }) => sum + minutesBetween(startedAt, endedAt ?? now), 0)
  const open = isOpen(booking)
  if (workLog.length === 0 && !open) return null
  const total = durationText(worked)
  return (
    <Part
      title={<Trans>Time</Trans>}
      aside={
        worked > 0 && (
          <span className="text-sm font-semibold tabular-nums">
            <Trans>{total} of work</Trans>
          </span>
        )
      }
    >
      {workLog.length > 0 && (
        <ul className="grid gap-1.5 text-sm">
          {workLog.map(({ id, kind: of, startedAt, endedAt }) => (
            <li key={id} className="flex justify-between gap-3 tabular-nums">
              <span>{label(of)}</span>
              <span className="text-text-muted">
                {endedAt ? timeSpan(startedAt, endedAt, timeZone) : t`since ${timeIn(startedAt, timeZone)}`}
              </span>
              <span className="font-medium">{durationText(minutesBetween(startedAt, endedAt ?? now))}</span>
            </li>
          ))}
        </ul>
      )}
      {open && running && (
        <Button
          variant="secondary"
          busy={field.busy === 'timer-stop'}
          icon={<Square size={18} aria-hidden="true" />}
          onClick={() => void field.run('timer-stop')}
        >
          <Trans>Stop the timer</Trans>
        </Button>
      )}
      {open && !running && (
        <div className="flex items-end gap-2">
          <SelectField
            label={t`Timer for`}
            value={kind}
            onChange={(event) => setKind(event.target.value as WorkKind)}
            className="flex-1"
          >
            {workKinds.map((name) => (
              <option key={name} value={name}>
                {label(name)}
              </option>
            ))}
          </SelectField>
          <Button
            variant="secondary"
            className="min-h-12"
            busy={field.busy === 'timer-start'}
            icon={<Play size={18} aria-hidden="true" />}
            onClick={() => void field.run('timer-start', { kind })}
          >
            <Trans>Start</Trans>
          </Button>
        </div>
      )}
    </Part>
  )
}
