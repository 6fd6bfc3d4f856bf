import { act, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../../../testing/screen.tsx'
import { toasts } from '../../../../testing/toasts.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { SingleLineForm } from './single-line-form.tsx'

const { draw, field, press, text } = setUpScreen()
const nothing = () => undefined
const form = (send: string, onDone: () => void = nothing) => (
  <>
    <SingleLineForm
      label="Your answer"
      max={100}
      send={send}
      check={nothing}
      onSend={async () => undefined}
      onDone={onDone}
    />
    <input id="composer" />
  </>
)

it('takes the focus when it opens, and not again when the poll changes', async () => {
  await draw(form('Answer'))
  expect(document.activeElement).toBe(field('Your answer'))
  const composer = document.querySelector<HTMLInputElement>('#composer')
  composer?.focus()
  await draw(form('Change'))
  expect(document.activeElement).toBe(composer)
})

it('closes on Escape, unless an input method uses the key', async () => {
  const onDone = vi.fn()
  await draw(form('Answer', onDone))
  const escape = (init: KeyboardEventInit) =>
    act(async () =>
      field('Your answer').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...init })),
    )
  await escape({ isComposing: true })
  expect(onDone).not.toHaveBeenCalled()
  await escape({})
  expect(onDone).toHaveBeenCalledOnce()
})

it('keeps a refused text, with the reason below it and as a toast', async () => {
  await act(async () => toast.clear())
  const refuse = async () => {
    throw new Error('This poll is closed.')
  }
  await draw(
    <SingleLineForm label="Your answer" max={100} send="Answer" check={nothing} onSend={refuse} onDone={nothing} />,
  )
  await type(field('Your answer'), 'Monday')
  await press('Answer')
  expect(field('Your answer').value).toBe('Monday')
  expect(text()).toContain('This poll is closed.')
  expect(toasts()).toEqual([['error', 'This poll is closed.']])
})

it('leaves the focus on its message when it closes', async () => {
  const drawMessage = (content: ReactNode) =>
    draw(
      <div data-message="m1" tabIndex={-1}>
        {content}
      </div>,
    )
  await drawMessage(form('Answer'))
  expect(document.activeElement).toBe(field('Your answer'))
  await drawMessage(null)
  expect(document.activeElement?.getAttribute('data-message')).toBe('m1')
})
