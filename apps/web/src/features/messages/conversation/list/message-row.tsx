import { Plural, Trans } from '@lingui/react/macro'
import { dayName, ownTimeZone } from '../../../../lib/format/dates.ts'
import { MessageBubble } from '../../message/message-bubble.tsx'
import type { Row } from './message-rows.ts'

/** A message, a day separator, or the unread separator. */
export function MessageRow({ row, now }: { row: Row | undefined; now: Date }) {
  if (!row) return null
  if (row.kind === 'day') {
    return (
      <p className="px-4 pt-4 pb-1 text-center text-xs font-semibold text-text-muted">
        {dayName(row.at, ownTimeZone(), now)}
      </p>
    )
  }
  if (row.kind === 'unread') {
    return (
      <p className="flex items-center gap-3 px-4 pt-3 text-xs font-semibold text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text">
        <Trans>New messages</Trans>
      </p>
    )
  }
  if (row.kind === 'replies') {
    return (
      <p className="flex items-center gap-3 px-4 pt-3 pb-1 text-xs font-semibold text-text-muted after:h-px after:flex-1 after:bg-line">
        <Plural value={row.count} one="# reply" other="# replies" />
      </p>
    )
  }
  return <MessageBubble message={row.message} startsGroup={row.startsGroup} endsGroup={row.endsGroup} />
}
