import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import { closesOnEscape, PaneContext } from './pane.tsx'
import type { SidePanel, SidePanelName } from './side-panel.ts'
import { SidePanels, type SidePanelSlotProps } from './side-panels.tsx'

/** Slot of the side pane. With room for three columns it shows the person's details by default. */
export function SidePanelSlot(props: SidePanelSlotProps) {
  const { side: openPanel, beside, close } = props
  const side: SidePanel | undefined = openPanel ?? (beside ? { name: 'about' } : undefined)
  const frame = useMemo(() => ({ beside, close, closable: openPanel !== undefined }), [beside, close, openPanel])
  if (!side) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc does what the close button does
    <aside
      aria-label={labelOf(side.name)}
      onKeyDown={openPanel && closesOnEscape(close)}
      className={
        beside ? 'flex w-88 shrink-0 flex-col border-s border-line' : 'absolute inset-0 z-10 flex flex-col bg-surface'
      }
    >
      <PaneContext value={frame}>
        <SidePanels key={side.name === 'thread' ? side.parentId : side.name} {...props} side={side} />
      </PaneContext>
    </aside>
  )
}

const labels: Record<SidePanelName, MessageDescriptor> = {
  about: msg`About this conversation`,
  thread: msg`Thread`,
  pinned: msg`Pinned messages`,
  search: msg`Search this conversation`,
  media: msg`Pictures, files and links`,
}

const labelOf = (name: SidePanelName): string => i18n._(labels[name])
