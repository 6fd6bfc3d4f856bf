import type { ModerationDialog } from './use-moderation.ts'
import { ReportDialog } from './report-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface ModerationDialogsProps {
  question: ModerationDialog | undefined
  cid: string
  /** Name of the other person. */
  name: string
  onClose: () => void
}

/** The dialogs for reporting and blocking, of which at most one is open. */
export function ModerationDialogs({ question, ...dialogProps }: ModerationDialogsProps) {
  if (!question) return null
  return question.kind === 'report' ? (
    <ReportDialog {...dialogProps} message={question.message} />
  ) : (
    <BlockDialog {...dialogProps} />
  )
}
