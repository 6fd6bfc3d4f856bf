import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { ChosenFileList } from './chosen-file-list.tsx'

const { draw, button } = setUpScreen()

it('moves the focus to another file when one is removed', async () => {
  const chosen = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new File([name], name))
  function Form() {
    const [files, setFiles] = useState(chosen)
    return <ChosenFileList files={files} onRemove={(file) => setFiles(files.filter((each) => each !== file))} />
  }
  await draw(<Form />)
  for (const [removed, next] of [
    ['b.pdf', 'c.pdf'],
    ['c.pdf', 'a.pdf'],
  ]) {
    button(`Remove ${removed}`).focus()
    await press(button(`Remove ${removed}`))
    expect(document.activeElement).toBe(button(`Remove ${next}`))
  }
})
