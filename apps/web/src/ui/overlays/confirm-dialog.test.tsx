import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

const screen = setUpScreen()
const { button } = screen
const onConfirm = vi.fn()
const onClose = vi.fn()

const draw = (props: Partial<ConfirmDialogProps> = {}) =>
  screen.draw(<ConfirmDialog title="Delete it?" confirm="Delete" onConfirm={onConfirm} onClose={onClose} {...props} />)

it('does it only when confirmed', async () => {
  await draw()
  act(() => button('Keep it').click())
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0])
  act(() => button('Delete').click())
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('cannot be left while it is being done: a refusal must be seen', async () => {
  await draw({ busy: true })
  document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(onClose).not.toHaveBeenCalled()
  expect(button('Keep it').disabled).toBe(true)
})

it('cannot be left while it must stay open', async () => {
  await draw({ closable: false, busy: true })
  expect(button('Keep it').disabled).toBe(true)
})
