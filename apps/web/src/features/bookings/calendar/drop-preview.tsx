import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { clockText } from '../../../lib/format/dates.ts'
import { heightOf } from './calendar-block.tsx'
import type { DropTarget, roomAt } from './layout/drop-target.ts'

type Room = ReturnType<typeof roomAt>

const roomTones: Record<Room, string> = {
  free: 'border-success bg-success-soft text-success',
  tight: 'border-warning bg-warning-soft text-warning',
  closed: 'border-warning bg-warning-soft text-warning',
  taken: 'border-danger bg-danger-soft text-danger',
}

function roomText(room: Room): string {
  switch (room) {
    case 'free':
      return t`Free`
    case 'tight':
      return t`Not enough travel time`
    case 'closed':
      return t`Outside your working hours`
    default:
      return t`Taken`
  }
}

/** Preview of the drop target, with whether it is free; scrolled into view while moved by keyboard. */
export function DropPreview(props: { target: DropTarget; room: Room; follow: boolean; withEnd?: boolean }) {
  const { target, room, follow, withEnd } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follow) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [follow, target.from])
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute inset-x-0 z-40 scroll-m-4 rounded-control border-2 border-dashed px-2 py-1 text-xs font-semibold',
        roomTones[room],
      )}
      style={{ top: heightOf(target.from), height: heightOf(target.minutes) }}
    >
      {clockText(target.from)}
      {withEnd && `–${clockText(target.from + target.minutes)}`} {roomText(room)}
    </div>
  )
}
