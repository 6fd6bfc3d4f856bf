import type { ShownMessage } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { chat } from './chat.ts'
import { useList } from './list-context.ts'
import { plainText } from './markup.ts'

type Quoted = Pick<Message, 'text' | 'kind' | 'user'> & { seq: number | null }

/** A message of this conversation: from what is loaded, or asked for once. */
function useQuoted(id: string): { quoted: Quoted | undefined; isGone: boolean } {
  const { store, connected } = useList()
  const loaded = store.getSnapshot().messages.find((message) => message.id === id)
  const { data, isError } = useQuery({
    queryKey: ['chat', 'message', store.cid, id],
    queryFn: async () => (await chat.call('messages.get', { cid: store.cid, messageId: id })).message,
    enabled: !loaded && connected,
    staleTime: Infinity,
    retry: false,
  })
  return { quoted: loaded ?? data, isGone: isError }
}

/** What is answered, above the answer; a tap leads to it. */
export function QuotedMessage({ id, isMine }: { id: string; isMine: boolean }) {
  const { jumpTo, current } = useList()
  const { quoted, isGone } = useQuoted(id)
  const seq = quoted?.seq
  return (
    <button
      type="button"
      tabIndex={current === id ? 0 : -1}
      disabled={typeof seq !== 'number'}
      onClick={() => typeof seq === 'number' && jumpTo(seq)}
      className={clsx(
        'my-1 block w-full rounded-control border-s-2 border-accent-text px-2.5 py-1 text-start text-sm',
        isMine ? 'bg-surface-raised' : 'bg-surface-sunken',
      )}
    >
      <span className="block truncate font-semibold">{quoted?.user?.name ?? ' '}</span>
      <span className="line-clamp-2 text-text-muted">
        {isGone || quoted?.kind === 'deleted' ? <Trans>Message deleted</Trans> : quoted ? plainText(quoted.text) : ' '}
      </span>
    </button>
  )
}

/** Above the composer: what the next message answers. */
export function QuoteBar({ message, onCancel }: { message: ShownMessage; onCancel: () => void }) {
  const name = message.isMine ? t`yourself` : (message.user?.name ?? '')
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control border-s-2 border-accent-text bg-surface-sunken ps-2.5">
      <p className="min-w-0 flex-1 py-1 text-sm">
        <span className="block truncate font-semibold">
          <Trans>Reply to {name}</Trans>
        </span>
        <span className="block truncate text-text-muted">{plainText(message.text)}</span>
      </p>
      <IconButton label={t`Do not reply to it`} icon={<X size={18} />} onClick={onCancel} />
    </div>
  )
}
