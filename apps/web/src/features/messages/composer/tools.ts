import type { Previews, Suggestions } from '@fettle/chat-client'
import type { Attachment } from '@fettle/protocol/chat/attachments'
import type { AddEntry } from './add-entries.ts'
import type { FilesToSend } from './use-uploads.ts'
import type { ComposerTarget } from './target.ts'
import type { TextChange, ComposerText } from './composer-text.ts'

/** What the parts of a composer, and the entries of its "+" menu, may do with it. The same object for its whole life. */
export interface ComposerTools {
  target: ComposerTarget
  me: string
  writing: ComposerText
  suggestions: Suggestions
  previews: Previews
  /** Changes a stretch of the text as if it were typed. */
  change: (how: TextChange) => void
  /** Puts words where the caret is, instead of what is selected, as if they were typed. */
  insert: (text: string) => void
  focus: () => void
  /** The field as it is now. */
  field: { readonly current: HTMLTextAreaElement | null }
  files: () => FilesToSend
  /** Sends files by themselves, as an answer to what is quoted; what is being written stays. */
  sendFiles: (attachments: Attachment[]) => void
  /** Keeps what is written, with its files, to be sent at a time. Rejects with the reason; then all of it stays. */
  sendLater: (sendAt: string) => Promise<void>
  /** Does what an entry of the "+" menu does, with what was written after its command. */
  open: (entry: AddEntry, args?: string) => void
  /** Opens the file chooser; only in answer to a tap or a key. */
  chooseFiles: () => void
  /** Opens the camera of a phone; only in answer to a tap or a key. */
  takePhoto: () => void
}
