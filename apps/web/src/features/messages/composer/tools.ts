import type { RefObject } from 'react'
import type { FilesToSend } from './use-uploads.ts'
import type { ComposerTarget } from './target.ts'
import type { Writing } from './writing.ts'

/** What the parts of a composer, and the entries of its "+" menu, may do with it. The same object for its whole life. */
export interface ComposerTools {
  target: ComposerTarget
  me: string
  writing: Writing
  /** Puts words where the caret is, instead of what is selected, as if they were typed. */
  insert: (text: string) => void
  focus: () => void
  field: RefObject<HTMLTextAreaElement | null>
  files: () => FilesToSend
  /** Opens the file chooser; only in answer to a tap or a key. */
  chooseFiles: () => void
  /** Opens the camera of a phone; only in answer to a tap or a key. */
  takePhoto: () => void
}
