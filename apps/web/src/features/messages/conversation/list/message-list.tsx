import type { ChannelStore, MessageView } from '@fettle/chat-client'
import { Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { useNow } from '../../../../lib/browser/now.ts'
import { ownTimeZone } from '../../../../lib/format/dates.ts'
import { MessageSheet } from '../../message/actions/message-actions.tsx'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { rowsOf, unreadIsFurtherUp } from './message-rows.ts'
import { estimateHeight } from '../../sizes.ts'
import { JumpToLatest, JumpToUnread, LoadingState } from './list-buttons.tsx'
import { MessageListContext, type MessageListStore, type MessageListWindow } from './list-context.ts'
import { MessageRow } from './message-row.tsx'
import { useStartAtUnread } from './use-start-at-unread.ts'
import { AT_END_WITHIN_PX, useFollowEnd } from './use-follow-end.ts'
import { useJump } from './use-jump.ts'
import { useListContext } from './use-list-context.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useNewBelow } from './use-new-below.ts'
import { PREFETCH_WITHIN_ROWS, usePrefetchPages } from './use-prefetch-pages.ts'
import { useJumpToLinkedMessage } from './use-jump-to-linked-message.ts'
import { useUnreadAbove } from './use-unread-above.ts'

/** Imperative handle of a message list. */
export interface ListHandle {
  /** Scrolls to the newest message after sending. */
  sent: () => void
  /** Scrolls to the first unread message; returns whether it was out of view. */
  toUnread: () => boolean
}

export interface MessageListProps {
  snapshot: MessageListWindow
  store: ChannelStore
  /** Source of the messages, if not the conversation itself. */
  source?: MessageListStore
  /** Root message of the thread. */
  parentId?: string | undefined
  label: string
  me: string | undefined
  connected: boolean
  /** Called when the newest message enters or leaves the view. */
  onAtEnd: (atEnd: boolean) => void
  handle: Ref<ListHandle>
  actions: MessageActions
  /** Message named by the address, with a key per visit; shown once. */
  startAt: { id: string; key: string } | undefined
  /** Moves the focus to the composer. */
  leave: () => void
}

/**
 * Virtualized message list, newest at the bottom. Keeps the scroll position when content above or below changes; at the
 * end it follows new messages.
 */
export function MessageList(props: MessageListProps) {
  const { snapshot, store: channelStore, me, connected, onAtEnd, handle, actions, startAt, leave } = props
  const { source: store = channelStore, parentId, label } = props
  const { messages, unreadAfter, hasOlder, hasNewer, isLoadingOlder } = snapshot
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(
    () => rowsOf({ messages, hasOlder, unreadAfter, parentId }, ownTimeZone()),
    [messages, hasOlder, unreadAfter, parentId],
  )
  const now = useNow()

  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read during render by design
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => estimateHeight(rows[index]),
    anchorTo: 'end',
    scrollEndThreshold: AT_END_WITHIN_PX,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 10,
  })
  const items = list.getVirtualItems()
  const height = list.getTotalSize()
  const { hasReachedEnd, atEnd, goToEnd, release } = useFollowEnd(scroller, height, !hasNewer)
  const { jumpTo, isJumping, highlighted } = useJump({ store, rows, list, release })
  const isSettled = hasReachedEnd && !isJumping
  const pages = usePrefetchPages({
    store,
    snapshot,
    connected,
    isNearStart: isSettled && (items[0]?.index ?? 0) < PREFETCH_WITHIN_ROWS,
    isNearEnd: isSettled && (items.at(-1)?.index ?? 0) >= rows.length - PREFETCH_WITHIN_ROWS,
  })
  const newBelow = useNewBelow(messages, atEnd)
  useStartAtUnread({ rows, list, height, release })
  const isFurtherUp = unreadIsFurtherUp({ messages, hasOlder, unreadAfter })
  const { isShown: unreadAbove, dismiss: dismissUnread } = useUnreadAbove({
    rows,
    list,
    hasReachedEnd,
    atEnd,
    isFurtherUp,
  })

  /** Sequence number of the first unread message, while it is above what is shown. */
  const firstUnread = unreadAfter !== null && unreadAbove ? unreadAfter + 1 : undefined

  const toNewest = useCallback(() => {
    if (!store.getSnapshot().hasNewer) return goToEnd()
    store.jumpToNewest().then(goToEnd, () => undefined)
  }, [store, goToEnd])
  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd])
  useImperativeHandle(
    handle,
    () => ({
      sent() {
        dismissUnread()
        toNewest()
      },
      toUnread() {
        if (firstUnread === undefined) return false
        jumpTo(firstUnread)
        return true
      },
    }),
    [toNewest, dismissUnread, firstUnread, jumpTo],
  )

  const keys = useMessageKeys({ messages, actions, leave })
  const [sheetMessage, setSheetMessage] = useState<MessageView>()
  const context = useListContext(store, snapshot, {
    store: channelStore,
    parentId,
    connected,
    current: keys.current,
    highlighted,
    jumpTo,
    me,
    actions,
    openActions: setSheetMessage,
  })
  useJumpToLinkedMessage({ startAt, ready: snapshot.status === 'ready' && hasReachedEnd && connected, store, jumpTo })

  return (
    <div className="relative isolate min-h-0 flex-1">
      {firstUnread !== undefined && <JumpToUnread onClick={() => jumpTo(firstUnread)} />}
      <section
        ref={scroller}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
        className={clsx(
          '@container flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2',
          firstUnread !== undefined && 'scroll-pt-12',
        )}
      >
        <MessageListContext value={context}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events of the messages in it */}
          <ul
            onKeyDown={keys.onKeyDown}
            onFocus={keys.onFocus}
            className="relative mt-auto w-full shrink-0"
            style={{ height }}
          >
            {items.map(({ key, index, start }) => (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <MessageRow row={rows[index]} now={now} />
              </li>
            ))}
          </ul>
        </MessageListContext>
      </section>
      {messages.length === 0 && !hasOlder && parentId === undefined && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center px-6 text-center text-text-muted">
          <Trans>No messages yet. Write the first one.</Trans>
        </p>
      )}
      {sheetMessage && (
        <MessageSheet message={sheetMessage} onClose={() => setSheetMessage(undefined)} actions={actions} />
      )}
      <div
        className={clsx(
          'absolute inset-x-0 grid justify-items-center gap-2',
          firstUnread !== undefined ? 'top-14' : 'top-2',
        )}
      >
        <LoadingState failed={pages.failed} busy={isLoadingOlder || isJumping} onRetry={pages.retry} />
      </div>
      {!atEnd && <JumpToLatest count={newBelow} onClick={toNewest} />}
    </div>
  )
}
