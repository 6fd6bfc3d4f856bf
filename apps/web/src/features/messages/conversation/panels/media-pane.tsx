import { findLinks } from '@fettle/chat-client'
import type { MediaKind } from '@fettle/protocol/chat/messages/media'
import { mediaKinds } from '@fettle/protocol/chat/core/constants'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { FileText, Images, Link2, Mic } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useConnection } from '../../../../lib/http/connection.ts'
import { ownTimeZone, shortMoment } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { LoadMore } from '../../loading/load-more.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../../ui/navigation/filter-bar.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { useFileAddresses } from '../../message/media/use-file-addresses.ts'
import { NotHere, NotLoaded } from '../../loading/not-loaded.tsx'
import { sizeText } from '../../sizes.ts'
import { PictureGrid } from './recent-media.tsx'
import { Pane } from './pane.tsx'
import { attachmentsOf, useConversationMedia } from './use-media.ts'
import type { SidePanelControl } from './use-side-panel.ts'
import { authorName } from '../../message/person-name.ts'

const labels = { pictures: msg`Pictures`, files: msg`Files`, links: msg`Links` }
const rowClass =
  'flex w-full items-center gap-3 rounded-card px-3 py-2.5 text-start hover:bg-surface-hover active:bg-surface-hover'

interface MediaSectionProps {
  messages: readonly Message[]
  cid: string
  goTo: SidePanelControl['goTo']
}

export interface MediaPaneProps {
  cid: string
  connected: boolean
  goTo: SidePanelControl['goTo']
}

/** Pictures, files and links of a conversation; each leads to its message. */
export function MediaPane({ cid, connected, goTo }: MediaPaneProps) {
  const { _ } = useLingui()
  const [kind, setKind] = useState<MediaKind>('pictures')
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useConversationMedia(
    cid,
    kind,
    connected,
  )
  const isConnected = useConnection()
  const messages = useMemo(() => data?.pages.flatMap((page) => page.messages) ?? [], [data])
  const loadMore = async () => {
    const { isError: hasFailed, error } = await fetchNextPage()
    if (hasFailed) chatToast.failed(t`Couldn't load them`, error)
  }
  const Part = { pictures: Pictures, files: Files, links: Links }[kind]
  return (
    <Pane
      title={<Trans>Pictures, files and links</Trans>}
      top={
        <div className="border-b border-line px-4 py-2">
          <FilterBar
            label={t`Show`}
            options={mediaKinds.map((name) => ({ name, label: _(labels[name]) }))}
            current={kind}
            onChange={setKind}
          />
        </div>
      }
    >
      {isPending && (isConnected ? <Skeleton className="m-4 h-40" /> : <NotHere />)}
      {isError && messages.length === 0 && (
        <NotLoaded icon={<Images size={26} />} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && messages.length === 0 && <Nothing kind={kind} />}
      {messages.length > 0 && <Part messages={messages} cid={cid} goTo={goTo} />}
      <LoadMore hasMore={hasNextPage} busy={isFetching} onClick={() => void loadMore()} />
    </Pane>
  )
}

function Nothing({ kind }: { kind: MediaKind }) {
  if (kind === 'links') return <EmptyState icon={<Link2 size={26} />} title={<Trans>No links yet</Trans>} />
  if (kind === 'files') return <EmptyState icon={<FileText size={26} />} title={<Trans>No files yet</Trans>} />
  return <EmptyState icon={<Images size={26} />} title={<Trans>No pictures yet</Trans>} />
}

const Pictures = ({ messages, cid, goTo }: MediaSectionProps) => (
  <div className="p-3">
    <PictureGrid pictures={attachmentsOf(messages, 'pictures')} cid={cid} onPick={goTo} />
  </div>
)

function Files({ messages, cid, goTo }: MediaSectionProps) {
  const now = useNow()
  const files = attachmentsOf(messages, 'files')
  const addresses = useFileAddresses(
    cid,
    files.map(({ attachment }) => attachment.id),
  )
  return (
    <ul aria-label={t`Files`} className="grid gap-0.5 p-2">
      {files.map(({ message, attachment: { id, kind, name, size } }) => {
        const url = addresses[id]?.url
        const Icon = kind === 'voice' ? Mic : FileText
        return (
          <li key={id} className="flex items-center gap-1">
            <button type="button" className={rowClass} onClick={() => goTo(message)}>
              <Icon size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {kind === 'voice' ? t`Voice message` : name}
                </span>
                <span className="block truncate text-sm text-text-muted">
                  {sizeText(size)} · {authorName(message.user)} · {shortMoment(message.createdAt, ownTimeZone(), now)}
                </span>
              </span>
            </button>
            {url && (
              <a
                href={url}
                download={name}
                className="inline-flex min-h-11 items-center rounded-control px-3 text-sm font-semibold text-accent-text hover:bg-surface-hover"
              >
                <span aria-hidden="true">
                  <Trans>Save</Trans>
                </span>
                <span className="sr-only">{t`Download ${name}`}</span>
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Links({ messages, goTo }: MediaSectionProps) {
  const now = useNow()
  const links = messages.flatMap((message) => findLinks(message.text).map((url) => ({ message, url })))
  return (
    <ul aria-label={t`Links`} className="grid gap-0.5 p-2">
      {links.map(({ message, url }) => {
        const title = message.previews?.find((preview) => preview.url === url)?.title
        const when = shortMoment(message.createdAt, ownTimeZone(), now)
        return (
          <li key={`${message.id} ${url}`} className="rounded-card px-3 py-2 hover:bg-surface-hover">
            <a href={url} target="_blank" rel="noreferrer noopener" className="block truncate font-medium underline">
              {title ?? url.replace(/^https?:\/\//i, '')}
            </a>
            <button
              type="button"
              onClick={() => goTo(message)}
              className="block min-h-6 max-w-full truncate text-sm text-text-muted hover:underline"
            >
              {authorName(message.user)} · {when} · <Trans>Show the message</Trans>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
