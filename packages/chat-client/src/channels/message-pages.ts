import type { MessagePage } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { SendCall } from '../connection/connection.ts'
import { applyPage, newestSeq, type ChannelData } from '../state/channel.ts'
import type { Channels } from './channels.ts'

/** Loads the messages around those that are loaded, or others instead. */
export interface MessagePages {
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the window around a sequence number, for example that of a quoted message. */
  jumpTo(seq: number): Promise<void>
  /**
   * Shows the window around a message of which only the id is known, such as from a link. Returns its sequence number.
   */
  jumpToMessage(messageId: string): Promise<number>
  /** Returns to the newest messages. */
  jumpToNewest(): Promise<void>
}

/** Whether pages of messages are being loaded. */
export interface PageFlags {
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
}

type PageInput = Omit<ChatCallInput<'messages.list'>, 'cid'>

/** Creates the paging of a channel; `changed` is called when its `flags` have changed. */
export function createMessagePages({
  cid,
  channels,
  call,
  changed,
}: {
  cid: string
  channels: Channels
  call: SendCall
  changed: () => void
}): MessagePages & { flags: () => PageFlags } {
  let flags: PageFlags = { isLoadingOlder: false, isLoadingNewer: false }
  /** Counts jumps: only the last one may replace the window. */
  let jumps = 0

  /** Requests a page. What happened while it was on the way may be missing, so it does not end at the present then. */
  async function requestPage(input: PageInput): Promise<MessagePage> {
    const newest = () => {
      const data = channels.find(cid)
      return data ? newestSeq(data) : 0
    }
    const before = newest()
    const page = await call('messages.list', { cid, ...input })
    if (newest() === before) return page
    return page.messages.length > 0 ? { ...page, hasNewer: true } : requestPage(input)
  }

  /** Loads a page and inserts it, unless the window was replaced meanwhile. */
  async function loadPage(
    direction: 'older' | 'newer',
    input: PageInput,
    stillFits: (data: ChannelData) => boolean,
  ): Promise<void> {
    const flag = direction === 'older' ? 'isLoadingOlder' : 'isLoadingNewer'
    const setLoading = (isLoading: boolean) => {
      flags = { ...flags, [flag]: isLoading }
      changed()
    }
    setLoading(true)
    try {
      const page = await requestPage(input)
      channels.change(cid, (data) => (stillFits(data) ? applyPage(data, page, direction) : data))
    } finally {
      setLoading(false)
    }
  }

  /** Replaces the window. Rejects if another jump followed, whose answer may already be here. */
  async function jump(input: PageInput): Promise<void> {
    jumps += 1
    const ownJump = jumps
    const page = await requestPage(input)
    if (ownJump !== jumps) throw new Error('A later jump followed')
    channels.change(cid, (data) => applyPage(data, page, 'instead'))
  }

  async function loadNewer(): Promise<void> {
    const data = channels.find(cid)
    const last = data?.messages.at(-1)
    if (!data?.hasNewer || !last || flags.isLoadingNewer) return
    await loadPage('newer', { after: last.seq }, ({ messages }) => messages.at(-1)?.id === last.id)
  }

  return {
    flags: () => flags,
    async loadOlder() {
      const data = channels.find(cid)
      if (!data?.hasOlder || flags.isLoadingOlder) return
      const first = data.messages[0]
      // Without messages, everything is before the next sequence number.
      const before = first?.seq ?? newestSeq(data) + 1
      await loadPage('older', { before }, ({ messages }) => messages[0]?.id === first?.id)
    },
    loadNewer,
    jumpTo: (seq) => jump({ around: seq }),
    async jumpToMessage(messageId) {
      const loaded = channels.find(cid)?.messages.find(({ id }) => id === messageId)
      if (loaded) return loaded.seq
      const { message } = await call('messages.get', { cid, messageId })
      await jump({ around: message.seq })
      return message.seq
    },
    async jumpToNewest() {
      await jump({})
      await loadNewer()
    },
  }
}
