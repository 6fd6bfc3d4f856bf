import { t } from '@lingui/core/macro'
import type { WorkTransition } from './offline-actions.ts'

/** Text of the toast after a transition. */
export function doneText(transition: WorkTransition): string {
  switch (transition) {
    case 'start-travel':
      return t`You set off`
    case 'arrive':
      return t`You arrived`
    case 'start':
      return t`Work started`
    case 'pause':
      return t`Work paused`
    case 'resume':
      return t`Work resumed`
    case 'complete':
      return t`You completed the job`
  }
}
