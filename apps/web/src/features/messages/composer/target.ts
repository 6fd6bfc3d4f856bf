import type { ChannelStore } from '@fettle/chat-client'

/** Target of a message: a channel or one of its threads. */
export interface ComposerTarget {
  store: ChannelStore
  /** Root message of the thread; null for the channel itself. */
  parentId: string | null
}
