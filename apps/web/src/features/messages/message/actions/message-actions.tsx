import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Ellipsis, MessagesSquare, Reply } from 'lucide-react'
import { IconButton } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Menu, MenuItem, menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { entriesFor, quickReactions, reactionLabel } from './message-menu.tsx'
import { canReply } from './possible-actions.ts'
import { useReminder } from '../../saved/store.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { useFingerLifted } from '../use-finger-lifted.ts'
import type { MessageActions } from './use-message-actions.ts'

/**
 * Toolbar of a message, shown on hover or focus. Its space beside the bubble is reserved, so that it covers no text and
 * causes no layout shift.
 */
export function MessageToolbar({ message }: { message: MessageView }) {
  const { current, actions } = useMessageListContext()
  const tabIndex = current === message.id ? 0 : -1
  const isSaved = useReminder(message.cid, message.id) !== undefined
  const more = entriesFor(message, actions, isSaved)
  return (
    <div
      className={clsx(
        'pointer-events-none flex w-19 shrink-0 items-center self-start opacity-0 @md:w-38 transition-opacity group-hover/message:pointer-events-auto group-hover/message:opacity-100 focus-within:pointer-events-auto focus-within:opacity-100 has-aria-expanded:pointer-events-auto has-aria-expanded:opacity-100 pointer-coarse:hidden',
        message.isMine && 'justify-end',
      )}
    >
      {canReply(message) && !actions.closed && (
        <>
          <EmojiButton
            label={t`React`}
            tabIndex={tabIndex}
            className="size-9"
            onPick={(emoji) => actions.react(message, emoji)}
          />
          <IconButton
            label={t`Reply`}
            icon={<Reply size={18} />}
            tabIndex={tabIndex}
            onClick={() => actions.reply(message)}
            className="size-9 @max-md:hidden"
          />
          {actions.thread && (
            <IconButton
              label={t`Reply in thread`}
              icon={<MessagesSquare size={18} />}
              tabIndex={tabIndex}
              onClick={() => actions.thread?.(message)}
              className="size-9 @max-md:hidden"
            />
          )}
        </>
      )}
      {message.seq !== null && more.length > 0 && (
        <Menu
          label={t`More actions`}
          trigger={(attributes) => (
            <IconButton
              {...attributes}
              label={t`More actions`}
              icon={<Ellipsis size={18} />}
              tabIndex={tabIndex}
              className="size-9"
            />
          )}
        >
          {more.map(({ name, icon, label, act }) => (
            <MenuItem key={name} icon={icon} onClick={act} {...(name === 'remove' && { className: 'text-danger' })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

export interface MessageSheetProps {
  message: MessageView
  onClose: () => void
  actions: MessageActions
}

/** Sheet with a message's actions, opened by a long press. */
export function MessageSheet({ message, onClose, actions }: MessageSheetProps) {
  const isFingerLifted = useFingerLifted()
  const isSaved = useReminder(message.cid, message.id) !== undefined
  const closeAnd = (work: () => void) => () => {
    onClose()
    work()
  }
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Message</Trans>}
      description={
        <span dir="auto" className="line-clamp-2">
          {plainText(message.text)}
        </span>
      }
    >
      <div className={clsx('-mx-3 grid', !isFingerLifted && 'pointer-events-none')}>
        {canReply(message) && !actions.closed && (
          <div className="flex items-center gap-1 px-1 pb-2">
            {quickReactions.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={reactionLabel(emoji)}
                onClick={closeAnd(() => actions.react(message, emoji))}
                className="grid size-11 flex-1 place-items-center rounded-control text-xl hover:bg-surface-hover"
              >
                {emoji}
              </button>
            ))}
            <EmojiButton label={t`More emoji`} onPick={(emoji) => closeAnd(() => actions.react(message, emoji))()} />
          </div>
        )}
        {entriesFor(message, actions, isSaved).map(({ name, icon, label, act }) => (
          <button
            key={name}
            type="button"
            onClick={closeAnd(act)}
            className={clsx(menuItemClass, name === 'remove' && 'text-danger')}
          >
            {icon}
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
