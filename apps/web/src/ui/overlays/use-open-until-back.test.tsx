import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { useOpenUntilBack } from './use-open-until-back.ts'

const { draw } = setUpScreen()
const page = document.body

function Overlay() {
  const [open, setOpen] = useOpenUntilBack()
  return <button onClick={() => setOpen(true)}>{open ? 'open' : 'closed'}</button>
}
beforeEach(async () => {
  await draw(<Overlay />)
})

it('stays open when the address changes, and closes when the user goes back', () => {
  act(() => page.querySelector('button')?.click())
  act(() => window.history.pushState(null, '', '?message=1'))
  expect(page.textContent).toBe('open')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(page.textContent).toBe('closed')
})
