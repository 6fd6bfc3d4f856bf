import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { momentText } from '../../lib/format/dates.ts'

/** Date and time of a requested job at its site. Nothing for a request without a time. */
export const RequestedTime = ({ todo: { about }, now }: { todo: Pick<Todo, 'about'>; now: Date }) =>
  about.startAt &&
  about.timeZone && (
    <span className="text-sm text-text-muted tabular-nums">{momentText(about.startAt, about.timeZone, now)}</span>
  )
