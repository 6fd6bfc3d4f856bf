import { Outlet, Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { onAnnounce } from '../../lib/browser/announce.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { setUnread } from '../../lib/browser/unread.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { useMain } from './use-main.ts'

const { draw, go } = setUpScreen()

function Shell() {
  return (
    <main ref={useMain()} tabIndex={-1}>
      <Outlet />
    </main>
  )
}

function Screen({ name }: { name: string }) {
  useTitle(name)
  return <h1 tabIndex={-1}>{name}</h1>
}

/** Onboarding has a frame of its own. */
const App = () => (
  <Routes>
    <Route element={<Shell key="bare" />}>
      <Route path="/get-started" element={<Screen name="Get started" />} />
    </Route>
    <Route element={<Shell key="app" />}>
      <Route path="/" element={<Screen name="Home" />} />
      <Route path="/bookings" element={<Screen name="Bookings" />} />
    </Route>
  </Routes>
)

it('focuses and announces each screen after the first, also in another frame, without the unread count', async () => {
  const announced: string[] = []
  onAnnounce((text) => void announced.push(text))
  setUnread('messages', 3)
  await draw(<App />, '/get-started')
  expect(document.activeElement).toBe(document.body)
  await go('/')
  expect(document.activeElement?.textContent).toBe('Home')
  await go('/bookings')
  expect(document.activeElement?.textContent).toBe('Bookings')
  expect(announced).toEqual(['Home · Fettle', 'Bookings · Fettle'])
})
