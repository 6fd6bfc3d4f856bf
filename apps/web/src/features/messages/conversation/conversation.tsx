import type { ChatSnapshot, MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { announce } from '../../../lib/browser/announce.ts'
import { useThreePaneRoom } from '../../../lib/browser/media.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useImmersive } from '../../../lib/browser/immersive.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { messageText } from '../chat-texts.ts'
import { chat, useChannel } from '../connection/chat.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { ForwardDialog } from '../message/actions/forward-dialog.tsx'
import { plainText } from '../../../lib/format/markup.ts'
import { inOneLine } from '../message/media/media.ts'
import type { ListHandle } from './list/message-list.tsx'
import { NotOpened } from './not-opened.tsx'
import { shortcutOf } from '../list/shortcuts.ts'
import { nameOf } from '../channel-members.ts'
import { RemoveDialog } from '../message/actions/remove-dialog.tsx'
import { useMessageActions } from '../message/actions/use-message-actions.ts'
import { closedReasonOf } from '../moderation/model.ts'
import { ModerationDialogs } from '../moderation/moderation-dialogs.tsx'
import { useModeration } from '../moderation/use-moderation.ts'
import { RemindDialog } from '../saved/remind-dialog.tsx'
import { SidePanelSlot } from './panels/side-panel-slot.tsx'
import { MessageThread } from './panels/message-thread.tsx'
import { useAnswering } from './use-answering.ts'
import { useListStore } from './use-list-store.ts'
import { useOpenChannel } from './use-open-channel.ts'
import { useMarkRead } from './list/use-mark-read.ts'
import { useSidePanel } from './panels/use-side-panel.ts'
import { authorName } from '../message/person-name.ts'

export interface ConversationProps {
  cid: string
  snapshot: ChatSnapshot
  /** Full screen, with a link back to the list. */
  alone: boolean
  /** Message named by the address, with a key per visit. */
  startAt: { id: string; key: string } | undefined
}

/** One conversation: header, messages and composer. */
export function Conversation({ cid, snapshot, alone, startAt }: ConversationProps) {
  const store = useMemo(() => chat.channel(cid), [cid])
  const target = useMemo(() => ({ store, parentId: null }), [store])
  const channel = useChannel(store)
  const { me, connected, connectionError } = snapshot
  const [atEnd, setAtEnd] = useState(true)
  const list = useRef<ListHandle>(null)
  const column = useRef<HTMLDivElement>(null)
  const answering = useAnswering()
  const { reply, edit } = answering
  const [forwarding, setForwarding] = useState<MessageView>()
  const [removing, setRemoving] = useState<MessageView>()
  const [reminding, setReminding] = useState<MessageView>()
  const name = channel.channel ? nameOf(channel.channel, me?.id) : ''
  const { status } = channel
  const isConnected = useConnection()
  const beside = useThreePaneRoom()
  const focusTitle = useCallback(
    () => column.current?.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true }),
    [],
  )
  const side = useSidePanel(beside, focusTitle)
  const { open: openSide, goTo } = side
  const source = useListStore(store, goTo)
  const thread = useCallback(({ id, parentId = id }: MessageView) => openSide({ name: 'thread', parentId }), [openSide])
  const moderation = useModeration()
  const isSuspended = useProfile().suspension !== null
  const closed = closedReasonOf(channel.channel, me?.id, { isSuspended })
  const actions = useMessageActions(me?.id, {
    reply,
    thread,
    edit,
    forward: setForwarding,
    remove: setRemoving,
    remind: setReminding,
    report: moderation.report,
    closed: closed.kind !== 'open',
    readOnly: isSuspended,
  })

  useOpenChannel(store, connected, status)
  const isCovered = side.side !== undefined && !beside
  useMarkRead({ store, channel, atEnd, connected: connected && !isCovered })
  useAnnounceArrivals(cid)
  useUnreadShortcut(list)

  const isFailed = status === 'failed' || (!connected && connectionError !== null && !channel.channel)
  const isMissing = !isConnected && !channel.channel
  useImmersive(alone && !isFailed && !isMissing)

  if (isFailed) {
    return (
      <NotOpened
        error={channel.error}
        busy={snapshot.connecting}
        retry={() => void store.open().catch(() => undefined)}
      />
    )
  }
  if (isMissing) return <NotAvailableOffline />
  // In a thread, the address names one of its replies.
  const startHere = side.side?.name === 'thread' ? undefined : startAt
  return (
    <div className="relative flex h-full">
      <div ref={column} inert={isCovered} className="flex h-full min-w-0 flex-1 flex-col">
        <ConversationHeader
          channel={channel}
          store={store}
          snapshot={snapshot}
          alone={alone}
          side={side.side?.name ?? (beside ? 'about' : undefined)}
          onSide={openSide}
          onAsk={moderation.ask}
        />
        <MessageThread
          messageWindow={channel}
          source={source}
          store={store}
          target={target}
          label={t`Conversation`}
          me={me?.id}
          name={name}
          to={name}
          connected={connected}
          closed={closed}
          actions={actions}
          answering={answering}
          onAtEnd={setAtEnd}
          handle={list}
          startAt={startHere}
          waiting={<BubbleSkeleton />}
        />
      </div>
      {channel.channel && (
        <SidePanelSlot
          {...side}
          beside={beside}
          store={store}
          channel={channel}
          snapshot={snapshot}
          actions={actions}
          startAt={startHere ? undefined : startAt}
        />
      )}
      {forwarding && (
        <ForwardDialog message={forwarding} snapshot={snapshot} onClose={() => setForwarding(undefined)} />
      )}
      {removing && <RemoveDialog message={removing} onClose={() => setRemoving(undefined)} />}
      <ModerationDialogs question={moderation.question} cid={cid} name={name} onClose={moderation.close} />
      {reminding && <RemindDialog message={reminding} onClose={() => setReminding(undefined)} />}
    </div>
  )
}

/** Announces incoming messages to screen readers. */
function useAnnounceArrivals(cid: string): void {
  useEffect(
    () =>
      chat.onMessage((message) => {
        if (message.cid !== cid) return
        const who = authorName(message.user)
        const said = inOneLine(message, plainText(messageText(message)))
        announce(message.parentId === undefined ? t`${who}: ${said}` : t`${who}, in a thread: ${said}`)
      }),
    [cid],
  )
}

/**
 * Shortcut that jumps to unread messages. Handled before the screen's own handler, which would open the next
 * conversation.
 */
function useUnreadShortcut(list: RefObject<ListHandle | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (shortcutOf(event, { isWriting: true, singleKeys: false }) !== 'unread') return
      if (list.current?.toUnread()) event.preventDefault()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [list])
}

function NotAvailableOffline() {
  return (
    <EmptyState
      icon={<WifiOff size={26} />}
      title={<Trans>This conversation isn't saved on this device</Trans>}
      action={
        <Link to={paths.messages} className={buttonClass({ variant: 'secondary' })}>
          <Trans>All conversations</Trans>
        </Link>
      }
    >
      <Trans>It will open when you're back online.</Trans>
    </EmptyState>
  )
}

function BubbleSkeleton() {
  return (
    <div
      aria-busy="true"
      aria-label={t`Loading`}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-4"
    >
      <Skeleton className="h-10 w-3/5 rounded-sheet" />
      <Skeleton className="h-16 w-1/2 rounded-sheet" />
      <Skeleton className="h-10 w-2/5 self-end rounded-sheet" />
      <Skeleton className="h-10 w-1/2 rounded-sheet" />
      <Skeleton className="h-16 w-3/5 self-end rounded-sheet" />
    </div>
  )
}
