import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { sendPendingActions, useWithoutDeleted } from '../../ui/feedback/undo.ts'
import { useDeleteDraft } from './use-delete-draft.ts'

const send = vi.fn<() => Promise<void>>(async () => undefined)
let root: Root

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
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/offers/off_1']}>
        <Screen />
      </MemoryRouter>,
    ),
  )
  await act(async () => button()?.click())
})
afterEach(async () => {
  await act(async () => {
    toast.clear()
    root.unmount()
  })
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
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
