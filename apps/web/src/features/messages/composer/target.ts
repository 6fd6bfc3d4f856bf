import type { ChannelStore } from '@fettle/chat-client'

/** Where what is written goes: into a channel, or into a thread of it. */
export interface ComposerTarget {
  store: ChannelStore
  /** The message one replies to in its thread; null: the channel itself. */
  parentId: string | null
}
