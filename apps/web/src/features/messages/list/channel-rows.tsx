import type { ChatSnapshot, ListedChannel } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNow } from '../../../lib/browser/now.ts'
import { ChannelRow } from './channel-row.tsx'
import type { ListView } from './view.ts'

/** How many rows from the end the next page is fetched. */
const PREFETCH_WITHIN_ROWS = 4

export interface ChannelRowsProps {
  channels: readonly ListedChannel[]
  snapshot: ChatSnapshot
  selected: string | undefined
  view: ListView
  /** The scrolling element. */
  scroller: HTMLElement | null
  hasMore: boolean
  isLoading: boolean
  loadMore: () => void
}

/** Rows of conversations; fetches the next page when the end comes near. */
export function ChannelRows(props: ChannelRowsProps) {
  const { channels, snapshot, selected, view, scroller, hasMore, isLoading, loadMore } = props
  const { me, online } = snapshot
  const now = useNow()
  const nearEnd = useRef<HTMLLIElement>(null)
  const opened = useRef<HTMLLIElement>(null)

  // A failed page is retried only by the button.
  const requestedLength = useRef(0)
  const fetchNext = useEffectEvent(() => {
    if (requestedLength.current === channels.length) return
    requestedLength.current = channels.length
    loadMore()
  })
  useEffect(() => {
    if (!hasMore || isLoading || !nearEnd.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNext(), { root: scroller })
    observer.observe(nearEnd.current)
    return () => observer.disconnect()
  }, [hasMore, isLoading, channels.length, scroller])

  // Scroll to a conversation opened by shortcut or link.
  useEffect(() => {
    opened.current?.scrollIntoView({ block: 'nearest' })
  }, [selected, scroller])

  const prefetchIndex = Math.max(0, channels.length - PREFETCH_WITHIN_ROWS)
  return (
    <ul aria-label={t`Conversations`} className="grid grid-cols-1 gap-0.5">
      {channels.map((listed, index) => (
        <li
          key={listed.cid}
          ref={(row) => {
            if (listed.cid === selected) opened.current = row
            if (index === prefetchIndex) nearEnd.current = row
          }}
        >
          <ChannelRow
            listed={listed}
            me={me?.id}
            online={online}
            selected={listed.cid === selected}
            view={view}
            now={now}
          />
        </li>
      ))}
    </ul>
  )
}
