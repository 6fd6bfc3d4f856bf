import { lazy, Suspense } from 'react'
import type { Question } from './use-moderation.ts'

// Most conversations need neither: fetched when one of them is asked for.
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))
const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }))

export interface ModerationSlotProps {
  question: Question | undefined
  cid: string
  /** The other one. */
  name: string
  onClose: () => void
}

/** The question that is being asked, if any. */
export function ModerationSlot({ question, ...given }: ModerationSlotProps) {
  if (!question) return null
  return (
    <Suspense>
      {question.kind === 'report' ? <ReportDialog {...given} message={question.message} /> : <BlockDialog {...given} />}
    </Suspense>
  )
}
