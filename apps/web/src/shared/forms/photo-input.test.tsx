import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { PhotoInput } from './photo-input.tsx'

const { draw, text } = setUpScreen()

it('says why photos were refused, also when later ones were not', async () => {
  const onPhoto = vi.fn()
  await draw(
    <PhotoInput multiple onPhoto={onPhoto}>
      Add a photo
    </PhotoInput>,
  )
  const large = new File([new Uint8Array(11 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' })
  const drawing = new File(['x'], 'drawing.svg', { type: 'image/svg+xml' })
  const good = new File(['x'], 'good.jpg', { type: 'image/jpeg' })
  const input = document.querySelector('input') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [large, drawing, good] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await act(() => vi.waitFor(() => expect(onPhoto).toHaveBeenCalledOnce(), { timeout: 60_000 }))
  expect(onPhoto).toHaveBeenCalledWith(good)
  expect(text()).toContain('The file is larger than')
  expect(text()).toContain('Use one of these types')
})

it('lets photos be chosen that were taken before, unless one is to be taken now', async () => {
  const input = () => document.querySelector('input')
  await draw(<PhotoInput onPhoto={vi.fn()}>Add a photo</PhotoInput>)
  expect(input()?.hasAttribute('capture')).toBe(false)
  await draw(
    <PhotoInput fromCamera onPhoto={vi.fn()}>
      Take a photo
    </PhotoInput>,
  )
  expect(input()?.getAttribute('capture')).toBe('environment')
})
