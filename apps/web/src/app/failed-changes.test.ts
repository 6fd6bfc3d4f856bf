import { MutationObserver, QueryClient, type MutationObserverOptions } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { Issue } from '@fettle/protocol'
import { ApiError, type ApiErrorCode } from '../lib/http/api-error.ts'
import { waitFor } from '../testing/screen.tsx'
import { toasts } from '../testing/toasts.ts'
import { toast, toastStore } from '../ui/feedback/toast.ts'
import { notifyFailedChanges } from './failed-changes.ts'

/** Titles of all toasts, also of replaced ones. */
let titles: string[] = []
toastStore.subscribe(() => {
  const newest = toastStore.get().at(-1)
  if (newest) titles.push(newest.title)
})
const refusal = (code: ApiErrorCode, status = 409, issues: readonly Issue[] = []) =>
  new ApiError({ status, code, message: 'Refused', serverMessage: `Refused: ${code}`, issues })

let client: QueryClient
beforeEach(() => {
  toast.clear()
  titles = []
  client = new QueryClient()
  notifyFailedChanges(client)
})

/** Makes a change that is refused. */
async function change(failure: Error, options: Omit<MutationObserverOptions, 'mutationFn'> = {}): Promise<void> {
  const observer = new MutationObserver(client, {
    ...options,
    mutationFn: async () => {
      throw failure
    },
  })
  await observer.mutate(undefined).catch(() => undefined)
}
/** Another change, whose toast follows those of earlier ones. */
async function finish(): Promise<void> {
  await change(refusal('NOT_FOUND', 404))
  await waitFor(() => expect(titles).toContain('Refused: NOT_FOUND'))
}

it('shows an error toast when a change is refused', async () => {
  await change(refusal('INVALID_TRANSITION'))
  await waitFor(() => expect(toasts()).toEqual([['error', 'Refused: INVALID_TRANSITION']]))
})

it('says which fields are wrong', async () => {
  const issue = (message: string) => ({ path: ['amount'], field: 'amount', code: 'TOO_BIG', message }) as Issue
  await change(refusal('VALIDATION_FAILED', 422, [issue('Enter less.'), issue('Enter less.'), issue('Enter a sum.')]))
  await waitFor(() => expect(toasts()).toEqual([['error', 'Refused: VALIDATION_FAILED', 'Enter less.\nEnter a sum.']]))
})

it('leaves the toast to the screen that shows its own', async () => {
  await change(refusal('INVALID_TRANSITION'), { onError: () => void toast.error('Not sent') })
  await change(refusal('INVALID_TRANSITION'), { onError: () => void toast.error('Not paid', { id: 'own' }) })
  await finish()
  expect(titles).toEqual(['Not sent', 'Not paid', 'Refused: NOT_FOUND'])
})

it('does not show questions, ended sessions and cancelled confirmations as errors', async () => {
  for (const code of ['ACKNOWLEDGE_REQUIRED', 'SLOT_CONFLICT', 'VERSION_CONFLICT'] as const) await change(refusal(code))
  await change(refusal('UNAUTHENTICATED', 401))
  await change(new Error('Cancelled'))
  await finish()
  expect(titles).toEqual(['Refused: NOT_FOUND'])
})

it('shows no toast when the screen shows the refusal in place', async () => {
  await change(refusal('INVALID_TRANSITION'), { meta: { showsFailure: true } })
  await finish()
  expect(titles).toEqual(['Refused: NOT_FOUND'])
})
