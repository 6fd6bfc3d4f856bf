import type { Profile } from '@fettle/protocol/accounts/profile'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readKey, writeKey } from '../../lib/browser/storage.ts'
import { cacheProfile, profileQuery } from './profile.ts'

const ada = { firstName: 'Ada' } as Profile
const client = new QueryClient()
const load = () => client.fetchQuery({ ...profileQuery, retry: false, staleTime: 0 })

beforeEach(() => {
  client.clear()
  writeKey('token', 't')
})
afterEach(() => vi.unstubAllGlobals())

for (const status of [401, 403]) {
  const refuse = () =>
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify({ success: false, status, message: 'No.' }), { status }),
    )

  it(`a ${status} for the profile does not end a running session`, async () => {
    refuse()
    cacheProfile(client, ada)
    await expect(load()).rejects.toMatchObject({ status })
    expect(readKey('token')).toBe('t')
    expect(client.getQueryData(profileQuery.queryKey)).toBe(ada)
  })

  it(`a ${status} for the first profile means that there is no session`, async () => {
    refuse()
    expect(await load()).toBeNull()
    expect(readKey('token')).toBeNull()
  })
}
