import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { NewOffer } from './new-offer.tsx'

const server = { isAway: true }
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1', currency: 'NGN' }) })
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return [{ id: 'tpl_1', name: 'Bathroom', content: {} }]
  },
})
const { draw, button, field, press, text } = setUpScreen({ queries: { retry: false } })

it('says that the templates could not be loaded, and loads them again', async () => {
  await draw(<NewOffer customerId="cus_1" onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load the templates."))
  expect(field('Start from')).toBeUndefined()
  expect(button('Create offer')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(field('Start from')?.textContent).toContain('Bathroom'))
})
