import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { TagField } from './tag-field.tsx'

const { draw, button, field } = setUpScreen()
function Form() {
  const [items, setItems] = useState(['Taps', 'Boilers', 'Drains'])
  return (
    <TagField
      label="Skills"
      items={items}
      suggestions={['Tiles', 'Floors']}
      onAdd={(item) => setItems([...items, item])}
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

it('keeps the focus among the suggestions when one is added, and then moves it to the text', async () => {
  await draw(<Form />)
  button('Tiles').focus()
  await press(button('Tiles'))
  expect(document.activeElement).toBe(button('Floors'))
  await press(button('Floors'))
  expect(document.activeElement).toBe(field('Skills'))
})

it('adds the text before the click of a button that is pressed, and does not move it before', async () => {
  await draw(<Form />)
  const typed = field('Skills')
  await act(async () => typed.focus())
  await type(typed, 'Leaks')
  window.dispatchEvent(new MouseEvent('mousedown'))
  await act(async () => typed.blur())
  expect(button('Remove Leaks')).toBeUndefined()
  await act(async () => window.dispatchEvent(new MouseEvent('mouseup')))
  expect(button('Remove Leaks')).toBeDefined()
})

it('removes no item while Backspace is held to delete the text', async () => {
  await draw(<Form />)
  const hold = (repeat: boolean) =>
    act(async () =>
      field('Skills').dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', repeat, bubbles: true })),
    )
  await hold(true)
  expect(button('Remove Drains')).toBeDefined()
  await hold(false)
  expect(button('Remove Drains')).toBeUndefined()
})
