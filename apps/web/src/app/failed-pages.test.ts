import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from '../lib/http/api-error.ts'
import { toast, toastStore } from '../ui/feedback/toast.ts'
import { notifyFailedPages } from './failed-pages.ts'

const toasts = () => toastStore.get().map(({ tone, title, body }) => [tone, title, body])

it('shows an error toast when the next page of a list fails, and none for the first', async () => {
  toast.clear()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const away = new ApiError({ status: 503, code: 'INTERNAL', message: 'Away', serverMessage: 'Try again shortly.' })
  let failure: ApiError | undefined = away
  notifyFailedPages(client)
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['customers'],
    queryFn: async ({ pageParam }) => {
      if (failure) throw failure
      return pageParam
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
  })
  await observer.refetch()
  expect(toasts()).toEqual([])
  failure = undefined
  await observer.refetch()
  failure = away
  await observer.fetchNextPage()
  expect(toasts()).toEqual([['error', "We couldn't load more.", 'Try again shortly.']])
  toast.clear()
  await observer.refetch()
  expect(toasts()).toEqual([])
})
