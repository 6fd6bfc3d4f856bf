import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { hasCode } from '../../lib/http/api-error.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/** The user cancelled; nothing to report. */
export class StepUpCancelled extends Error {
  override readonly name = 'StepUpCancelled'
}

interface Question {
  resolve: () => void
  reject: (error: Error) => void
}

export const isStepUpCancelled = (error: unknown) => error instanceof StepUpCancelled

const AddFactorDialog = lazy(() =>
  import('../second-factor/add-factor-dialog.tsx').then((module) => ({ default: module.AddFactorDialog })),
)

/**
 * Runs an action the server may refuse with STEP_UP_REQUIRED: asks for proof, then repeats it. Where a second factor is
 * required (SECOND_FACTOR_SETUP_REQUIRED), it is added first. Throws StepUpCancelled when the dialog is closed.
 */
export function useStepUp(): { guarded: <T>(action: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const [setup, setSetup] = useState<Question>()

  async function confirmed<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      if (!hasCode(error, 'STEP_UP_REQUIRED')) throw error
      await new Promise<void>((resolve, reject) => setQuestion({ resolve, reject }))
      return action()
    }
  }

  async function guarded<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await confirmed(action)
    } catch (error) {
      if (!hasCode(error, 'SECOND_FACTOR_SETUP_REQUIRED')) throw error
      await new Promise<void>((resolve, reject) => setSetup({ resolve, reject }))
      return confirmed(action)
    }
  }

  const answer = (settle: (asked: Question) => void) => {
    if (question) settle(question)
    setQuestion(undefined)
  }
  const finishSetup = (settle: (asked: Question) => void) => {
    if (setup) settle(setup)
    setSetup(undefined)
  }

  const stepUp = question && (
    <StepUpDialog
      onProved={() => answer(({ resolve }) => resolve())}
      onClose={() => answer(({ reject }) => reject(new StepUpCancelled()))}
    />
  )
  if (!setup) return { guarded, dialog: stepUp }
  return {
    guarded,
    dialog: (
      <>
        <Suspense>
          <AddFactorDialog
            reason={<Trans>Payouts and bank details need two-step verification. Set it up to continue.</Trans>}
            guarded={confirmed}
            isStepUpCancelled={isStepUpCancelled}
            onAdded={() => finishSetup(({ resolve }) => resolve())}
            onClose={() => finishSetup(({ reject }) => reject(new StepUpCancelled()))}
          />
        </Suspense>
        {stepUp}
      </>
    ),
  }
}
