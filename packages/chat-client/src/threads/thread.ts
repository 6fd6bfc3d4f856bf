import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { SendOptions } from '../channels/channel.ts'
import type { ChatClient } from '../client.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { createMessageViewSelector, type MessageView } from '../state/message-view.ts'
import { applyThreadFrame, emptyThread, type ThreadData } from '../state/thread.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { setIfChanged } from '../state/set-if-changed.ts'
import { createStore, type Readable } from '../store.ts'
import { createReplyPages, type ReplyPages } from './reply-pages.ts'
import { createThreadReadMarker } from './thread-read-marker.ts'

/** State of one thread for a screen. */
export interface ThreadSnapshot {
  readonly status: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why it could not be opened. */
  readonly error: unknown
  /** The parent message. */
  readonly parent: Message | null
  /** Replies, oldest first, including own unconfirmed ones. */
  readonly messages: readonly MessageView[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Replies after this sequence number were unread on opening. Null: none were. */
  readonly unreadAfter: number | null
}

/**
 * A thread's store. Commands on replies (edit, react and so on) belong to the channel's store; unconfirmed changes show
 * here too.
 */
export interface ThreadStore extends Readable<ThreadSnapshot>, ReplyPages {
  /** Loads the newest replies, marks them read and stays up to date until closed. */
  open(): Promise<void>
  close(): void
  /** Sends a reply; `inChannel` shows it in the channel too. */
  send(text: string, options?: Omit<SendOptions, 'parentId'>): string
  /** Marks everything loaded as read, at most once a second. */
  markRead(): void
}

const CLOSED = {
  status: 'closed' as ThreadSnapshot['status'],
  error: null as unknown,
  unreadAfter: null as number | null,
}

/** Creates the store of the thread under the message `parentId`. It loads nothing until it is opened. */
export function createThread(
  client: Pick<ChatClient, 'call' | 'channel' | 'onFrame' | 'onRecovery' | 'onReset' | 'getSnapshot'>,
  cid: string,
  parentId: string,
  { clock = systemClock }: { clock?: ClientClock } = {},
): ThreadStore {
  const { call } = client
  const channel = client.channel(cid)
  const show = createMessageViewSelector()
  let data: ThreadData = emptyThread
  let flags = CLOSED
  let stops: (() => void)[] = []
  /** Counts openings and closings: what an earlier opening loads changes nothing. */
  let visits = 0
  const store = createStore(compute())
  const { pages, loadNewest, replyArrived } = createReplyPages({ cid, parentId, call, get: () => data, set })
  const markRead = createThreadReadMarker({ cid, parentId, call, clock, get: () => data, set })

  function compute(): ThreadSnapshot {
    const { channel: channelData, pendingReplies } = channel.getSnapshot()
    const [parent = null] = data.parent ? channel.withUnconfirmedChanges([data.parent]) : []
    const me = client.getSnapshot().me ?? undefined
    // Read states of the channel do not apply to its threads.
    const members = (channelData?.members ?? []).map((member) => ({ ...member, lastReadSeq: 0 }))
    const threadReplies = pendingReplies.filter(({ message }) => message.parentId === parentId)
    const messages = show({ members, messages: channel.withUnconfirmedChanges(data.messages) }, threadReplies, me)
    return { ...flags, parent, messages, hasOlder: data.hasOlder, hasNewer: data.hasNewer }
  }

  function refresh(): void {
    setIfChanged(store, compute())
  }

  function set(next: ThreadData): void {
    data = next
    refresh()
  }

  function setFlags(next: Partial<typeof CLOSED>): void {
    flags = { ...flags, ...next }
    refresh()
  }

  /** Keeps the thread up to date. Returns the stop functions. */
  function follow(): (() => void)[] {
    return [
      channel.subscribe(refresh),
      client.onFrame((frame) => {
        if ('cid' in frame && frame.cid !== cid) return
        if (frame.type === 'message.new' && frame.message.parentId === parentId) replyArrived()
        set(applyThreadFrame(data, parentId, frame))
      }),
      reloadOnRecovery(client, clock, () => loadNewest('fresh')),
      client.onReset(() => {
        data = emptyThread
        close()
      }),
    ]
  }

  function close(): void {
    visits += 1
    for (const stop of stops.splice(0)) stop()
    setFlags(CLOSED)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async open() {
      visits += 1
      const visit = visits
      const position = stops.length === 0 ? 'reopened' : 'fresh'
      if (stops.length === 0) stops = follow()
      setFlags({ status: data.parent ? 'ready' : 'loading', error: null })
      try {
        await loadNewest(position)
        if (visit !== visits) return
        const { reading } = data
        setFlags({
          status: 'ready',
          unreadAfter: reading && reading.unreadCount > 0 ? reading.lastReadSeq : null,
        })
        markRead()
      } catch (error) {
        if (visit !== visits) return
        // Loaded content can be read without a connection.
        setFlags(data.parent ? { status: 'ready' } : { status: 'failed', error })
        throw error
      }
    },
    close,
    send: (text, options = {}) => channel.send(text, { ...options, parentId }),
    ...pages,
    markRead,
  }
}
