import type { ChannelSnapshot, ChannelStore, ChatSnapshot } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { MessageSquareOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { isRefused } from '../conversation/is-refused.ts'
import { Pane } from '../conversation/panels/pane.tsx'
import { MessageThread } from '../conversation/panels/message-thread.tsx'
import { useAnswering } from '../conversation/use-answering.ts'
import { useVisible } from '../conversation/list/use-mark-read.ts'
import type { MessageActions } from '../message/actions/use-message-actions.ts'
import { nameOf } from '../channel-members.ts'
import { closedReasonOf } from '../moderation/model.ts'
import { useThread } from './use-thread.ts'

export interface ThreadPaneProps {
  parentId: string
  store: ChannelStore
  channel: ChannelSnapshot
  snapshot: ChatSnapshot
  /** Actions of the conversation; reply and edit are this composer's own. */
  actions: MessageActions
  startAt: { id: string; key: string } | undefined
}

/** Thread pane: root message, replies and composer. */
export function ThreadPane({ parentId, store, channel, snapshot, actions, startAt }: ThreadPaneProps) {
  const { me, connected } = snapshot
  const { messageWindow, source, parent, error, open, markRead } = useThread({
    store,
    channel: channel.channel,
    parentId,
    me: me?.id,
    connected,
  })
  const answering = useAnswering()
  const { quoted, editing, reply, edit } = answering
  const [atEnd, setAtEnd] = useState(true)
  const [inChannel, setInChannel] = useState(false)
  const isConnected = useConnection()
  const target = useThreadTarget(store, parentId, inChannel, () => setInChannel(false))
  const threadActions = useMemo(() => ({ ...actions, reply, edit, thread: undefined }), [actions, reply, edit])
  const visible = useVisible()
  const newest = messageWindow.messages.at(-1)?.seq
  // Each new reply triggers it again.
  useEffect(() => {
    if (messageWindow.status === 'ready' && atEnd && connected && visible) markRead()
  }, [messageWindow.status, atEnd, connected, visible, newest, markRead])

  const name = channel.channel ? nameOf(channel.channel, me?.id) : ''
  const isSuspended = useProfile().suspension !== null
  const closed = closedReasonOf(channel.channel, me?.id, { isSuspended })
  const count = parent?.replyCount ?? 0
  return (
    <Pane
      bare
      title={<Trans>Thread</Trans>}
      subtitle={count > 0 ? <Plural value={count} one="# reply" other="# replies" /> : <Trans>with {name}</Trans>}
    >
      {messageWindow.status === 'failed' ? (
        <NotOpened error={error} retry={open} />
      ) : (
        <MessageThread
          messageWindow={messageWindow}
          source={source}
          store={store}
          target={target}
          label={t`Thread`}
          me={me?.id}
          name={name}
          to={t`${name}, in the thread`}
          connected={connected}
          closed={closed}
          actions={threadActions}
          answering={answering}
          onAtEnd={setAtEnd}
          startAt={startAt}
          waiting={
            isConnected ? (
              <div aria-busy="true" aria-label={t`Loading`} className="grid flex-1 content-start gap-3 p-4">
                <Skeleton className="h-16 w-4/5 rounded-sheet" />
                <Skeleton className="h-10 w-3/5 rounded-sheet" />
              </div>
            ) : (
              <p className="flex-1 p-4 text-text-muted">
                <Trans>This thread will open when you're back online.</Trans>
              </p>
            )
          }
          around={(composer) => (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the composer handles Esc first
            <div
              onKeyDown={(event) => {
                if (event.key === 'Escape' && (quoted || editing)) event.stopPropagation()
              }}
            >
              {!editing && (
                <div className="border-t border-line px-4 pt-1.5">
                  <Checkbox
                    checked={inChannel}
                    onChange={(event) => setInChannel(event.currentTarget.checked)}
                    label={
                      <span className="text-sm">
                        <Trans>Also send to the conversation</Trans>
                      </span>
                    }
                  />
                </div>
              )}
              {composer}
            </div>
          )}
        />
      )}
    </Pane>
  )
}

/** Target of the thread's composer; also the channel when that option is checked. */
function useThreadTarget(store: ChannelStore, parentId: string, inChannel: boolean, sent: () => void) {
  const latest = useRef({ inChannel, sent })
  useEffect(() => {
    latest.current = { inChannel, sent }
  })
  return useMemo(() => {
    const send: ChannelStore['send'] = (text, options) => {
      const { inChannel: also, sent: done } = latest.current
      done()
      return store.send(text, { ...options, ...(also && { inChannel: true }) })
    }
    return { store: { ...store, send }, parentId }
  }, [store, parentId])
}

function NotOpened({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <EmptyState
      icon={<MessageSquareOff size={26} />}
      title={<Trans>Couldn't open the thread</Trans>}
      action={
        <Button variant="secondary" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {isRefused(error) ? (
        <Trans>The message may have been deleted.</Trans>
      ) : (
        <Trans>Check your connection and try again.</Trans>
      )}
    </EmptyState>
  )
}
