import type { ChatSnapshot, ListedChannel } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNow } from '../../../lib/browser/now.ts'
import { ChannelRow } from './channel-row.tsx'
import type { ListView } from './view.ts'

/** Estimate before measuring. */
const ESTIMATED_ROW_HEIGHT_PX = 78
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

/** Virtualized rows of conversations; prefetches the next page. */
export function ChannelRows(props: ChannelRowsProps) {
  const { channels, snapshot, selected, view, scroller, hasMore, isLoading, loadMore } = props
  const { me, online } = snapshot
  const now = useNow()
  const ul = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- it is meant to be read while drawing
  const list = useVirtualizer({
    count: channels.length,
    getScrollElement: () => scroller,
    getItemKey: useCallback((index: number) => channels[index]?.cid ?? index, [channels]),
    estimateSize: () => ESTIMATED_ROW_HEIGHT_PX,
    scrollMargin: above,
    gap: 2,
    overscan: 8,
  })
  const items = list.getVirtualItems()
  const height = list.getTotalSize()

  // What stands above the rows comes and goes: a hint, a second line of filters.
  // oxlint-disable-next-line react/exhaustive-deps -- it is set when it has moved, and then stands still
  useLayoutEffect(() => {
    if (!scroller || !ul.current) return
    const next = ul.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    if (Math.abs(next - above) > 1) setAbove(next)
  })

  // A failed page is retried only by the button.
  const asked = useRef(0)
  const isNearEnd = (items.at(-1)?.index ?? 0) >= channels.length - PREFETCH_WITHIN_ROWS
  useEffect(() => {
    if (!hasMore || isLoading || !isNearEnd || asked.current === channels.length) return
    asked.current = channels.length
    loadMore()
  }, [hasMore, isLoading, isNearEnd, channels.length, loadMore])

  // Scroll to a conversation opened by shortcut or link.
  const at = selected === undefined ? -1 : channels.findIndex(({ cid }) => cid === selected)
  const show = useEffectEvent(() => {
    const row = list.measurementsCache[at]
    if (!row || !scroller) return
    const { scrollTop, clientHeight } = scroller
    if (row.start < scrollTop || row.end > scrollTop + clientHeight) list.scrollToIndex(at, { align: 'auto' })
  })
  useEffect(() => show(), [selected, scroller])

  return (
    <ul ref={ul} aria-label={t`Conversations`} className="relative" style={{ height }}>
      {items.map(({ key, index, start }) => {
        const listed = channels[index]
        return (
          listed && (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : channels.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - above}px)` }}
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
          )
        )
      })}
    </ul>
  )
}
