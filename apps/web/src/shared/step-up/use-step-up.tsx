import { useState, type ReactNode } from 'react'
import { hasCode } from '../../lib/http/api-error.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** Somebody thought better of it: nothing to tell. */
export class StepUpCancelled extends Error {
  override readonly name = 'GivenUp'
}

interface Question {
  resolve: () => void
  reject: (error: Error) => void
}

/**
 * Runs what the server may refuse with "Confirm it's you": asks for the proof, then runs it again. Throws GivenUp
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
