import { beforeEach, expect, it, vi } from 'vitest'
import { writeKey } from '../lib/browser/storage.ts'
import { onLogout } from '../lib/http/session.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { setUpScreen, waitFor } from '../testing/screen.tsx'
import { SessionWatch } from './session-watch.tsx'

const onEnd = vi.fn()
const reload = vi.fn()
const { draw, queryClient } = setUpScreen({ queries: { staleTime: Infinity } })

beforeEach(async () => {
  vi.stubGlobal('location', { reload })
  queryClient().setQueryData(profileQuery.queryKey, { firstName: 'Ada' } as never)
  await draw(<SessionWatch onEnd={onEnd} />)
})

/** Another tab stores or removes a token. */
function change(key: string, value: string | null) {
  if (key === 'token') writeKey('token', value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

it('ends the session here when another tab logs out', () => {
  change('token', null)
  expect([onEnd.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
})

it('ends what this tab still does for somebody who logged out in another one, such as sharing a location', async () => {
  let stopped = () => {}
  const stopSharing = vi.fn(() => new Promise<void>((resolve) => (stopped = resolve)))
  const forget = onLogout(stopSharing)
  change('token', null)
  forget()
  expect([stopSharing.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 0])
  stopped()
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
})

it('reloads the page when another tab logs in, because what is shown may belong to somebody else', () => {
  change('token', 'theirs')
  expect([onEnd.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
})

it('ends the session when the server has rejected it', async () => {
  queryClient().setQueryData(profileQuery.queryKey, null)
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
})

it('stays when something else is stored', () => {
  change('theme', 'dark')
  expect([onEnd.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])
})
