import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CornerDownRight } from 'lucide-react'
import { shortMoment, ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useMessageListContext } from '../conversation/list/list-context.ts'
import { useUnreadReplies } from './store.ts'

const MAX_AVATARS = 3

/** Footer of a message with replies: participants, count, unread mark and link. */
export function ThreadFooter({ message }: { message: MessageView }) {
  const { current, parentId, actions } = useMessageListContext()
  const unread = useUnreadReplies(message.id)
  const { replyCount = 0, repliers = [], lastReplyAt } = message
  if (replyCount === 0 || parentId !== undefined) return null
  return (
    <button
      type="button"
      tabIndex={current === message.id ? 0 : -1}
      onClick={() => actions.thread?.(message)}
      className="mt-0.5 flex min-h-9 max-w-full items-center gap-2 rounded-control px-1.5 text-sm hover:bg-surface-hover pointer-coarse:min-h-11"
    >
      <span className="flex shrink-0 -space-x-2">
        {repliers.slice(0, MAX_AVATARS).map((id) => (
          <Face key={id} id={id} />
        ))}
      </span>
      <span className={clsx('shrink-0 text-accent-text', unread > 0 ? 'font-bold' : 'font-semibold')}>
        <Plural value={replyCount} one="# reply" other="# replies" />
      </span>
      {unread > 0 && <NewMark count={unread} />}
      {lastReplyAt && <Since at={lastReplyAt} />}
    </button>
  )
}

function Since({ at }: { at: string }) {
  const now = useNow()
  return <span className="truncate text-xs text-text-muted">{shortMoment(at, ownTimeZone(), now)}</span>
}

function Face({ id }: { id: string }) {
  const { faceOf, nameOfUser } = useMessageListContext()
  return (
    <Avatar
      name={faceOf(id)?.name ?? nameOfUser(id)}
      src={faceOf(id)?.image}
      size="sm"
      className="rounded-full border-2 border-surface [&>*]:size-6 [&>*]:text-[0.625rem]"
    />
  )
}

/** Badge with the number of unread replies. */
export const NewMark = ({ count }: { count: number }) => (
  <span className="shrink-0 rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
    <Plural value={count} one="# new" other="# new" />
  </span>
)

/** Label above a reply that is also shown in the channel, linking to its thread. */
export function FromThread({ message }: { message: MessageView }) {
  const { current, parentId, actions } = useMessageListContext()
  if (message.parentId === undefined || parentId !== undefined) return null
  return (
    <button
      type="button"
      tabIndex={current === message.id ? 0 : -1}
      aria-label={t`Replied in a thread: open it`}
      onClick={() => actions.thread?.(message)}
      className="flex min-h-6 items-center gap-1 text-xs font-semibold text-accent-text hover:underline"
    >
      <CornerDownRight size={12} aria-hidden="true" />
      <Trans>Replied in a thread</Trans>
    </button>
  )
}
