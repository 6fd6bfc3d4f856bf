import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../testing/screen.tsx'
import { Button } from './button.tsx'

const { draw, button, press } = setUpScreen()
const send = vi.fn()
const show = (disabled: boolean) =>
  draw(
    <Button disabled={disabled} onClick={send}>
      Send
    </Button>,
  )

it('keeps the focus when it is disabled after a press, and ignores further ones', async () => {
  await show(false)
  button('Send').focus()
  await press('Send')
  await show(true)
  expect([document.activeElement, button('Send').ariaDisabled]).toEqual([button('Send'), 'true'])
  await press('Send')
  expect(send).toHaveBeenCalledOnce()
  await show(false)
  await press('Send')
  expect(send).toHaveBeenCalledTimes(2)
})

it('takes no focus when it is disabled before any press', async () => {
  await show(true)
  button('Send').focus()
  expect([document.activeElement, button('Send').disabled]).toEqual([document.body, true])
})
