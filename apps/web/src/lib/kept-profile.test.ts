import type { Profile } from '@fettle/protocol/accounts/profile'
import { beforeEach, expect, it } from 'vitest'
import { forgetfulDrawer } from './device-db.ts'
import type { KeptRead } from './keep-reads.ts'
import { keepOwnProfile, ownProfileKept } from './kept-profile.ts'
import { writeKey } from './storage.ts'

const ada = {
  id: 'usr_1',
  firstName: 'Ada',
  accountNumber: '0123456789',
  accountNumberMasked: '••••6789',
  dateOfBirth: '1990-05-17',
  avatar: '/files/signed',
} as Profile
const drawer = forgetfulDrawer<KeptRead>()
beforeEach(async () => {
  await drawer.clear()
  writeKey('token', 'one')
})

it('knows who is signed in, without account number, birthday and signed addresses', async () => {
  await keepOwnProfile(ada, drawer)
  expect(await ownProfileKept(drawer)).toMatchObject({ id: 'usr_1', firstName: 'Ada', accountNumberMasked: '••••6789' })
  const kept = JSON.stringify(await drawer.all())
  for (const secret of ['0123456789', '1990-05-17', '/files/', '"one"']) expect(kept).not.toContain(secret)
})

it('says nothing to whoever is signed in by another session, or not at all', async () => {
  await keepOwnProfile(ada, drawer)
  writeKey('token', 'two')
  expect(await ownProfileKept(drawer)).toBeUndefined()
  writeKey('token', null)
  expect(await ownProfileKept(drawer)).toBeUndefined()
})

it('keeps one session at a time, and none for more than a fortnight', async () => {
  await keepOwnProfile(ada, drawer)
  writeKey('token', 'two')
  await keepOwnProfile({ ...ada, id: 'usr_2' }, drawer)
  const [kept] = await drawer.all()
  expect(await drawer.all()).toHaveLength(1)
  if (kept) await drawer.put({ ...kept, at: Date.now() - 15 * 24 * 60 * 60_000 })
  expect(await ownProfileKept(drawer)).toBeUndefined()
})
