import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useOpenUntilBack } from './use-open-until-back.ts'

let root: Root
const page = document.body

function Overlay() {
  const [open, setOpen] = useOpenUntilBack()
  return <button onClick={() => setOpen(true)}>{open ? 'open' : 'closed'}</button>
}
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(page.appendChild(document.createElement('div')))
  act(() => root.render(<Overlay />))
})
afterEach(() => {
  act(() => root.unmount())
  page.replaceChildren()
  vi.unstubAllGlobals()
})

it('stays open when the address changes, and closes when the user goes back', () => {
  act(() => page.querySelector('button')?.click())
  act(() => window.history.pushState(null, '', '?message=1'))
  expect(page.textContent).toBe('open')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(page.textContent).toBe('closed')
})
