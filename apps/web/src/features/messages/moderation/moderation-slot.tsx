import type { ModerationDialog } from './use-moderation.ts'
import { ReportDialog } from './report-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface ModerationSlotProps {
  question: ModerationDialog | undefined
  cid: string
  /** Name of the other person. */
  name: string
  onClose: () => void
}

/** Renders the open moderation dialog, if any. */
export function ModerationSlot({ question, ...dialogProps }: ModerationSlotProps) {
  if (!question) return null
  return question.kind === 'report' ? (
    <ReportDialog {...dialogProps} message={question.message} />
  ) : (
    <BlockDialog {...dialogProps} />
  )
}
