import { expect, it, vi } from 'vitest'
import * as pushModule from '../../../lib/browser/push.ts'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { press, setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toastTitles } from '../../../testing/toasts.ts'
import { PushCard } from './push-card.tsx'

const turnPushOn = vi.fn<() => Promise<pushModule.PushState>>()
replaceExports(apiModule, { call: async () => ({ publicKey: 'key' }) })
replaceExports(pushModule, { turnPushOn })
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

it.each([
  ['turned on', 'on', ['Saved']],
  ['not allowed by the user', 'off', []],
] as const)('push messages that were %s show the toasts they should', async (_, answer, titles) => {
  queryClient().setQueryDefaults(['device', 'push'], { enabled: false })
  queryClient().setQueryData(['device', 'push'], 'off')
  turnPushOn.mockResolvedValue(answer)
  await draw(<PushCard />)
  await waitFor(() => expect(button('Turn on notifications')).toBeDefined())
  await press(button('Turn on notifications'))
  expect(toastTitles()).toEqual(titles)
})
