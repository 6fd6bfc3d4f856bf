import type { Profile } from '@fettle/protocol/accounts/profile'
import { beforeEach, expect, it } from 'vitest'
import { createMemoryStore } from '../../lib/offline/key-value-store.ts'
import type { PersistedQuery } from '../../lib/offline/persist-queries.ts'
import { cacheOwnProfile, cachedOwnProfile } from './cached-profile.ts'
import { writeKey } from '../../lib/browser/storage.ts'

const ada = {
  id: 'usr_1',
  firstName: 'Ada',
  accountNumber: '0123456789',
  accountNumberMasked: '••••6789',
  dateOfBirth: '1990-05-17',
  avatar: '/files/signed',
} as Profile
const store = createMemoryStore<PersistedQuery>()
beforeEach(async () => {
  await store.clear()
  writeKey('token', 'one')
})

it('stores the profile without account number, date of birth and signed addresses', async () => {
  await cacheOwnProfile(ada, store)
  expect(await cachedOwnProfile(store)).toMatchObject({
    id: 'usr_1',
    firstName: 'Ada',
    accountNumberMasked: '••••6789',
  })
  const kept = JSON.stringify(await store.all())
  for (const secret of ['0123456789', '1990-05-17', '/files/', '"one"']) expect(kept).not.toContain(secret)
})

it('returns nothing for another session, or none', async () => {
  await cacheOwnProfile(ada, store)
  writeKey('token', 'two')
  expect(await cachedOwnProfile(store)).toBeUndefined()
  writeKey('token', null)
  expect(await cachedOwnProfile(store)).toBeUndefined()
})

it('stores one session, for two weeks at most', async () => {
  await cacheOwnProfile(ada, store)
  writeKey('token', 'two')
  await cacheOwnProfile({ ...ada, id: 'usr_2' }, store)
  const [kept] = await store.all()
  expect(await store.all()).toHaveLength(1)
  if (kept) await store.put({ ...kept, at: Date.now() - 15 * 24 * 60 * 60_000 })
  expect(await cachedOwnProfile(store)).toBeUndefined()
})
