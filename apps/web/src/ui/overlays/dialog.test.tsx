import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { Dialog } from './dialog.tsx'

const { draw } = setUpScreen()
const onClose = vi.fn()
const onCloseInner = vi.fn()

beforeEach(async () => {
  await draw(
    <Dialog title="Outer" onClose={onClose}>
      <input type="file" />
      <Dialog title="Inner" onClose={onCloseInner} />
    </Dialog>,
  )
})

const fire = (selector: string, event: Event) => act(() => void document.querySelector(selector)?.dispatchEvent(event))

it('stays open when the picker of a file field is dismissed', () => {
  fire('input', new Event('cancel', { bubbles: true }))
  expect(onClose).not.toHaveBeenCalled()
})

it.each(['cancel', 'close'])('stays open on the %s of a dialog within it', (type) => {
  fire('dialog dialog', new Event(type, { cancelable: type === 'cancel' }))
  expect([onCloseInner.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
})

it.each(['cancel', 'close'])('closes on its own %s', (type) => {
  fire('dialog', new Event(type, { cancelable: type === 'cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

const press = (selector: string) => fire(selector, new MouseEvent('pointerdown', { bubbles: true }))
const release = () => fire('dialog', new MouseEvent('click', { bubbles: true }))

it('closes when the page behind it is pressed', () => {
  press('dialog')
  release()
  expect(onClose).toHaveBeenCalledOnce()
})

it('stays open when a press that began in it ends outside, as while selecting text', () => {
  press('input')
  release()
  expect(onClose).not.toHaveBeenCalled()
})
