import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { durationText, timeIn } from '../../lib/format/dates.ts'

interface Departure {
  leaveBy: string | null
  timeZone: string
}

interface TravelNoteProps {
  stop: { travelMinutes: number | null; isTight: boolean } & Partial<Departure>
  className?: string
}

/** The drive to a stop, when to leave, and whether there is enough time. Nothing where the drive is unknown. */
export function TravelNote({ stop, className = 'px-4' }: TravelNoteProps) {
  const { travelMinutes, isTight, leaveBy = null, timeZone = '' } = stop
  if (travelMinutes === null) return null
  const duration = durationText(travelMinutes)
  return (
    <p className={clsx('flex flex-wrap items-baseline gap-x-3 text-sm text-text-muted tabular-nums', className)}>
      <span>
        <span aria-hidden="true">↓ </span>
        <Trans>{duration} drive</Trans>
      </span>
      <LeaveBy stop={{ leaveBy, timeZone }} />
      {isTight && (
        <span className="font-semibold text-danger">
          <Trans>Not enough travel time</Trans>
        </span>
      )}
    </p>
  )
}

/** When to leave for a job. */
export function LeaveBy({ stop: { leaveBy, timeZone } }: { stop: Departure }) {
  if (!leaveBy) return null
  const time = timeIn(leaveBy, timeZone)
  return (
    <span className="text-sm font-semibold text-warning tabular-nums">
      <Trans>Leave by {time}</Trans>
    </span>
  )
}
