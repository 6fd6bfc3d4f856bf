import type { SidePanelControl } from './use-side-panel.ts'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import type { ChannelSnapshot, ChannelStore, ChatSnapshot } from '@fettle/chat-client'
import { othersOf } from '../../channel-members.ts'
import { SearchPane } from '../../search/search-pane.tsx'
import { ThreadPane } from '../../threads/thread-pane.tsx'
import { AboutPane } from './about.tsx'
import { MediaPane } from './media-pane.tsx'
import { PinnedPane } from './pinned-pane.tsx'
import type { SidePanel } from './side-panel.ts'

export interface SidePanelSlotProps extends SidePanelControl {
  /** There is room beside the conversation; otherwise the pane covers it. */
  beside: boolean
  store: ChannelStore
  channel: ChannelSnapshot
  snapshot: ChatSnapshot
  actions: MessageActions
  /** Reply named by the address. */
  startAt: { id: string; key: string } | undefined
}

/** All side panels. */
export function SidePanels({
  side,
  store,
  channel,
  snapshot,
  actions,
  goTo,
  open,
  startAt,
}: SidePanelSlotProps & { side: SidePanel }) {
  const me = snapshot.me?.id
  const { cid, channel: channelData } = channel
  const person = channelData ? othersOf(channelData, me)[0]?.user : undefined
  switch (side.name) {
    case 'about':
      return <AboutPane person={person} cid={cid} onMedia={() => open({ name: 'media' })} />
    case 'thread':
      return <ThreadPane parentId={side.parentId} {...{ store, channel, snapshot, actions, startAt }} />
    case 'pinned':
      return <PinnedPane store={store} pinned={channel.pinned} me={me} connected={snapshot.connected} goTo={goTo} />
    case 'search':
      return <SearchPane cid={cid} me={me} connected={snapshot.connected} goTo={goTo} />
    case 'media':
      return <MediaPane cid={cid} connected={snapshot.connected} goTo={goTo} />
  }
}
