import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { TagField } from './tag-field.tsx'

const { draw, button, field } = setUpScreen()
function Form() {
  const [items, setItems] = useState(['Taps', 'Boilers', 'Drains'])
  return (
    <TagField
      label="Skills"
      items={items}
      onAdd={() => undefined}
      onRemove={(item) => setItems(items.filter((other) => other !== item))}
    />
  )
}
const remove = async (item: string) => {
  button(`Remove ${item}`).focus()
  await press(button(`Remove ${item}`))
}

it('keeps the focus in the field when an item is removed', async () => {
  await draw(<Form />)
  await remove('Boilers')
  expect(document.activeElement).toBe(button('Remove Drains'))
  await remove('Drains')
  expect(document.activeElement).toBe(button('Remove Taps'))
  await remove('Taps')
  expect(document.activeElement).toBe(field('Skills'))
})
