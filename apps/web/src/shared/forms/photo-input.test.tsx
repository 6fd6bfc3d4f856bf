import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { PhotoInput } from './photo-input.tsx'

const { draw, text } = setUpScreen()
const choose = async (...files: File[]) => {
  const input = document.querySelector('input') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: files })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

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
  await choose(large, drawing, good)
  await act(() => vi.waitFor(() => expect(onPhoto).toHaveBeenCalledOnce(), { timeout: 60_000 }))
  expect(onPhoto).toHaveBeenCalledWith(good)
  const alert = document.querySelector('[role=alert]')?.textContent
  expect(alert).toContain('large.jpg: The file is larger than 10 MB.')
  expect(alert).toContain('drawing.svg: Use one of these types: JPEG, PNG, WebP.')
})

it('refuses a HEIC photo that this browser cannot convert, which the server would refuse later', async () => {
  const onPhoto = vi.fn()
  await draw(<PhotoInput onPhoto={onPhoto}>Add a photo</PhotoInput>)
  await choose(new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }))
  await waitFor(() => expect(text()).toContain('Use one of these types: JPEG, PNG, WebP.'))
  expect(onPhoto).not.toHaveBeenCalled()
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
