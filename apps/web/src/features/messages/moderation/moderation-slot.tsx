import { lazy, Suspense } from 'react'
import type { Question } from './use-moderation.ts'

// Rarely needed: loaded on demand.
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))
const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }))

export interface ModerationSlotProps {
  question: Question | undefined
  cid: string
  /** Name of the other person. */
  name: string
  onClose: () => void
}

/** Renders the open moderation dialog, if any. */
export function ModerationSlot({ question, ...given }: ModerationSlotProps) {
  if (!question) return null
  return (
    <Suspense>
      {question.kind === 'report' ? <ReportDialog {...given} message={question.message} /> : <BlockDialog {...given} />}
    </Suspense>
  )
}
