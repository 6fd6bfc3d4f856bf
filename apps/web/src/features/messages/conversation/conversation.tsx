import type { ChatSnapshot, ShownMessage } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageSquareOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { announce } from '../../../lib/announce.ts'
import { useThreePaneRoom } from '../../../lib/media.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { About } from './about.tsx'
import { chat, useChannel } from '../chat.ts'
import { Composer } from '../composer/composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ForwardDialog } from '../message/forward-dialog.tsx'
import { plainText } from '../message/markup.ts'
import { MessageList } from './message-list.tsx'
import { lastOwn, nameOf, othersOf } from '../model.ts'
import { RemoveDialog } from '../message/remove-dialog.tsx'
import { useMessageActions } from '../message/use-message-actions.ts'
import { useReading } from './use-reading.ts'

export interface ConversationProps {
  cid: string
  snapshot: ChatSnapshot
  /** Alone on the screen: with a way back to the list. */
  alone: boolean
  /** The message an address names. */
  startAt: string | undefined
}

/** One conversation: who it is with, what was said, and a place to answer. */
export function Conversation({ cid, snapshot, alone, startAt }: ConversationProps) {
  const store = useMemo(() => chat.channel(cid), [cid])
  const channel = useChannel(store)
  const { me, connected, connectionError } = snapshot
  const [atEnd, setAtEnd] = useState(true)
  const toEnd = useRef<() => void>(() => undefined)
  const room = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [quoted, setQuoted] = useState<ShownMessage>()
  const [editing, setEditing] = useState<ShownMessage>()
  const [forwarding, setForwarding] = useState<ShownMessage>()
  const [removing, setRemoving] = useState<ShownMessage>()
  const name = channel.channel ? nameOf(channel.channel, me?.id) : ''
  const { status } = channel
  const person = channel.channel ? othersOf(channel.channel, me?.id)[0]?.user : undefined
  const threePanes = useThreePaneRoom()
  const [about, setAbout] = useState(false)

  const write = useCallback(() => field.current?.focus(), [])
  const reply = useCallback(
    (message: ShownMessage) => {
      setEditing(undefined)
      setQuoted(message)
      write()
    },
    [write],
  )
  const edit = useCallback(
    (message: ShownMessage) => {
      setQuoted(undefined)
      setEditing(message)
      write()
    },
    [write],
  )
  const actions = useMessageActions(me?.id, { reply, edit, forward: setForwarding, remove: setRemoving })
  const editLast = () => {
    const last = lastOwn(store.getSnapshot().messages)
    if (last) edit(last)
    return last !== undefined
  }

  // Opened as soon as there is a line; what the list has already loaded is shown without one.
  useEffect(() => {
    if (connected && status === 'closed') store.open().catch(() => undefined)
  }, [connected, status, store])
  // What failed because the line broke is tried again with the next one.
  useEffect(
    () =>
      chat.onRecovery(() => {
        if (store.getSnapshot().status === 'failed') store.open().catch(() => undefined)
      }),
    [store],
  )
  useEffect(() => () => store.close(), [store])
  useReading({ store, channel, atEnd, connected })
  useArrivals(cid)

  if (status === 'failed' || (!connected && connectionError !== null && !channel.channel)) {
    return <NotOpened busy={snapshot.connecting} retry={() => void store.open().catch(() => undefined)} />
  }
  const main = (
    <div ref={room} className="flex h-full min-w-0 flex-1 flex-col" data-immersive={alone || undefined}>
      <ConversationHeader
        channel={channel}
        snapshot={snapshot}
        alone={alone}
        onAbout={person && !threePanes ? () => setAbout(true) : undefined}
      />
      {channel.channel ? (
        <MessageList
          snapshot={channel}
          store={store}
          me={me?.id}
          connected={connected}
          onAtEnd={setAtEnd}
          toEnd={toEnd}
          actions={actions}
          startAt={startAt}
          leave={write}
        />
      ) : (
        <BubbleSkeleton />
      )}
      {me && channel.channel && (
        <Composer
          store={store}
          me={me.id}
          to={name}
          quoted={quoted}
          onQuoted={setQuoted}
          editing={editing}
          onEditing={setEditing}
          editLast={editLast}
          onSent={() => toEnd.current()}
          toMessages={() => room.current?.querySelector<HTMLElement>('[data-message][tabindex="0"]')?.focus()}
          fieldRef={field}
        />
      )}
      <ForwardDialog message={forwarding} snapshot={snapshot} onClose={() => setForwarding(undefined)} />
      <RemoveDialog message={removing} onClose={() => setRemoving(undefined)} />
    </div>
  )
  if (!person) return main
  return (
    <div className="flex h-full">
      {main}
      {threePanes ? (
        <aside
          aria-label={t`About ${name}`}
          className="w-80 shrink-0 overflow-y-auto overscroll-contain border-s border-line px-5 py-6"
        >
          <About person={person} />
        </aside>
      ) : (
        <Dialog open={about} onClose={() => setAbout(false)} title={t`About ${name}`} kind="panel">
          <About person={person} />
        </Dialog>
      )}
    </div>
  )
}

/** Says aloud what comes while one is here. */
function useArrivals(cid: string): void {
  useEffect(
    () =>
      chat.onMessage((message) => {
        if (message.cid === cid) announce(`${message.user?.name ?? ''}: ${plainText(message.text)}`)
      }),
    [cid],
  )
}

function NotOpened({ busy, retry }: { busy: boolean; retry: () => void }) {
  return (
    <EmptyState
      icon={<MessageSquareOff size={26} />}
      title={<Trans>Failed to create or get channel</Trans>}
      action={
        <>
          <Button busy={busy} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
          <Link to={paths.messages} className={buttonClass({ variant: 'secondary' })}>
            <Trans>All conversations</Trans>
          </Link>
        </>
      }
    >
      <Trans>The address may be wrong, or you are not part of this conversation.</Trans>
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
