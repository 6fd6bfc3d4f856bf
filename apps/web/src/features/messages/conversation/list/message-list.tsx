import type { ChannelStore, MessageView } from '@fettle/chat-client'
import type { Member } from '@fettle/protocol/chat/channels/channels'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { ownTimeZone } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { Spinner } from '../../../../ui/icons/glyphs.tsx'
import { MessageListContext, type ListContext, type MessageListWindow, type MessageListStore } from './list-context.ts'
import { MessageSheet } from '../../message/actions/message-actions.tsx'
import { MessageRow } from './message-row.tsx'
import { othersOf, rowsOf, seenOf, unreadIsFurtherUp } from '../../model.ts'
import { estimateHeight } from '../../sizes.ts'
import { useBeginsAtUnread } from './use-begins-at-unread.ts'
import { AT_END_WITHIN_PX, useBottom } from './use-bottom.ts'
import { useJump } from './use-jump.ts'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { PREFETCH_WITHIN_ROWS, usePages } from './use-pages.ts'
import { useUnreadAbove } from './use-unread-above.ts'
import { personName } from '../../message/person-name.ts'

/** Number of messages of others since the user scrolled away from the end. */
function useNewBelow(messages: readonly MessageView[], atEnd: boolean): number {
  const newest = messages.findLast(({ seq }) => seq !== null)?.seq ?? 0
  const [seen, setSeen] = useState(newest)
  if (atEnd && seen !== newest) setSeen(newest)
  if (atEnd) return 0
  return messages.filter(({ seq, isMine }) => seq !== null && seq > seen && !isMine).length
}

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
  const { messages, unreadAfter, hasOlder, hasNewer, isLoadingOlder, channel } = snapshot
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(
    () => rowsOf({ messages, hasOlder, unreadAfter, parentId }, ownTimeZone()),
    [messages, hasOlder, unreadAfter, parentId],
  )
  const now = useNow()
  const seen = useMemo(
    () => (channel && !hasNewer && parentId === undefined ? seenOf(messages, othersOf(channel, me)) : undefined),
    [channel, hasNewer, parentId, messages, me],
  )
  const showNames = channel !== null && othersOf(channel, me).length > 1

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
  const { hasReachedEnd, atEnd, goToEnd, release } = useBottom(scroller, height, !hasNewer)
  const { jumpTo, isJumping, highlighted } = useJump({ store, rows, list, release })
  const isSettled = hasReachedEnd && !isJumping
  const pages = usePages({
    store,
    snapshot,
    connected,
    isNearStart: isSettled && (items[0]?.index ?? 0) < PREFETCH_WITHIN_ROWS,
    isNearEnd: isSettled && (items.at(-1)?.index ?? 0) >= rows.length - PREFETCH_WITHIN_ROWS,
  })
  const newBelow = useNewBelow(messages, atEnd)
  useBeginsAtUnread({ rows, list, height, release })
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
  const { current } = keys
  const [sheetMessage, setSheetMessage] = useState<MessageView>()
  const { nameOfUser, faceOf } = usePeople(channel?.members)
  const find = useCallback((id: string) => store.getSnapshot().messages.find((message) => message.id === id), [store])
  const context = useMemo<ListContext>(
    () => ({
      store: channelStore,
      find,
      parentId,
      connected,
      showNames,
      current,
      seen,
      highlighted,
      jumpTo,
      me,
      nameOfUser,
      faceOf,
      actions,
      openActions: setSheetMessage,
    }),
    [
      channelStore,
      find,
      parentId,
      connected,
      showNames,
      current,
      seen,
      highlighted,
      jumpTo,
      me,
      nameOfUser,
      faceOf,
      actions,
    ],
  )
  useStart({ startAt, ready: snapshot.status === 'ready' && hasReachedEnd && connected, store, jumpTo })

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
      <MessageSheet message={sheetMessage} onClose={() => setSheetMessage(undefined)} actions={actions} />
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

/** Lies over the top edge of the list, so that the messages stay where they are when it comes and goes. */
const JumpToUnread = ({ onClick }: { onClick: () => void }) => (
  <div className="absolute inset-x-0 top-0 z-10 border-b border-line bg-surface-raised">
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center justify-center gap-2 px-4 text-sm font-semibold text-accent-text hover:bg-surface-hover focus-visible:-outline-offset-2"
    >
      <Trans>Jump to first unread</Trans>
      <ArrowUp size={18} aria-hidden="true" />
    </button>
  </div>
)

function LoadingState({ failed, busy, onRetry }: { failed: boolean; busy: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <FloatingButton onClick={onRetry}>
        <Trans>Load more messages</Trans>
      </FloatingButton>
    )
  }
  return (
    busy && (
      <output
        aria-label={t`Loading messages`}
        className="rounded-full bg-surface-raised p-2 text-text-muted shadow-floating"
      >
        <Spinner />
      </output>
    )
  )
}

const JumpToLatest = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <div className="absolute end-4 bottom-3">
    <FloatingButton onClick={onClick}>
      {count > 0 ? (
        <Plural value={count} one="# new" other="# new" />
      ) : (
        <span className="sr-only">
          <Trans>Jump to latest</Trans>
        </span>
      )}
      <ArrowDown size={18} aria-hidden="true" />
    </FloatingButton>
  </div>
)

/** Memoized, because members change rarely. */
const usePeople = (members: readonly Member[] | undefined): Pick<ListContext, 'nameOfUser' | 'faceOf'> =>
  useMemo(() => {
    const faceOf = (userId: string) => {
      const found = members?.find((member) => member.userId === userId)?.user
      return found && { ...found, name: personName(found) }
    }
    return { faceOf, nameOfUser: (userId) => faceOf(userId)?.name ?? t`Someone` }
  }, [members])

/** Jumps once to the message named by the address; ignores deleted messages. */
function useStart(options: {
  startAt: MessageListProps['startAt']
  ready: boolean
  store: MessageListStore
  jumpTo: (seq: number) => void
}) {
  const { startAt: { id, key } = {}, ready, store, jumpTo } = options
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || id === undefined || done.current === key) return
    done.current = key
    store.jumpToMessage(id).then(jumpTo, () => undefined)
  }, [ready, id, key, store, jumpTo])
}

const FloatingButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface-raised px-3.5 text-sm font-semibold shadow-floating hover:bg-surface-hover"
  >
    {children}
  </button>
)
