import type { SendCall } from '../connection/connection.ts'
import { applyReplies, type ThreadData } from '../state/thread.ts'

/** Loads the replies around those that are loaded, or others instead. */
export interface ReplyPages {
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the replies around a sequence number. */
  jumpTo(seq: number): Promise<void>
  jumpToNewest(): Promise<void>
}

/** How the thread loads its pages. */
interface ReplyPagesHandle {
  pages: ReplyPages
  /** Loads the newest replies; `reopened` if frames were missed since they were loaded. */
  loadNewest: (position: 'fresh' | 'reopened') => Promise<void>
  /** A reply has arrived, which an answer on the way may lack. */
  replyArrived: () => void
}

/** Creates the paging of the thread under the message `parentId`. */
export function createReplyPages({
  cid,
  parentId,
  call,
  get,
  set,
}: {
  cid: string
  parentId: string
  call: SendCall
  get: () => ThreadData
  set: (data: ThreadData) => void
}): ReplyPagesHandle {
  /** Counts jumps: only the last one may replace the window. */
  let jumps = 0
  /** Counts replies that arrived. */
  let arrivals = 0

  async function load(
    position: Parameters<typeof applyReplies>[2],
    input: { before?: number; after?: number; around?: number } = {},
    stillFits: () => boolean = () => true,
  ): Promise<void> {
    const before = arrivals
    const answer = await call('threads.replies', { cid, messageId: parentId, ...input })
    if (!stillFits()) return
    // What arrived while the answer was on the way may be missing in it.
    set(applyReplies(get(), arrivals > before ? { ...answer, hasNewer: true } : answer, position))
  }

  /** Replaces the replies shown. Rejects if another jump followed, whose answer may already be here. */
  async function jump(input: { around?: number } = {}): Promise<void> {
    jumps += 1
    const ownJump = jumps
    await load('instead', input, () => ownJump === jumps)
    if (ownJump !== jumps) throw new Error('A later jump followed')
  }

  return {
    pages: {
      async loadOlder() {
        const { hasOlder, messages } = get()
        const first = messages[0]
        if (hasOlder && first) await load('older', { before: first.seq }, () => get().messages[0]?.id === first.id)
      },
      async loadNewer() {
        const { hasNewer, messages } = get()
        const last = messages.at(-1)
        if (hasNewer && last) await load('newer', { after: last.seq }, () => get().messages.at(-1)?.id === last.id)
      },
      jumpTo: (seq) => jump({ around: seq }),
      jumpToNewest: () => jump(),
    },
    loadNewest: (position) => load(position),
    replyArrived() {
      arrivals += 1
    },
  }
}
