import type { ContractDetails } from '@fettle/protocol/contracts'
import { act, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { formOf, type ContractForm } from './contract-form.ts'
import * as apiModule from '../../../lib/http/api.ts'
import { useFiles } from '../use-files.ts'
import { FilesSection } from './files-section.tsx'
import type { EditorSectionProps } from './section-props.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

let arrive: () => void
replaceExports(apiModule, {
  call: () =>
    new Promise((resolve) => {
      arrive = () => resolve({ id: 'fil_2', name: 'data-sheet.pdf', mime: 'application/pdf', url: '' })
    }),
})

const { draw, button } = setUpScreen()

it('a file removed while another one is on its way stays removed', async () => {
  const plan = { id: 'fil_1', name: 'plan.pdf', mime: 'application/pdf', url: '' }
  const contract = { files: [plan] } as unknown as ContractDetails
  let written = formOf({ attachments: ['fil_1'], milestones: [] } as unknown as ContractDetails['content'])
  function Form() {
    const [form, setForm] = useState<ContractForm>(written)
    useEffect(() => {
      written = form
    }, [form])
    const set: EditorSectionProps['set'] = (change) =>
      setForm((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) }))
    return (
      <FilesSection
        form={form}
        problems={{}}
        currency="NGN"
        set={set}
        files={useFiles(contract.files, 'CONTRACT_FILE')}
      />
    )
  }
  await draw(<Form />)
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  Object.defineProperty(chooser, 'files', { value: [new File(['%PDF'], 'data-sheet.pdf')] })
  await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
  await press(button('Remove plan.pdf'))
  await act(async () => arrive())
  expect(written.attachments).toEqual(['fil_2'])
})
