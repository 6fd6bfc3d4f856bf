import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { Line } from './draft-edits.ts'
import { LineImage } from './line-image.tsx'

const { draw, button } = setUpScreen()

function Sheet() {
  const [imageFileId, setImage] = useState<string | null>('fil_1')
  const files = {
    find: () => undefined,
    upload: async () => undefined,
    progress: undefined,
    error: undefined,
    isConnected: true,
  }
  return (
    <Dialog title="Tap" onClose={() => undefined}>
      <LineImage line={{ name: 'Tap', imageFileId } as Line} files={files} onImage={setImage} />
    </Dialog>
  )
}

it('keeps the focus in the sheet when the picture is removed', async () => {
  await draw(<Sheet />)
  await act(async () => {
    button('Remove picture').focus()
    button('Remove picture').click()
  })
  expect(document.querySelector('dialog input')).not.toBeNull()
  expect(document.activeElement?.textContent).toBe('Tap')
})
