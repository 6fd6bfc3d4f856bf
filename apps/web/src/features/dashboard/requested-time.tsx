import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { momentText, ownTimeZone } from '../../lib/format/dates.ts'

/** When a requested job is to be, so that nobody accepts it without knowing. */
export const RequestedTime = ({ todo: { about }, now }: { todo: Pick<Todo, 'about'>; now: Date }) =>
  about.startAt && (
    <span className="text-sm text-text-muted tabular-nums">{momentText(about.startAt, ownTimeZone(), now)}</span>
  )
