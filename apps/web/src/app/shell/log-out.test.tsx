import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts, writeDraft } from '../../lib/forms/form-drafts.ts'
import * as sessionModule from '../../lib/http/session.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import { useLogOut } from './log-out.tsx'
import { useAutosave } from '../../lib/forms/use-autosave.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen } from '../../testing/screen.tsx'

const logOut = vi.fn()
replaceExports(sessionModule, { logOut })
replaceExports(profileModule, { useMaybeProfile: () => ({ id: 'usr_ada' }) })

const editor = { isUnsaved: (): boolean => false, save: async () => undefined }
function Editor() {
  useAutosave({ save: editor.save, isUnsaved: editor.isUnsaved, delayMs: 60_000 })
  return null
}
function Frame() {
  const logOut = useLogOut()
  return (
    <>
      <Editor />
      <button type="button" onClick={logOut.start}>
        Leave
      </button>
      {logOut.confirmation}
    </>
  )
}

const { draw, leave, press } = setUpScreen()
const dialogText = () => document.querySelector('dialog')?.textContent ?? ''
const write = (id: string) =>
  localStorage.setItem(`chat.outbox.usr_ada.${id}`, JSON.stringify({ createdAt: new Date().toISOString() }))

beforeEach(async () => {
  localStorage.clear()
  clearDrafts()
  logOut.mockReset()
  await draw(<Frame />)
})

it('logs out at once when everything is sent', async () => {
  await press('Leave')
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce(), { timeout: 60_000 })
})

it('asks about unsent changes, and keeps them for their user', async () => {
  write('m1')
  write('m2')
  await press('Leave')
  await act(() =>
    vi.waitFor(() => expect(dialogText()).toContain("2 changes haven't been sent yet"), { timeout: 60_000 }),
  )
  expect(logOut).not.toHaveBeenCalled()
  await press('Stay')
  expect(document.querySelector('dialog')).toBeNull()
  expect(logOut).not.toHaveBeenCalled()
  await press('Leave')
  await act(() => vi.waitFor(() => expect(dialogText()).not.toBe(''), { timeout: 60_000 }))
  await press('Log out')
  expect(logOut).toHaveBeenCalledOnce()
  expect(localStorage.length).toBe(2)
})

it('discards unsent changes on request', async () => {
  write('m1')
  await press('Leave')
  await act(() => vi.waitFor(() => expect(dialogText()).toContain('1 change'), { timeout: 60_000 }))
  await press('Discard and log out')
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(localStorage.length).toBe(0)
})

it('saves what is being edited before it logs out', async () => {
  const order: string[] = []
  let isUnsaved = true
  editor.isUnsaved = () => isUnsaved
  editor.save = async () => {
    isUnsaved = false
    order.push('saved')
  }
  await leave()
  await draw(<Frame />)
  logOut.mockImplementation(() => void order.push('left'))
  await press('Leave')
  await vi.waitFor(() => expect(order).toEqual(['saved', 'left']), { timeout: 60_000 })
})

it.each(['contract:ctr_1', 'customer-notes:cus_1'])(
  'asks before it deletes what could not be saved: %s',
  async (name) => {
    writeDraft(name, { text: 'In the cellar' })
    await press('Leave')
    await act(() => vi.waitFor(() => expect(dialogText()).toContain('Log out without saving?'), { timeout: 60_000 }))
    expect(logOut).not.toHaveBeenCalled()
    await press('Stay')
    expect(document.querySelector('dialog')).toBeNull()
    await press('Leave')
    await act(() => vi.waitFor(() => expect(dialogText()).not.toBe(''), { timeout: 60_000 }))
    await press('Log out')
    expect(logOut).toHaveBeenCalledOnce()
  },
)
