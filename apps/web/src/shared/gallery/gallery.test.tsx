import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import Gallery from './gallery.tsx'

const { draw, button, text } = setUpScreen()

it('leaves the focus on the button at the last picture, so that the keys go on working', async () => {
  function Pictures() {
    const [at, setAt] = useState(0)
    const pictures = ['tap', 'sink'].map((name) => ({ id: name, name, alt: name, url: undefined }))
    return <Gallery pictures={pictures} at={at} onMove={setAt} onClose={() => undefined} />
  }
  await draw(<Pictures />)
  button('Next picture').focus()
  await press(button('Next picture'))
  expect(text()).toContain('2 of 2')
  // A disabled button takes no keys.
  expect(document.activeElement?.matches('button:enabled')).toBe(true)
  const key = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })
  await act(async () => document.activeElement?.dispatchEvent(key))
  expect(text()).toContain('1 of 2')
})

it('leaves the focus in the gallery when a picture is loaded again, so that the keys go on working', async () => {
  const pictures = [{ id: 'tap', name: 'tap', alt: 'Tap', url: '/tap.jpg' }]
  await draw(<Gallery pictures={pictures} at={0} onMove={() => undefined} onClose={() => undefined} />)
  await act(async () => document.querySelector('img')?.dispatchEvent(new Event('error')))
  button('Try again').focus()
  await press(button('Try again'))
  expect(document.querySelector('img')).not.toBeNull()
  expect(document.activeElement?.tagName).toBe('DIALOG')
})
