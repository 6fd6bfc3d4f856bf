import { useState, type ReactNode } from 'react'
import { hasCode } from '../../lib/http/api-error.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** The user cancelled; nothing to report. */
export class StepUpCancelled extends Error {
  override readonly name = 'GivenUp'
}

interface Question {
  resolve: () => void
  reject: (error: Error) => void
}

/**
 * Runs an action the server may refuse with STEP_UP_REQUIRED: asks for proof, then repeats it. Throws StepUpCancelled
 * when the dialog is closed.
 */
export function useStepUp(): { guarded: <T>(action: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()

  async function guarded<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      if (!hasCode(error, 'STEP_UP_REQUIRED')) throw error
      await new Promise<void>((resolve, reject) => setQuestion({ resolve, reject }))
      return action()
    }
  }

  const answer = (settle: (asked: Question) => void) => {
    if (question) settle(question)
    setQuestion(undefined)
  }

  return {
    guarded,
    dialog: question && (
      <StepUpDialog
        onProved={() => answer(({ resolve }) => resolve())}
        onClose={() => answer(({ reject }) => reject(new StepUpCancelled()))}
      />
    ),
  }
}
