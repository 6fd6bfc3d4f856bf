import { t } from '@lingui/core/macro'
import { hasCode, isApiError } from './api-error.ts'

/** The server's message, or `fallback`, for calls without a text of their own. */
export function errorText(error: unknown, fallback: string): string {
  // The server's messages about keys are for developers.
  if (hasCode(error, 'IDEMPOTENCY_KEY_REUSED'))
    return t`Your first attempt may have gone through. Check before you try again.`
  if (hasCode(error, 'IDEMPOTENCY_IN_PROGRESS'))
    return t`Your first attempt is still in progress. Try again in a moment.`
  return isApiError(error) ? (error.serverMessage ?? (error.status === 0 ? error.message : fallback)) : fallback
}
