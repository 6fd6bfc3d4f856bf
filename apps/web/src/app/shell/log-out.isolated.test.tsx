import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const logOut = vi.hoisted(() => vi.fn())
vi.mock('../../lib/http/session.ts', () => ({ logOut }))
vi.mock('../../shared/profile/profile.ts', () => ({ useMaybeProfile: () => ({ id: 'usr_ada' }) }))
const { useLogOut } = await import('./log-out.tsx')

function Frame() {
  const leaving = useLogOut()
  return (
    <>
      <button type="button" onClick={leaving.start}>
        Leave
      </button>
      {leaving.question}
    </>
  )
}

let root: Root
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find((each) => each.textContent === name)?.click())
const said = () => document.querySelector('dialog')?.textContent ?? ''
const write = (id: string) =>
  localStorage.setItem(`chat.outbox.usr_ada.${id}`, JSON.stringify({ createdAt: new Date().toISOString() }))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  HTMLDialogElement.prototype.showModal ??= () => undefined
  localStorage.clear()
  logOut.mockReset()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Frame />
      </I18nProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('logs out at once when everything is sent', async () => {
  await press('Leave')
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce(), { timeout: 60_000 })
})

it('asks about unsent changes, and keeps them for their user', async () => {
  write('m1')
  write('m2')
  await press('Leave')
  await act(() => vi.waitFor(() => expect(said()).toContain("2 changes haven't been sent yet"), { timeout: 60_000 }))
  expect(logOut).not.toHaveBeenCalled()
  await press('Stay')
  expect(document.querySelector('dialog')).toBeNull()
  expect(logOut).not.toHaveBeenCalled()
  await press('Leave')
  await act(() => vi.waitFor(() => expect(said()).not.toBe(''), { timeout: 60_000 }))
  await press('Log out')
  expect(logOut).toHaveBeenCalledOnce()
  expect(localStorage.length).toBe(2)
})

it('discards unsent changes on request', async () => {
  write('m1')
  await press('Leave')
  await act(() => vi.waitFor(() => expect(said()).toContain('1 change'), { timeout: 60_000 }))
  await press('Discard and log out')
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(localStorage.length).toBe(0)
})
