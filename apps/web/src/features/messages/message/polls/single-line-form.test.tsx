import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { SingleLineForm } from './single-line-form.tsx'

const { draw, field } = setUpScreen()
const nothing = () => undefined
const form = (send: string) => (
  <>
    <SingleLineForm
      label="Your answer"
      max={100}
      send={send}
      check={nothing}
      onSend={async () => undefined}
      onDone={nothing}
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
