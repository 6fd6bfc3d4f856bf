import type { Message } from '@fettle/protocol/chat/messages/messages'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, Play } from 'lucide-react'
import { useChat } from '../../connection/chat.ts'
import { useFileAddresses } from '../../message/media/use-file-addresses.ts'
import { attachmentsOf, useConversationMedia, type PictureOf } from './use-media.ts'

const MAX_PICTURES = 6

/** Newest pictures of a conversation, with a link to all media. */
export function RecentMedia({ cid, onMore }: { cid: string; onMore: () => void }) {
  const { connected } = useChat()
  const { data } = useConversationMedia(cid, 'pictures', connected)
  const pictures = attachmentsOf(data?.pages[0]?.messages ?? [], 'pictures').slice(0, MAX_PICTURES)
  return (
    <section aria-label={t`Pictures, files and links`} className="grid gap-2">
      <button
        type="button"
        onClick={onMore}
        className="flex min-h-11 items-center justify-between gap-2 rounded-control text-sm font-semibold text-text-muted hover:text-text"
      >
        <Trans>Pictures, files and links</Trans>
        <ChevronRight size={18} aria-hidden="true" className="rtl:rotate-180" />
      </button>
      {pictures.length > 0 && <PictureGrid pictures={pictures} cid={cid} onPick={onMore} />}
    </section>
  )
}

export interface PictureGridProps {
  pictures: readonly PictureOf[]
  cid: string
  onPick: (message: Message) => void
}

/** Thumbnails in rows of three, with space reserved for each. */
export function PictureGrid({ pictures, cid, onPick }: PictureGridProps) {
  const addresses = useFileAddresses(
    cid,
    pictures.map(({ attachment }) => attachment.id),
  )
  return (
    <ul className="grid grid-cols-3 gap-1">
      {pictures.map(({ message, attachment: { id, name, kind } }) => {
        const src = addresses[id]?.thumbnailUrl ?? (kind === 'image' ? addresses[id]?.url : undefined)
        return (
          <li key={id}>
            <button
              type="button"
              aria-label={t`Show the message with ${name}`}
              onClick={() => onPick(message)}
              className="grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-surface-sunken text-text-muted"
            >
              {src ? (
                <img src={src} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
              ) : (
                kind === 'video' && <Play size={22} aria-hidden="true" />
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
