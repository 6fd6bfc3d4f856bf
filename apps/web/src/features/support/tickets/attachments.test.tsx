import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { Attachments } from './attachments.tsx'
import type { TicketFile } from './use-sent-files.ts'

const { draw, button } = setUpScreen()

it('moves the focus to another attached file when one is removed', async () => {
  function Form() {
    const [files, setFiles] = useState<readonly TicketFile[]>(
      ['a.pdf', 'b.pdf'].map((name) => ({ id: `upl_${name}`, name })),
    )
    const unused = () => undefined
    return <Attachments files={files} onChange={setFiles} progress={undefined} onProgress={unused} disabled={false} />
  }
  await draw(<Form />)
  button('Remove a.pdf').focus()
  await press(button('Remove a.pdf'))
  expect(document.activeElement).toBe(button('Remove b.pdf'))
})
