import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { formatter } from '../../../../lib/format/dates.ts'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { hasReacted } from './use-message-actions.ts'

/** Reactions below a message, with their people. A press toggles one's own; a closed conversation takes no new ones. */
export function Reactions({ message }: { message: MessageView }) {
  const { me, nameOfUser, current, actions } = useMessageListContext()
  if (!message.reactions?.length) return null
  return (
    <ul aria-label={t`Reactions`} className="relative -mt-1 flex flex-wrap gap-1 px-1">
      {message.reactions.map(({ emoji, userIds }) => {
        const names = formatter().list(
          userIds.map((id) => (id === me ? t`You` : nameOfUser(id))),
          'and',
        )
        const isMine = hasReacted(message, emoji, me)
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              disabled={actions.readOnly || (actions.closed && !isMine)}
              aria-label={t`${emoji}: ${names}`}
              title={names}
              tabIndex={current === message.id ? 0 : -1}
              onClick={() => actions.react(message, emoji)}
              className={clsx(
                'flex min-h-7 items-center gap-1 rounded-full border px-2 text-sm tabular-nums pointer-coarse:min-h-9',
                isMine
                  ? 'border-accent-text bg-accent-soft'
                  : 'border-line bg-surface-raised enabled:hover:bg-surface-hover',
              )}
            >
              {emoji}
              {userIds.length > 1 && <span className="text-xs">{userIds.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
