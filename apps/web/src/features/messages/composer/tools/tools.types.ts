import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Previews, Suggestions } from '@fettle/chat-client'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { FilesToSend } from '../files/use-uploads.ts'
import type { ComposerTarget } from '../target.ts'
import type { TextChange, ComposerText } from '../text/composer-text.ts'

/** What the composer's parts and the "+" menu can do. The object is stable for the composer's lifetime. */
export interface ComposerTools {
  target: ComposerTarget
  me: string
  writing: ComposerText
  suggestions: Suggestions
  previews: Previews
  /** Replaces a range of the text as if it were typed. */
  change: (how: TextChange) => void
  /** Inserts text at the caret, replacing the selection, as if it were typed. */
  insert: (text: string) => void
  focus: () => void
  /** The text field. */
  field: { readonly current: HTMLTextAreaElement | null }
  files: () => FilesToSend
  /** Sends files as a message of their own, replying to the quoted message; the text stays. */
  sendFiles: (attachments: Attachment[]) => void
  /** Schedules the text and its files. Rejects with the reason and then keeps them. */
  sendLater: (sendAt: string) => Promise<void>
  /** Opens an entry of the "+" menu with the text after its command. */
  open: (entry: AddEntry, args?: string) => void
  /** Opens the file chooser; requires a user gesture. */
  chooseFiles: () => void
  /** Opens the phone's camera; requires a user gesture. */
  takePhoto: () => void
}

export interface AddPanelProps {
  tools: ComposerTools
  /** Text after the slash command; empty when opened from the menu. */
  args: string
  onClose: () => void
}

/** Entry of the "+" menu, which can also have a slash command. */
export interface AddEntry {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  /** Name of the equivalent built-in command: `poll` for "/poll". */
  command?: string
  /** Offered only when this returns true. */
  isOffered?: (tools: ComposerTools) => boolean
  /** Runs at once. */
  run?: (tools: ComposerTools, args: string) => void
  /** Or opens this panel, which closes itself. */
  Panel?: ComponentType<AddPanelProps>
  /** The panel replaces the composer while it is open. */
  takesPlace?: boolean
}
