import type { ErrorCode } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import type { Mutation, QueryClient } from '@tanstack/react-query'
import { isApiError, type ApiError } from '../lib/http/api-error.ts'
import { errorText } from '../lib/http/error-text.ts'
import { toast, toastStore } from '../ui/feedback/toast.ts'

/** Refusals that ask something: their screen offers the ways to continue. */
const questions: ReadonlySet<string> = new Set<ErrorCode>([
  'ACKNOWLEDGE_REQUIRED',
  'BOOKINGS_AFFECTED',
  'FEE_CHANGED',
  'JOB_IN_PROGRESS',
  'SLOT_CONFLICT',
  'STEP_UP_REQUIRED',
  'TICKET_SIMILAR',
  'VERSION_CONFLICT',
])

const MAX_ISSUES = 5

/**
 * Shows a toast when a change is refused, unless its screen has shown one by then, or shows the refusal in place, as it
 * says by `meta: { showsFailure: true }`.
 */
export function notifyFailedChanges(client: QueryClient): void {
  /** The toasts that were there when a change began. */
  const earlierToasts = new WeakMap<Mutation, ReturnType<typeof toastStore.get>>()
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { mutation, action } = event
    if (action.type === 'pending') earlierToasts.set(mutation, toastStore.get())
    if (action.type !== 'error') return
    const { error } = action
    // An ended session leads to the login page.
    if (!isApiError(error) || error.status === 401 || questions.has(error.code)) return
    if (mutation.meta?.['showsFailure'] === true) return
    // After the screen's own handlers.
    setTimeout(() => {
      const earlier = earlierToasts.get(mutation) ?? []
      if (!toastStore.get().some((item) => item.tone === 'error' && !earlier.includes(item))) show(error)
    })
  })
}

function show(error: ApiError): void {
  const messages = [...new Set(error.issues.map(({ message }) => message))].slice(0, MAX_ISSUES)
  toast.error(errorText(error, t`That didn't work. Try again.`), {
    id: 'change',
    ...(messages.length > 0 && { body: messages.join('\n') }),
  })
}
