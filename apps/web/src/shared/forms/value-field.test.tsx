import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { ValueField } from './value-field.tsx'

const { draw, field, button, text } = setUpScreen()
const onSend = vi.fn()

function Percent() {
  const [percent, setPercent] = useState(0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(percent)
      }}
    >
      <ValueField
        label="Done"
        value={String(percent)}
        onText={(typed) => {
          const next = Number(typed)
          if (Number.isInteger(next)) setPercent(next)
          return Number.isInteger(next)
        }}
        wrong="Enter a whole number."
      />
      <button>Send</button>
    </form>
  )
}

it('does not submit a value other than the text shown', async () => {
  await draw(<Percent />)
  await type(field('Done'), '45')
  await type(field('Done'), '45.5')
  await press(button('Send'))
  expect(onSend).not.toHaveBeenCalled()
  expect(text()).toContain('Enter a whole number.')
  expect(document.activeElement).toBe(field('Done'))

  await type(field('Done'), '46')
  await press(button('Send'))
  expect(onSend).toHaveBeenCalledExactlyOnceWith(46)
})
