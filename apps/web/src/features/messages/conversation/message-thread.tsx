import type { ChannelStore } from '@fettle/chat-client'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Composer } from '../composer/composer.tsx'
import type { ComposerTarget } from '../composer/target.ts'
import type { MessageActions } from '../message/use-message-actions.ts'
import { lastOwn } from '../model.ts'
import { ClosedConversationNotice } from '../moderation/closed-notice.tsx'
import type { ClosedReason } from '../moderation/model.ts'
import type { MessageListWindow, MessageListStore } from './list-context.ts'
import { MessageList, type ListHandle } from './message-list.tsx'
import type { Answering } from './use-answering.ts'

export interface MessageThreadProps {
  stretch: MessageListWindow
  /** Where the messages come from. */
  source: MessageListStore
  /** Of the conversation, also in its threads: what one does to a message. */
  store: ChannelStore
  /** Where one writes to. */
  target: ComposerTarget
  /** What the list is called. */
  label: string
  me: string | undefined
  /** Who the conversation is with. */
  name: string
  /** Who reads what is written. */
  to: string
  connected: boolean
  closed: ClosedReason
  actions: MessageActions
  answering: Answering
  /** Called with whether the newest message is in view, whenever that changes. */
  onAtEnd: (atEnd: boolean) => void
  handle?: RefObject<ListHandle | null>
  startAt: { id: string; key: string } | undefined
  /** Instead of the list until there is something in it. */
  waiting: ReactNode
  /** What else stands where one writes. */
  around?: (composer: ReactNode) => ReactNode
}

/** What was said and a place to answer: in a conversation, or in one of its threads. */
export function MessageThread(props: MessageThreadProps) {
  const { stretch, source, store, target, label, me, name, to, connected, closed, actions, answering } = props
  const { onAtEnd, handle, startAt, waiting, around = (composer) => composer } = props
  const { quoted, setQuoted, editing, setEditing, edit, field, write } = answering
  const own = useRef<ListHandle>(null)
  const list = handle ?? own
  const room = useRef<HTMLDivElement>(null)
  const parentId = target.parentId ?? undefined
  const isThere = parentId === undefined ? stretch.channel !== null : stretch.messages.length > 0
  const editLast = () => {
    const last = lastOwn(stretch.messages.filter(({ id }) => id !== parentId))
    if (last) edit(last)
    return last !== undefined
  }
  return (
    <div ref={room} className="flex min-h-0 flex-1 flex-col">
      {isThere ? (
        <MessageList
          snapshot={stretch}
          store={store}
          source={source}
          parentId={parentId}
          label={label}
          me={me}
          connected={connected}
          onAtEnd={onAtEnd}
          handle={list}
          actions={actions}
          startAt={startAt}
          leave={write}
        />
      ) : (
        waiting
      )}
      {closed.kind !== 'open' && <ClosedConversationNotice closed={closed} cid={store.cid} name={name} />}
      {me !== undefined &&
        stretch.channel &&
        closed.kind === 'open' &&
        around(
          <Composer
            target={target}
            me={me}
            to={to}
            quoted={quoted}
            onQuoted={setQuoted}
            editing={editing}
            onEditing={setEditing}
            editLast={editLast}
            onSent={() => list.current?.sent()}
            toMessages={() => room.current?.querySelector<HTMLElement>('[data-message][tabindex="0"]')?.focus()}
            fieldRef={field}
          />,
        )}
    </div>
  )
}
