import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { ChartBarDecreasing, Camera, Paperclip, type LucideIcon } from 'lucide-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { ComposerTools } from './tools.ts'

export interface AddPanelProps {
  tools: ComposerTools
  /** What was written after the command that opened it; '' from the menu. */
  args: string
  onClose: () => void
}

/** Something that can be added to a conversation, in the "+" menu and, where it has one, by its command. */
export interface AddEntry {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  /** The name of the built-in command that does the same: `poll` for "/poll". */
  command?: string
  /** Only where this holds. */
  isOffered?: (tools: ComposerTools) => boolean
  /** Done at once … */
  run?: (tools: ComposerTools, args: string) => void
  /** … or in a panel of its own, loaded when it is opened: `lazy(() => import('./x.tsx'))`. It closes itself. */
  Panel?: LazyExoticComponent<ComponentType<AddPanelProps>>
}

const hasCamera = () => window.matchMedia('(pointer: coarse)').matches

/** In the order of the menu. */
export const addEntries: readonly AddEntry[] = [
  { id: 'files', label: msg`Attach files`, icon: Paperclip, run: (tools) => tools.chooseFiles() },
  {
    id: 'camera',
    label: msg`Take a photo`,
    icon: Camera,
    isOffered: hasCamera,
    run: (tools) => tools.takePhoto(),
  },
  {
    id: 'poll',
    label: msg`Poll`,
    icon: ChartBarDecreasing,
    command: 'poll',
    // A poll belongs to the conversation, not to one of its threads.
    isOffered: ({ target }) => target.parentId === null,
    Panel: lazy(() => import('../message/polls/poll-panel.tsx')),
  },
]
