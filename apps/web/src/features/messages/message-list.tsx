import type { ChannelSnapshot, ChannelStore } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { dayName, ownTimeZone } from '../../lib/dates.ts'
import { useNow } from '../../lib/now.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/glyphs.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { estimateHeight, othersOf, rowsOf, type Row } from './model.ts'
import { NEAR, useBottom } from './use-bottom.ts'
import { useNewBelow } from './use-new-below.ts'
import { useOlder } from './use-older.ts'

export interface MessageListProps {
  snapshot: ChannelSnapshot
  store: ChannelStore
  me: string | undefined
  connected: boolean
  /** Called with whether the newest message is in view, whenever that changes. */
  onAtEnd: (atEnd: boolean) => void
  /** Scrolls to the newest message, when asked. */
  toEnd: Ref<() => void>
}

/**
 * Messages, newest at the bottom. It stands still: older pages, late pictures and new messages change what is above
 * or below, never what one is looking at; only at the end it follows.
 */
export function MessageList({ snapshot, store, me, connected, onAtEnd, toEnd }: MessageListProps) {
  const { messages, unreadAfter, hasOlder, hasNewer, isLoadingOlder, channel } = snapshot
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(messages, { unreadAfter, timeZone: ownTimeZone() }), [messages, unreadAfter])
  const now = useNow()
  const showNames = channel !== null && othersOf(channel, me).length > 1

  // oxlint-disable-next-line react/incompatible-library -- it is meant to be read while drawing
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => estimateHeight(rows[index]),
    anchorTo: 'end',
    scrollEndThreshold: NEAR,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const height = virtual.getTotalSize()
  const bottom = useBottom(scroller, height)
  const { begun, goToEnd } = bottom
  const atEnd = bottom.atEnd && !hasNewer

  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd])
  useImperativeHandle(
    toEnd,
    () => () => {
      if (store.getSnapshot().hasNewer) void store.jumpToNewest().catch(() => undefined)
      goToEnd()
    },
    [store, goToEnd],
  )
  const older = useOlder({
    store,
    connected,
    isNearStart: begun && (items[0]?.index ?? 0) < 8,
    hasOlder,
    isLoadingOlder,
  })
  const newBelow = useNewBelow(messages, atEnd)

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label={t`Conversation`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        className="flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <ul className="relative mt-auto w-full shrink-0" style={{ height }}>
          {items.map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <RowView row={rows[index]} now={now} showNames={showNames} connected={connected} store={store} />
            </li>
          ))}
        </ul>
      </section>
      {(isLoadingOlder || older.failed) && (
        <div className="absolute inset-x-0 top-2 grid justify-items-center">
          {older.failed ? (
            <Button variant="secondary" size="sm" onClick={older.retry}>
              <Trans>Load older messages</Trans>
            </Button>
          ) : (
            <output
              aria-label={t`Loading older messages`}
              className="rounded-full bg-surface-raised p-2 text-text-muted shadow-floating"
            >
              <Spinner />
            </output>
          )}
        </div>
      )}
      {!atEnd && (
        <button
          type="button"
          onClick={goToEnd}
          className="absolute end-4 bottom-3 flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface-raised px-3.5 text-sm font-semibold shadow-floating hover:bg-surface-hover"
        >
          {newBelow > 0 ? (
            <Plural value={newBelow} one="# new" other="# new" />
          ) : (
            <span className="sr-only">
              <Trans>To the newest message</Trans>
            </span>
          )}
          <ArrowDown size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

interface RowViewProps {
  row: Row | undefined
  now: Date
  showNames: boolean
  connected: boolean
  store: ChannelStore
}

function RowView({ row, now, showNames, connected, store }: RowViewProps) {
  if (!row) return null
  if (row.kind === 'day') {
    return (
      <p className="px-4 pt-4 pb-1 text-center text-xs font-semibold text-text-muted">
        {dayName(row.at, ownTimeZone(), now)}
      </p>
    )
  }
  if (row.kind === 'unread') {
    return (
      <p className="flex items-center gap-3 px-4 pt-3 text-xs font-semibold text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text">
        <Trans>New messages</Trans>
      </p>
    )
  }
  return (
    <MessageBubble
      message={row.message}
      startsGroup={row.startsGroup}
      endsGroup={row.endsGroup}
      showName={showNames}
      connected={connected}
      store={store}
    />
  )
}
