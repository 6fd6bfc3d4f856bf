import { act, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'

const setQuietHours = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('@novu/react/hooks', () => ({
  useNovu: () => ({}),
  NovuProvider: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('./api.ts', () => ({
  connectionQuery: { queryKey: ['connection'], queryFn: async () => ({}) },
  preferencesQuery: () => ({
    queryKey: ['preferences'],
    queryFn: async () => ({ kinds: [], quiet: { isOn: false, from: '22:00', until: '07:00' } }),
  }),
  setQuietHours,
}))
const { NotificationsTab } = await import('./notifications-tab.tsx')

const { draw } = setUpScreen()
const mute = () => [...document.querySelectorAll('label')].find((label) => label.textContent?.startsWith('Mute'))
afterEach(() => act(() => toast.clear()))

it.each([
  ['saved', () => setQuietHours.mockResolvedValue(), ['success', 'Saved']],
  [
    'refused',
    () => setQuietHours.mockRejectedValue(new Error('No.')),
    ['error', "Couldn't save that", 'Nothing was changed. Please try again.'],
  ],
])('a preference that is %s is told by a toast', async (_, answer, shown) => {
  answer()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  await draw(<NotificationsTab />)
  await waitFor(() => expect(mute()).toBeDefined())
  await act(async () => mute()?.querySelector('input')?.click())
  await waitFor(() => expect(toasts()).toContainEqual(shown))
})
