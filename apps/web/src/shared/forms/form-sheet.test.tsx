import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ApiError } from '../../lib/http/api-error.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { FormSheet } from './form-sheet.tsx'

const { draw } = setUpScreen()
const now = new Date('2026-11-22T12:00:00Z')
const nothing = () => undefined

/** Test form with a missing name and a valid place. */
function TestForm({ error }: { error?: unknown }) {
  const [tried, setTried] = useState(false)
  return (
    <FormSheet
      title="Who"
      submit="Keep it"
      error={error}
      timeZone="UTC"
      now={now}
      onSubmit={() => setTried(true)}
      onClose={nothing}
    >
      <TextField label="Place" value="Lagos" onChange={nothing} />
      <TextField label="Name" value="" onChange={nothing} error={tried ? 'Enter a name.' : undefined} />
    </FormSheet>
  )
}
const fieldOf = (label: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)

beforeEach(() => {
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined
})

it('closes after a refusal without errors', async () => {
  await draw(<TestForm error={new Error('No')} />)
  expect(document.body.textContent).toContain("That didn't work. Try again.")
  await draw(<p>Closed</p>)
  expect(document.body.textContent).toBe('Closed')
})

it('focuses the first invalid field', async () => {
  await draw(<TestForm />)
  act(() => document.querySelector('form')?.requestSubmit())
  expect(document.activeElement?.id).toBe(fieldOf('Name')?.htmlFor)
})

it('focuses the first choice of an invalid group', async () => {
  await draw(
    <FormSheet title="How" submit="Keep it" timeZone="UTC" now={now} onSubmit={nothing} onClose={nothing}>
      <ChoiceCards label="Way" name="way" error="Choose one." choices={[{ value: 'CALL', label: 'Call' }]} />
    </FormSheet>,
  )
  document.querySelector<HTMLElement>('input[value=CALL]')?.blur()
  act(() => document.querySelector('form')?.requestSubmit())
  expect(document.activeElement).toBe(document.querySelector('input[value=CALL]'))
})

it('cannot be closed while it is being sent', async () => {
  const onClose = vi.fn()
  await draw(
    <FormSheet title="When" submit="Propose" busy {...{ now, onClose }} timeZone="UTC" onSubmit={nothing}>
      <TextField label="Note" defaultValue="" />
    </FormSheet>,
  )
  act(() => void document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
  const close = [...document.querySelectorAll('button')].filter(
    (each) => (each.ariaLabel ?? each.textContent) === 'Close',
  )
  expect(close.map(({ disabled }) => disabled)).toEqual([true])
  expect(onClose).not.toHaveBeenCalled()
})

it('repeats a refused action with its consent, and asks again once something has changed', async () => {
  const details = { warnings: [{ code: 'SHORT_NOTICE', message: 'Short notice.', bookingId: null }] }
  const error = new ApiError({ status: 409, code: 'ACKNOWLEDGE_REQUIRED', message: 'Check this first', details })
  const onSubmit = vi.fn()
  await draw(
    <FormSheet title="When" submit="Propose" consents {...{ error, now, onSubmit }} timeZone="UTC" onClose={nothing}>
      <TextField label="Note" defaultValue="" />
    </FormSheet>,
  )
  const submit = () => document.querySelector('button[type=submit]')
  expect(submit()?.textContent).toBe('Continue anyway')
  act(() => document.querySelector('form')?.requestSubmit())
  expect(onSubmit.mock.calls).toEqual([[{ acknowledge: ['SHORT_NOTICE'] }]])
  const note = document.querySelector('input')
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(note, 'Earlier')
    note?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(submit()?.textContent).toBe('Propose')
  act(() => document.querySelector('form')?.requestSubmit())
  expect(onSubmit).toHaveBeenLastCalledWith()
})
