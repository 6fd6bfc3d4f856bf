import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Thread, UnreadThread } from '@fettle/protocol/chat/messages/threads'
import type { ClientHandle } from '../client-handle.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { shareRunning } from '../share-running.ts'
import { newerRevision, refreshQuote, renameUser } from '../state/message-window.ts'
import { isSameList } from '../state/same-list.ts'
import { withNewer, type Versioned } from '../state/versioned.ts'
import { createStore, type Readable } from '../store.ts'

/** The user's threads. */
export interface ThreadsSnapshot {
  /** Newest reply first. */
  readonly threads: readonly Thread[]
  readonly unreadThreads: number
  /** Known read states by parent message, including all unread threads. */
  readonly readings: Readings
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly error: unknown
}

/** The list of threads, kept up to date while open. */
export interface ThreadList extends Readable<ThreadsSnapshot> {
  /** Loads the first page and stays up to date until stopped. */
  open(): Promise<void>
  loadMore(): Promise<void>
  stop(): void
}

/** By the id of the parent message. */
export type Readings = Versioned<Thread['reading']>

export const noThreads: Pick<ThreadsSnapshot, 'threads' | 'unreadThreads'> = { threads: [], unreadThreads: 0 }

/**
 * Applies a frame. Undefined for a thread that is not loaded: the unread count must be requested. Invariant: a list
 * plus later frames equals a fresh list.
 */
export function applyThreadsFrame<S extends typeof noThreads>(state: S, frame: ChatFrame): S | undefined {
  if (frame.type === 'thread.updated')
    return updateListedThread(state, frame.cid, frame.parentId, { reading: frame.thread })
  if (frame.type === 'settings.updated') {
    const { truncatedSeq = 0 } = frame.settings
    const isCleared = state.threads.some(
      ({ cid, parent, lastReply }) => cid === frame.cid && Math.min(parent.seq, lastReply?.seq ?? 0) <= truncatedSeq,
    )
    return isCleared || (truncatedSeq > 0 && hasUnlistedUnread(state)) ? undefined : state
  }
  if (frame.type === 'user.updated') return changeMessages(state, (message) => renameUser(message, frame.user))
  if (frame.type === 'notification.removed_from_channel')
    return state.threads.some(({ cid }) => cid === frame.cid) || hasUnlistedUnread(state) ? undefined : state
  if (!('cid' in frame && 'seq' in frame)) return state
  if (frame.type === 'message.hidden') {
    // Nobody keeps a thread whose first message they have deleted for themselves.
    const isShown = state.threads.some(
      ({ cid, parent, lastReply }) =>
        cid === frame.cid && (lastReply?.id === frame.messageId || parent.id === frame.messageId),
    )
    if (isShown || (frame.parentId === undefined && hasUnlistedUnread(state))) return undefined
    return frame.thread && frame.parentId
      ? updateListedThread(state, frame.cid, frame.parentId, { reading: frame.thread })
      : state
  }
  const parent = 'parent' in frame ? frame.parent : undefined
  const quoting = parent ? refreshParentQuotes(state, parent) : state
  if (!('message' in frame)) return quoting
  const after = applyMessageToThreads(
    frame.type === 'message.new' ? quoting : refreshParentQuotes(quoting, frame.message),
    frame,
  )
  // Replies may quote the parent.
  return after && parent ? refreshParentQuotes(after, parent) : after
}

/** Applies a frame. Invariant: unread threads of earlier state plus later frames equal those of a fresh list. */
export function applyReadingsFrame(state: Readings, frame: ChatFrame): Readings {
  if (frame.type === 'thread.updated') return withNewer(state, frame.parentId, frame.thread)
  if (frame.type === 'message.hidden')
    return frame.parentId && frame.thread ? withNewer(state, frame.parentId, frame.thread) : state
  if (!('message' in frame && 'thread' in frame) || !frame.thread || frame.message.parentId === undefined) return state
  return withNewer(state, frame.message.parentId, frame.thread)
}

/** Applies a fresh list of unread threads: others are read, unless a frame arrived meanwhile. */
function applyUnreadThreads(state: Readings, readingsBefore: Readings, unread: readonly UnreadThread[]): Readings {
  const changedMeanwhile = Object.fromEntries(
    Object.entries(state).filter(([id, reading]) => reading !== readingsBefore[id]),
  )
  return unread.reduce((all, { parentId, reading }) => withNewer(all, parentId, reading), changedMeanwhile as Readings)
}

function applyMessageToThreads<S extends typeof noThreads>(
  state: S,
  frame: Extract<ChatFrame, { message: Message }>,
): S | undefined {
  const { cid, message, parent, thread: reading } = frame
  if (message.parentId === undefined) {
    const isListed = state.threads.some((thread) => thread.parent.id === message.id)
    return isListed ? updateListedThread(state, cid, message.id, { parent: message }) : state
  }
  if (frame.type === 'message.new' && parent && reading && !find(state, parent.id)) {
    const thread: Thread = { cid, parent, lastReply: message, lastReplySeq: message.seq, reading }
    const unreadThreads = state.unreadThreads + (reading.unreadCount > 0 ? 1 : 0)
    // Whether an unloaded thread was unread is unknown; one that has just started was not.
    return reading.version === 1 ? { ...state, threads: [thread, ...state.threads], unreadThreads } : undefined
  }
  if (!find(state, message.parentId)) return reading ? undefined : state
  return updateListedThread(state, cid, message.parentId, {
    parent,
    reading,
    reply: message,
    isNew: frame.type === 'message.new',
  })
}

