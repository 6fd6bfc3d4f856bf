import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { useFiles } from './use-files.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const answers = [] as ((file: { id: string }) => void)[]
replaceExports(apiModule, {
  call: () => new Promise((resolve) => answers.push(resolve)),
})

const { draw } = setUpScreen()

it('files are on their way until the last one has arrived', async () => {
  let files: ReturnType<typeof useFiles> | undefined
  function Form() {
    const current = useFiles([], 'EVIDENCE')
    useEffect(() => {
      files = current
    })
    return null
  }
  await draw(<Form />)
  await act(async () => {
    void files?.upload(new File(['a'], 'before.jpg'))
    void files?.upload(new File(['b'], 'after.jpg'))
  })
  await act(async () => answers[0]?.({ id: 'fil_1' }))
  expect(files?.progress).toBeDefined()
  await act(async () => answers[1]?.({ id: 'fil_2' }))
  expect(files?.progress).toBeUndefined()
})
