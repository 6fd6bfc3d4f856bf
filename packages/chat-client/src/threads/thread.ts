import type { Message } from '@fettle/protocol/chat/messages/messages'
import { limits } from '@fettle/protocol/common/limits'
import type { SendOptions } from '../channels/channel.ts'
import type { ChatClient } from '../client.ts'
import { failureOf } from '../errors.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { createMessageViewSelector, type MessageView } from '../state/message-view.ts'
import { applyReplies, applyThreadFrame, emptyThread, withThread, type ThreadData } from '../state/thread.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { setIfChanged } from '../state/set-if-changed.ts'
import { createStore, type Readable } from '../store.ts'
import { createThrottle } from '../connection/throttle.ts'

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
export interface ThreadStore extends Readable<ThreadSnapshot> {
  /** Loads the newest replies, marks them read and stays up to date until closed. */
  open(): Promise<void>
  close(): void
  /** Sends a reply; `inChannel` shows it in the channel too. */
  send(text: string, options?: Omit<SendOptions, 'parentId'>): string
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the replies around a sequence number. */
  jumpTo(seq: number): Promise<void>
  jumpToNewest(): Promise<void>
  /** Marks everything loaded as read, at most once a second. */
  markRead(): void
}

/** Delay before reading is reported again that was refused for now. */
const READ_RETRY_MS = 5_000

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
  let jumps = 0
  /** Counts replies that arrived. */
  let arrivals = 0
  /** Counts openings and closings: what an earlier opening loads changes nothing. */
  let visits = 0
  const store = createStore(compute())

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

  async function load(
    position: Parameters<typeof applyReplies>[2],
    input: { before?: number; after?: number; around?: number } = {},
    stillFits: () => boolean = () => true,
  ): Promise<void> {
    const before = arrivals
    const answer = await call('threads.replies', { cid, messageId: parentId, ...input })
    if (!stillFits()) return
    // What arrived while the answer was on the way may be missing in it.
    set(applyReplies(data, arrivals > before ? { ...answer, hasNewer: true } : answer, position))
  }

  /** Replaces the replies shown. Rejects if another jump followed, whose answer may already be here. */
  async function jump(input: { around?: number } = {}): Promise<void> {
    jumps += 1
    const ownJump = jumps
    await load('instead', input, () => ownJump === jumps)
    if (ownJump !== jumps) throw new Error('A later jump followed')
  }

  const reading = createThrottle(clock, limits.markReadThrottle, () => {
    const seq = data.messages.at(-1)?.seq
    if (!data.reading || data.reading.unreadCount === 0 || data.hasNewer || seq === undefined) return
    report(seq)
  })

  function report(seq: number): void {
    call('threads.read', { cid, messageId: parentId, seq }).then(
      (answer) => set(withThread(data, answer.reading)),
      (error: unknown) => {
        // After a drop it is reported with the next reply or opening.
        if (failureOf(error)?.retryable) clock.after(READ_RETRY_MS, () => report(seq))
      },
    )
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
      if (stops.length === 0) {
        stops = [
          channel.subscribe(refresh),
          client.onFrame((frame) => {
            if (!('cid' in frame) || frame.cid !== cid) return
            if (frame.type === 'message.new' && frame.message.parentId === parentId) arrivals += 1
            set(applyThreadFrame(data, parentId, frame))
          }),
          reloadOnRecovery(client, clock, () => load('fresh')),
          client.onReset(() => {
            data = emptyThread
            close()
          }),
        ]
      }
      setFlags({ status: data.parent ? 'ready' : 'loading', error: null })
      try {
        await load(position)
        if (visit !== visits) return
        const ownReading = data.reading
        setFlags({
          status: 'ready',
          unreadAfter: ownReading && ownReading.unreadCount > 0 ? ownReading.lastReadSeq : null,
        })
        reading.ask()
      } catch (error) {
        if (visit !== visits) return
        // Loaded content can be read without a connection.
        setFlags(data.parent ? { status: 'ready' } : { status: 'failed', error })
        throw error
      }
    },
    close,
    send: (text, options = {}) => channel.send(text, { ...options, parentId }),
    async loadOlder() {
      const first = data.messages[0]
      if (data.hasOlder && first) await load('older', { before: first.seq }, () => data.messages[0]?.id === first.id)
    },
    async loadNewer() {
      const last = data.messages.at(-1)
      if (data.hasNewer && last) await load('newer', { after: last.seq }, () => data.messages.at(-1)?.id === last.id)
    },
    jumpTo: (seq) => jump({ around: seq }),
    jumpToNewest: () => jump(),
    markRead: () => reading.ask(),
  }
}
