import type { Profile } from '@fettle/protocol/accounts/profile'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { Invite } from './invite.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return { link: 'https://fettle.test/r/ada', code: 'ada', reward: { amount: 5_000, currency: 'NGN' } }
  },
})
const { draw, button, press, text } = setUpScreen({ queries: { retry: false } })

it('says that the invitation link could not be loaded, and loads it again', async () => {
  const profile = { id: 'usr_1' } as Profile
  await draw(<Invite profile={profile} onDone={() => undefined} onBack={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load your invitation link."))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(document.body.innerHTML).toContain('fettle.test/r/ada'))
  expect(button('Try again')).toBeUndefined()
})
