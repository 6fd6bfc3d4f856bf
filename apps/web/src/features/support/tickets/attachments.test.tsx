import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { reportConnection } from '../../../lib/http/connection.ts'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { Attachments } from './attachments.tsx'
import type { TicketFile } from './use-sent-files.ts'

const { draw, button, field } = setUpScreen()
const unused = () => undefined

afterEach(() => act(() => reportConnection(true)))

it('keeps the focus when the connection is lost, and chooses no files until it is back', async () => {
  await draw(<Attachments files={[]} onChange={unused} progress={undefined} onProgress={unused} disabled={false} />)
  const input = field('Add files')
  input.focus()
  act(() => reportConnection(false))
  expect([document.activeElement, input.ariaDisabled]).toEqual([input, 'true'])
  const click = new MouseEvent('click', { cancelable: true, bubbles: true })
  act(() => void input.dispatchEvent(click))
  expect(click.defaultPrevented).toBe(true)
})

it('moves the focus to another attached file when one is removed', async () => {
  function Form() {
    const [files, setFiles] = useState<readonly TicketFile[]>(
      ['a.pdf', 'b.pdf'].map((name) => ({ id: `upl_${name}`, name })),
    )
    return <Attachments files={files} onChange={setFiles} progress={undefined} onProgress={unused} disabled={false} />
  }
  await draw(<Form />)
  button('Remove a.pdf').focus()
  await press(button('Remove a.pdf'))
  expect(document.activeElement).toBe(button('Remove b.pdf'))
})
