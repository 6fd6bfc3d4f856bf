import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TextField } from '../../ui/forms/field.tsx'
import { FormSheet } from './form-sheet.tsx'

let root: Root
const now = new Date('2026-11-22T12:00:00Z')
const nothing = () => undefined

/** Test form with a missing name and a valid place. */
function Asking({ error }: { error?: unknown }) {
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
const draw = (sheet: React.ReactNode) => act(() => root.render(<I18nProvider i18n={i18n}>{sheet}</I18nProvider>))
const fieldOf = (label: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom supports neither modal dialogs nor scroll events.
  HTMLDialogElement.prototype.showModal ??= nothing
  HTMLDialogElement.prototype.close ??= nothing
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  act(() => root.unmount())
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

it('closes after a refusal without errors', () => {
  draw(<Asking error={new Error('No')} />)
  expect(document.body.textContent).toContain("That didn't work. Try again.")
  draw(<p>Closed</p>)
  expect(document.body.textContent).toBe('Closed')
})

it('focuses the first invalid field', () => {
  draw(<Asking />)
  act(() => document.querySelector('form')?.requestSubmit())
  expect(document.activeElement?.id).toBe(fieldOf('Name')?.htmlFor)
})
