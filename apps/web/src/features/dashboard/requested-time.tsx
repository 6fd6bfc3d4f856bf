import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { momentText, ownTimeZone } from '../../lib/format/dates.ts'

/** Date and time of a requested job. Nothing for a request without a time. */
export const RequestedTime = ({ todo: { about }, now }: { todo: Pick<Todo, 'about'>; now: Date }) =>
  about.startAt && (
    <span className="text-sm text-text-muted tabular-nums">{momentText(about.startAt, ownTimeZone(), now)}</span>
  )
