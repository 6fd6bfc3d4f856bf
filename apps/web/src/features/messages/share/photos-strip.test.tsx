import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { PhotosStrip } from './photos-strip.tsx'

const { draw, button } = setUpScreen()
URL.createObjectURL ??= () => 'blob:photo'
URL.revokeObjectURL ??= () => undefined

it('moves the focus to the next photo when one is removed, and to the page after the last', async () => {
  const shared = ['sink', 'tap'].map((id) => ({ id, file: new File([id], `${id}.jpg`), at: '2026-11-21T08:00:00Z' }))
  function Strip() {
    const [photos, setPhotos] = useState(shared)
    if (photos.length === 0) return 'No shared photos'
    return (
      <>
        <PhotosStrip photos={photos} onRemove={(id) => setPhotos(photos.filter((photo) => photo.id !== id))} />
        <button type="button">Send</button>
      </>
    )
  }
  await draw(
    <main id="main" tabIndex={-1}>
      <Strip />
    </main>,
  )
  button('Remove photo 1').focus()
  await press(button('Remove photo 1'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove photo 1')
  await press(button('Remove photo 1'))
  expect(document.activeElement?.id).toBe('main')
})
