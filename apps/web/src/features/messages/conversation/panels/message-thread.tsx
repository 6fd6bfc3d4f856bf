import type { ChannelStore } from '@fettle/chat-client'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Composer } from '../../composer/composer.tsx'
import type { ComposerTarget } from '../../composer/drafts.ts'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { lastOwn } from '../../message/actions/possible-actions.ts'
import { ClosedConversationNotice } from '../../moderation/closed-notice.tsx'
import type { ClosedReason } from '../../moderation/model.ts'
import type { MessageListWindow, MessageListStore } from '../list/list-context.ts'
import { MessageList, type ListHandle } from '../list/message-list.tsx'
import type { Answering } from '../use-answering.ts'

export interface MessageThreadProps {
  messageWindow: MessageListWindow
  /** Source of the messages. */
  source: MessageListStore
  /** The conversation's store, also in threads; used for actions on messages. */
  store: ChannelStore
  /** Target of new messages. */
  target: ComposerTarget
  /** Accessible name of the list. */
  label: string
  me: string | undefined
  /** Name of the conversation. */
  name: string
  /** Name of the recipient. */
  to: string
  connected: boolean
  closed: ClosedReason
  actions: MessageActions
  answering: Answering
  /** Called when the newest message enters or leaves the view. */
  onAtEnd: (atEnd: boolean) => void
  handle?: RefObject<ListHandle | null>
  startAt: { id: string; key: string } | undefined
  /** Shown instead of the list until it has content. */
  waiting: ReactNode
  /** Wraps the composer. */
  around?: (composer: ReactNode) => ReactNode
}

/** Message list and composer, of a conversation or a thread. */
export function MessageThread(props: MessageThreadProps) {
  const { messageWindow, source, store, target, label, me, name, to, connected, closed, actions, answering } = props
  const { onAtEnd, handle, startAt, waiting, around = (composer) => composer } = props
  const { quoted, setQuoted, editing, setEditing, edit, field, write } = answering
  const ownHandle = useRef<ListHandle>(null)
  const list = handle ?? ownHandle
  const room = useRef<HTMLDivElement>(null)
  const parentId = target.parentId ?? undefined
  const isThere = parentId === undefined ? messageWindow.channel !== null : messageWindow.messages.length > 0
  const editLast = () => {
    const last = lastOwn(messageWindow.messages.filter(({ id }) => id !== parentId))
    if (last) edit(last)
    return last !== undefined
  }
  return (
    <div ref={room} className="flex min-h-0 flex-1 flex-col">
      {isThere ? (
        <MessageList
          snapshot={messageWindow}
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
        messageWindow.channel &&
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
