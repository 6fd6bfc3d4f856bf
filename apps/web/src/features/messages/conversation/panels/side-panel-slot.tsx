import type { ChannelSnapshot, ChannelStore, ChatSnapshot } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { lazy, useMemo } from 'react'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { LazyBoundary } from '../../lazy-boundary.tsx'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { closesOnEscape, PaneContext } from './pane.tsx'
import type { SidePanel, SidePanelName } from './side-panel.ts'
import type { SidePanelControl } from './use-side-panel.ts'

const Panes = lazy(async () => ({
  default: (await import('./side-panels.tsx')).SidePanels,
}))

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

/** Slot of the side pane. With room for three columns it shows the person's details by default. */
export function SidePanelSlot(props: SidePanelSlotProps) {
  const { side: wanted, beside, close } = props
  const side: SidePanel | undefined = wanted ?? (beside ? { name: 'about' } : undefined)
  const frame = useMemo(() => ({ beside, close, closable: wanted !== undefined }), [beside, close, wanted])
  if (!side) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is another way to the close button
    <aside
      aria-label={labelOf(side.name)}
      onKeyDown={wanted && closesOnEscape(close)}
      className={
        beside ? 'flex w-88 shrink-0 flex-col border-s border-line' : 'absolute inset-0 z-10 flex flex-col bg-surface'
      }
    >
      <PaneContext value={frame}>
        <LazyBoundary resetKey={side.name} fallback={<Waiting />}>
          <Panes key={side.name === 'thread' ? side.parentId : side.name} {...props} side={side} />
        </LazyBoundary>
      </PaneContext>
    </aside>
  )
}

function labelOf(name: SidePanelName): string {
  switch (name) {
    case 'about':
      return t`About this conversation`
    case 'thread':
      return t`Thread`
    case 'pinned':
      return t`Pinned messages`
    case 'search':
      return t`Search this conversation`
    case 'media':
      return t`Pictures, files and links`
  }
}

const Waiting = () => (
  <div role="status" aria-busy="true" aria-label={t`Loading`} className="grid gap-3 p-5">
    <Skeleton className="h-8 w-1/2" />
    <Skeleton className="h-20" />
    <Skeleton className="h-20" />
  </div>
)
