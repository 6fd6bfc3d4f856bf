import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '../lib/http/api-error.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { toasts } from '../testing/toasts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { notifyFailedReads } from './failed-reads.ts'

const refusal = (status: number, code: ApiErrorCode = 'INTERNAL') =>
  new ApiError({ status, code, message: 'Away', serverMessage: 'Try again shortly.' })
const away = refusal(503)

let client: QueryClient
beforeEach(() => {
  toast.clear()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  notifyFailedReads(client)
})

/** Loads data and shows it, then fails to load it again. */
async function failToRefresh(failure: ApiError, queryKey: readonly unknown[] = ['bookings']): Promise<void> {
  client.setQueryData(queryKey, 'rows')
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      throw failure
    },
    staleTime: Infinity,
  })
  const stop = observer.subscribe(() => undefined)
  await observer.refetch()
  stop()
}

it('shows an error toast when what is shown cannot be loaded again', async () => {
  await failToRefresh(away)
  expect(toasts()).toEqual([['error', "We couldn't load the latest data.", 'Try again shortly.']])
})

it('says so when it is the profile', async () => {
  await failToRefresh(away, profileQuery.queryKey)
  expect(toasts()).toEqual([['error', 'Failed to fetch profile', 'Try again shortly.']])
})

it('leaves lost connections, ended sessions and missing records to the screen', async () => {
  await failToRefresh(refusal(0, 'NETWORK'))
  await failToRefresh(refusal(401, 'UNAUTHENTICATED'))
  await failToRefresh(refusal(404, 'NOT_FOUND'))
  expect(toasts()).toEqual([])
})

it('says nothing about data that is not shown', async () => {
  client.setQueryData(['bookings'], 'rows')
  const queryFn = () => Promise.reject(away)
  await client.fetchQuery({ queryKey: ['bookings'], queryFn }).catch(() => undefined)
  expect(toasts()).toEqual([])
})

it('shows an error toast when the next page of a list fails, and none for the first', async () => {
  let failure: ApiError | undefined = away
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
