import type { ShownMessage } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Copy, Reply } from 'lucide-react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { menuItemClass } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useList } from './list-context.ts'
import { canReply, canCopy } from './model.ts'
import { plainText } from './markup.ts'
import { useArmed } from './use-armed.ts'

/** Copies what was written, marks and all: it may be pasted into another message. */
export function copyText({ text }: ShownMessage): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(t`Copied`),
    () => toast.error(t`Your browser does not let us copy.`),
  )
}

/** Beside a message, for whoever points at it or stands on it with the keyboard. */
export function MessageToolbar({ message }: { message: ShownMessage }) {
  const { current, reply } = useList()
  const tabIndex = current === message.id ? 0 : -1
  return (
    <div className="flex items-center self-center opacity-0 transition-opacity group-hover/message:opacity-100 focus-within:opacity-100 pointer-coarse:hidden">
      {canReply(message) && (
        <IconButton
          label={t`Reply`}
          icon={<Reply size={18} />}
          tabIndex={tabIndex}
          onClick={() => reply(message)}
          className="size-9"
        />
      )}
      {canCopy(message) && (
        <IconButton
          label={t`Copy`}
          icon={<Copy size={18} />}
          tabIndex={tabIndex}
          onClick={() => copyText(message)}
          className="size-9"
        />
      )}
    </div>
  )
}

export interface MessageSheetProps {
  message: ShownMessage | undefined
  onClose: () => void
  onReply: (message: ShownMessage) => void
}

/** The same for a thumb: rises from below after a long press. */
export function MessageSheet({ message, onClose, onReply }: MessageSheetProps) {
  const armed = useArmed(message !== undefined)
  const done = (work: (message: ShownMessage) => void) => () => {
    onClose()
    if (message) work(message)
  }
  return (
    <Dialog
      open={message !== undefined}
      onClose={onClose}
      title={<Trans>Message</Trans>}
      description={message && <span className="line-clamp-2">{plainText(message.text)}</span>}
    >
      {message && (
        <div className={clsx('-mx-3 grid', !armed && 'pointer-events-none')}>
          {canReply(message) && (
            <button type="button" onClick={done(onReply)} className={menuItemClass}>
              <Reply size={20} aria-hidden="true" />
              <Trans>Reply</Trans>
            </button>
          )}
          {canCopy(message) && (
            <button type="button" onClick={done(copyText)} className={menuItemClass}>
              <Copy size={20} aria-hidden="true" />
              <Trans>Copy</Trans>
            </button>
          )}
        </div>
      )}
    </Dialog>
  )
}
