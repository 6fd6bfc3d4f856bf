import { act } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastStore } from '../../ui/feedback/toast.ts'
import { sendPendingActions, useWithoutDeleted } from '../../ui/feedback/undo.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { useDeleteDraft } from './use-delete-draft.ts'

const send = vi.fn<() => Promise<void>>(async () => undefined)
const { draw } = setUpScreen()

function Screen() {
  const { pathname, search } = useLocation()
  const rows = useWithoutDeleted([{ id: 'off_1' }, { id: 'off_2' }])
  const remove = useDeleteDraft('/offers')
  return (
    <button type="button" onClick={() => remove({ id: 'off_1', name: 'New bathroom' }, send)}>
      {pathname + search} {rows.map(({ id }) => id).join()}
    </button>
  )
}
const button = () => document.querySelector('button')

beforeEach(async () => {
  await draw(<Screen />, '/offers/off_1')
  await act(async () => button()?.click())
})
afterEach(async () => {
  send.mockClear()
})

it('goes back to the drafts, where the draft is gone, and deletes it later', async () => {
  expect(button()?.textContent).toBe('/offers?tab=drafts off_2')
  expect(toastStore.get()).toMatchObject([{ title: 'New bathroom deleted' }])
  expect(send).not.toHaveBeenCalled()
  await act(async () => sendPendingActions())
  expect(send).toHaveBeenCalledOnce()
})

it('keeps a draft whose deletion is undone', async () => {
  await act(async () => toastStore.get()[0]?.action?.run())
  expect(button()?.textContent).toBe('/offers?tab=drafts off_1,off_2')
  expect(send).not.toHaveBeenCalled()
})
