import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../../testing/screen.tsx'
import { emptyForm, type PollForm } from './poll-form.ts'
import { OptionLines } from './option-lines.tsx'

const { draw, button } = setUpScreen()

it('moves the focus to the next option when one is removed', async () => {
  const options = ['Monday', 'Tuesday', ''].map((text) => ({ key: text, text }))
  function Form() {
    const [form, setForm] = useState<PollForm>({ ...emptyForm, options })
    return (
      <OptionLines form={form} onChange={setForm} problems={new Map()} problem={undefined} onBlur={() => undefined} />
    )
  }
  await draw(<Form />)
  button('Remove option 1').focus()
  await press(button('Remove option 1'))
  expect((document.activeElement as HTMLInputElement).value).toBe('Tuesday')
})