/** Updates quotes of a changed message. */
const refreshParentQuotes = <S extends typeof noThreads>(state: S, changed: Message): S =>
  changeMessages(state, (message) => refreshQuote(message, changed))

/** Changes the messages that are shown of each thread. */
function changeMessages<S extends typeof noThreads>(state: S, change: (message: Message) => Message): S {
  const threads = state.threads.map((thread) => {
    const parent = change(thread.parent)
    const lastReply = thread.lastReply && change(thread.lastReply)
    return parent === thread.parent && lastReply === thread.lastReply ? thread : { ...thread, parent, lastReply }
  })
  return isSameList(threads, state.threads) ? state : { ...state, threads }
}

/** Whether threads that are not loaded are counted, of which any may have been left. */
const hasUnlistedUnread = ({ threads, unreadThreads }: typeof noThreads) =>
  unreadThreads > threads.filter(({ reading }) => reading.unreadCount > 0).length

const find = (state: typeof noThreads, parentId: string) => state.threads.find(({ parent }) => parent.id === parentId)

function updateListedThread<S extends typeof noThreads>(
  state: S,
  cid: string,
  parentId: string,
  update: { parent?: Message | undefined; reading?: Thread['reading'] | undefined; reply?: Message; isNew?: boolean },
): S | undefined {
  const current = find(state, parentId)
  if (!current || current.cid !== cid) return undefined
  const reading = update.reading && update.reading.version > current.reading.version ? update.reading : current.reading
  const { reply } = update
  const isNewest = reply && update.isNew && reply.seq > current.lastReplySeq
  const isShown = reply && reply.id === current.lastReply?.id
  // Only the service knows which remaining reply is newest.
  if (isShown && reply.kind === 'deleted') return undefined
  const lastReply = isNewest
    ? reply
    : isShown && current.lastReply
      ? newerRevision(current.lastReply, reply)
      : current.lastReply
  const next: Thread = {
    cid,
    parent: update.parent ? newerRevision(current.parent, update.parent) : current.parent,
    lastReply,
    lastReplySeq: isNewest ? reply.seq : current.lastReplySeq,
    reading,
  }
  const others = state.threads.filter((thread) => thread !== current)
  const wasUnread = current.reading.unreadCount > 0 ? 1 : 0
  const isUnread = reading.unreadCount > 0 ? 1 : 0
  return {
    ...state,
    threads: isNewest ? [next, ...others] : state.threads.map((thread) => (thread === current ? next : thread)),
    unreadThreads: state.unreadThreads - wasUnread + isUnread,
  }
}

const nothingLoaded: ThreadsSnapshot = { ...noThreads, readings: {}, isLoading: false, hasMore: false, error: null }

/** Creates the list of the user's threads, latest reply first. It loads nothing until it is opened. */
export function createThreadList(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  { clock = systemClock }: { clock?: ClientClock } = {},
): ThreadList {
  const store = createStore(nothingLoaded)
  let cursor: string | null = null
  let stops: (() => void)[] = []
  /** Frames received since the last question that has no answer yet. */
  let latest: ChatFrame[] | undefined
  const change = (next: Partial<ThreadsSnapshot>) => store.set({ ...store.getSnapshot(), ...next })

  async function load(page: 'first' | 'next'): Promise<void> {
    const isNext = page === 'next'
    const frames: ChatFrame[] = []
    latest = frames
    change({ isLoading: true, error: null })
    try {
      const answer = await call('threads.list', isNext && cursor !== null ? { cursor } : {})
      // A later question has a newer answer.
      if (latest !== frames) return
      latest = undefined
      cursor = answer.nextCursor
      const now = store.getSnapshot()
      const before = isNext ? now.threads : []
      const listedIds = new Set(before.map(({ parent }) => parent.id))
      const loaded: typeof noThreads = {
        threads: [...before, ...answer.threads.filter(({ parent }) => !listedIds.has(parent.id))],
        unreadThreads: isNext ? now.unreadThreads : answer.unreadThreads,
      }
      // The answer may be older than what arrived before it.
      const next = frames.reduce<typeof noThreads | undefined>(
        (state, frame) => state && applyThreadsFrame(state, frame),
        loaded,
      )
      change({ ...(next ?? loaded), isLoading: false, hasMore: cursor !== null })
      if (!next) reload()
    } catch (error) {
      if (latest !== frames) return
      latest = undefined
      change({ isLoading: false, error })
      throw error
    }
  }

  async function loadReadings(): Promise<void> {
    const readingsBefore = store.getSnapshot().readings
    const { threads } = await call('threads.unread', {})
    change({ readings: applyUnreadThreads(store.getSnapshot().readings, readingsBefore, threads) })
  }

  const all = shareRunning(() => Promise.all([load('first'), loadReadings()]))
  const reload = () => void load('first').catch(() => undefined)

  function stop(): void {
    for (const stopOne of stops.splice(0)) stopOne()
    // Frames are missed from here on.
    all.forget()
  }

  onReset(() => {
    stop()
    latest = undefined
    cursor = null
    store.set(nothingLoaded)
  })

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async open() {
      if (stops.length === 0) {
        stops = [
          reloadOnRecovery({ onRecovery }, clock, all.reload),
          onFrame((frame) => {
            latest?.push(frame)
            const before = store.getSnapshot()
            const readings = applyReadingsFrame(before.readings, frame)
            const next = applyThreadsFrame(before, frame)
            if (next && (next !== before || readings !== before.readings)) store.set({ ...next, readings })
            if (next) return
            change({ readings })
            reload()
          }),
        ]
      }
      await all.load()
    },
    async loadMore() {
      if (store.getSnapshot().hasMore && !store.getSnapshot().isLoading) await load('next')
    },
    stop,
  }
}
