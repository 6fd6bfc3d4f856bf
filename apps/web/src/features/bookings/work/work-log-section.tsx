import type { WorkKind, WorkSegment } from '@fettle/protocol/bookings/work-log'
import { workKinds } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Pencil, Play, Plus, Square } from 'lucide-react'
import { useState } from 'react'
import { durationText, timeIn, timeSpan } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { minutesBetween, workedMinutes } from './worked-minutes.ts'
import { BookingSection } from '../detail/booking-section.tsx'
import { canRecordWork, type WorkProps } from './work-props.ts'
import { SegmentSheet } from './segment-sheet.tsx'
import { workKindLabel } from './work-kinds.ts'

/** Work log: the timer and manual entries. */
export function WorkLogSection({ booking, offline }: WorkProps) {
  const now = useNow(15_000)
  const [kind, setKind] = useState<WorkKind>('WORK')
  const [editing, setEditing] = useState<WorkSegment | 'new'>()
  const { workLog } = booking
  const running = workLog.find(({ endedAt }) => endedAt === null)
  const totalMinutes = workedMinutes(workLog, now)
  const open = canRecordWork(booking)
  // The server does not know these entries yet.
  const unsentIds = new Set(useQueuedMutations().map(({ id }) => id))
  if (workLog.length === 0 && !open) return null
  const total = durationText(totalMinutes)
  return (
    <BookingSection
      title={<Trans>Time</Trans>}
      aside={
        totalMinutes > 0 && (
          <span className="text-sm font-semibold tabular-nums">
            <Trans>{total} worked</Trans>
          </span>
        )
      }
    >
      {workLog.length > 0 && (
        <ul className="grid divide-y divide-line">
          {workLog.map((segment) => (
            <li key={segment.id} className="flex min-h-11 items-center gap-2 text-sm tabular-nums">
              <Segment segment={segment} timeZone={booking.timeZone} now={now} />
              {open && !unsentIds.has(segment.id) && (
                <IconButton
                  label={t`Edit: ${workKindLabel(segment.kind)}, ${timeIn(segment.startedAt, booking.timeZone)}`}
                  icon={<Pencil size={16} />}
                  className="-me-2"
                  onClick={() => setEditing(segment)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <div className="flex items-end gap-2">
          {!running && (
            <SelectField
              label={t`Timer for`}
              value={kind}
              onChange={(event) => setKind(event.target.value as WorkKind)}
              className="flex-1"
            >
              {workKinds.map((name) => (
                <option key={name} value={name}>
                  {workKindLabel(name)}
                </option>
              ))}
            </SelectField>
          )}
          {/* One button, which keeps the focus when the timer starts or stops. */}
          <Button
            variant="secondary"
            className={running ? 'flex-1' : 'min-h-12'}
            // The list shows the timer at once: a second tap was meant for the button before.
            busy={offline.isSending('timer-start') || offline.isSending('timer-stop')}
            icon={running ? <Square size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
            onClick={() => void (running ? offline.run('timer-stop') : offline.run('timer-start', { kind }))}
          >
            {running ? <Trans>Stop the timer</Trans> : <Trans>Start</Trans>}
          </Button>
        </div>
      )}
      {open && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          <Trans>Add time manually</Trans>
        </Button>
      )}
      {editing && (
        <SegmentSheet
          booking={booking}
          now={now}
          {...(editing !== 'new' && { segment: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </BookingSection>
  )
}

function Segment({ segment, timeZone, now }: { segment: WorkSegment; timeZone: string; now: Date }) {
  const { kind, startedAt, endedAt, editedReason } = segment
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
      <span className="min-w-14">{workKindLabel(kind)}</span>
      <span className="flex-1 text-text-muted">
        {endedAt ? timeSpan(startedAt, endedAt, timeZone) : t`since ${timeIn(startedAt, timeZone)}`}
      </span>
      <span className="font-medium">{durationText(minutesBetween(startedAt, endedAt ?? now))}</span>
      {editedReason && <span className="basis-full text-text-muted">{editedReason}</span>}
    </span>
  )
}
