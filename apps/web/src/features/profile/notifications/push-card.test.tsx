import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { PushCard } from './push-card.tsx'

replaceExports(apiModule, { call: async () => ({ publicKey: 'key' }) })
const { draw, button, queryClient } = setUpScreen()

it('keeps the focus on the button that turns push messages on and off', async () => {
  // The state of the device, which jsdom has none of.
  queryClient().setQueryDefaults(['device', 'push'], { enabled: false })
  queryClient().setQueryData(['device', 'push'], 'off')
  await draw(<PushCard />)
  await waitFor(() => expect(button('Turn on notifications')).toBeDefined())
  button('Turn on notifications').focus()
  queryClient().setQueryData(['device', 'push'], 'on')
  await waitFor(() => expect(document.activeElement).toBe(button('Turn off notifications')))
})
