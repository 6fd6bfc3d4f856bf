import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { IconButton } from '../../../../ui/button.tsx'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { inOneLine } from '../media/media.ts'
import { authorName, personName } from '../person-name.ts'

/** The quoted message above a reply; a tap jumps to it. Pending messages look it up among the loaded ones. */
export function QuotedMessage({ message }: { message: MessageView }) {
  const { find, jumpTo, current } = useMessageListContext()
  const { quotedMessageId, isMine } = message
  const quoted = message.quoted ?? (quotedMessageId === undefined ? undefined : find(quotedMessageId))
  const seq = quoted?.seq
  return (
    <button
      type="button"
      tabIndex={current === message.id ? 0 : -1}
      disabled={typeof seq !== 'number'}
      onClick={() => typeof seq === 'number' && jumpTo(seq)}
      className={clsx(
        'my-1 block w-full rounded-control border-s-2 border-accent-text px-2.5 py-1 text-start text-sm',
        isMine ? 'bg-surface-raised' : 'bg-surface-sunken',
      )}
    >
      <span dir="auto" className="block truncate font-semibold">
        {quoted?.user ? personName(quoted.user) : ' '}
      </span>
      <span dir="auto" className="line-clamp-2 text-text-muted">
        {!quoted || quoted.kind === 'deleted' ? (
          <Trans>Message deleted</Trans>
        ) : (
          // A quote contains only text; the loaded message also has its kind.
          inOneLine(find(quoted.id) ?? quoted, plainText(quoted.text))
        )}
      </span>
    </button>
  )
}

/** Bar above the composer with the message being edited. */
export function EditBar({ message, onCancel }: { message: MessageView; onCancel: () => void }) {
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control border-s-2 border-accent-text bg-surface-sunken ps-2.5">
      <p className="min-w-0 flex-1 py-1 text-sm">
        <span className="block truncate font-semibold">
          <Trans>Edit your message</Trans>
        </span>
        <span dir="auto" className="block truncate text-text-muted">
          {inOneLine(message, plainText(message.text))}
        </span>
      </p>
      <IconButton label={t`Cancel edit`} icon={<X size={18} />} onClick={onCancel} />
    </div>
  )
}

/** Bar above the composer with the message being replied to. */
export function QuoteBar({ message, onCancel }: { message: MessageView; onCancel: () => void }) {
  const name = message.isMine ? t`yourself` : authorName(message.user)
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control border-s-2 border-accent-text bg-surface-sunken ps-2.5">
      <p className="min-w-0 flex-1 py-1 text-sm">
        <span className="block truncate font-semibold">
          <Trans>Reply to {name}</Trans>
        </span>
        <span dir="auto" className="block truncate text-text-muted">
          {inOneLine(message, plainText(message.text))}
        </span>
      </p>
      <IconButton label={t`Cancel reply`} icon={<X size={18} />} onClick={onCancel} />
    </div>
  )
}
