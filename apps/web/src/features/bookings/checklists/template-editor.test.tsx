import { expect, it } from 'vitest'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { TemplateEditor } from './template-editor.tsx'

const { draw, button, field } = setUpScreen()

it('keeps a new checklist until it is saved, whatever ends the session', async () => {
  const open = (key: string) => draw(<TemplateEditor key={key} onClose={() => undefined} />)
  await open('first')
  await type(field('Name'), 'Boiler service')
  await type(field('Item 1'), 'Gas is off')
  await press(button('Add an item'))
  await type(field('Item 2'), 'Filter is clean')
  await open('later')
  expect(['Name', 'Item 1', 'Item 2'].map((label) => field(label).value)).toEqual([
    'Boiler service',
    'Gas is off',
    'Filter is clean',
  ])
})
