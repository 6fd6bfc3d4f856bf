import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

let root: Root
const onConfirm = vi.fn()
const onClose = vi.fn()

const draw = (props: Partial<ConfirmDialogProps> = {}) =>
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ConfirmDialog title="Delete it?" confirm="Delete" onConfirm={onConfirm} onClose={onClose} {...props} />
      </I18nProvider>,
    ),
  )
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom does not support modal dialogs.
  HTMLDialogElement.prototype.showModal ??= () => undefined
  HTMLDialogElement.prototype.close ??= () => undefined
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  act(() => root.unmount())
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('does it only when confirmed', () => {
  draw()
  act(() => button('Keep it').click())
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0])
  act(() => button('Delete').click())
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('cannot be left while it is being done: a refusal must be seen', () => {
  draw({ busy: true })
  document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(onClose).not.toHaveBeenCalled()
  expect(button('Keep it').disabled).toBe(true)
})

it('cannot be left while it must stay open', () => {
  draw({ closable: false, busy: true })
  expect(button('Keep it').disabled).toBe(true)
})
