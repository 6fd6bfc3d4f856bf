import type { ChatSnapshot, ListedChannel, MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chat } from '../../connection/chat.ts'
import { plainText } from '../../../../lib/format/markup.ts'
import { nameOf, othersOf } from '../../channel-members.ts'
import { useFoundChannels } from '../../list/use-found-channels.ts'

interface ForwardDialogProps {
  message: MessageView
  snapshot: ChatSnapshot
  onClose: () => void
}

/** Forwards a message to another conversation. */
export function ForwardDialog({ message, snapshot, onClose }: ForwardDialogProps) {
  const [q, setQ] = useState('')
  const typed = q.trim()
  const isAsked = typed !== '' && snapshot.connected
  const found = useFoundChannels('all', typed, isAsked)
  const me = snapshot.me?.id
  const isAnswered = isAsked && !found.failed && (found.channels.length > 0 || !found.isLoading)
  const named = ({ channel }: ListedChannel) =>
    nameOf(channel, me).toLocaleLowerCase().includes(typed.toLocaleLowerCase())
  // Those known here, until the server has answered.
  const matches = isAnswered ? found.channels : snapshot.channels.filter(named)
  const shown = matches.filter(({ cid }) => cid !== message.cid)
  const send = (to: string, name: string) => {
    onClose()
    chat
      .channel(message.cid)
      .forward(message.id, to)
      .then(
        () => chatToast.success(t`Forwarded to ${name}`),
        (error: unknown) => chatToast.failed(t`Couldn't forward the message`, error),
      )
  }
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Forward to</Trans>}
      description={
        <span dir="auto" className="line-clamp-2">
          {plainText(message.text)}
        </span>
      }
    >
      <SearchField value={q} onChange={setQ} label={t`Search conversations`} placeholder={t`Name`} />
      <ul className="-mx-3 mt-2 grid max-h-80 overflow-y-auto">
        {shown.map(({ cid, channel }) => (
          <li key={cid}>
            <button type="button" className={menuItemClass} onClick={() => send(cid, nameOf(channel, me))}>
              <Avatar name={nameOf(channel, me)} src={channel.image ?? othersOf(channel, me)[0]?.user.image} />
              {nameOf(channel, me)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !(isAsked && found.isLoading) && (
        <p className="py-4 text-center text-text-muted">
          <Trans>No other conversations.</Trans>
        </p>
      )}
    </Dialog>
  )
}
