import type { ContractDetails } from '@fettle/protocol/contracts'
import { act, useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import type { DocumentFile } from '../../../shared/documents/use-file-uploads.ts'
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
      arrive = () => resolve(fileOf('fil_2', 'data-sheet.pdf'))
    }),
})

const { draw, button } = setUpScreen()

const fileOf = (id: string, name: string) => ({ id, name, mime: 'application/pdf', url: '' })
let written: ContractForm

/** Draws the section of a contract with these files. */
function drawFiles(files: DocumentFile[]) {
  written = formOf({ attachments: files.map(({ id }) => id), milestones: [] } as unknown as ContractDetails['content'])
  function Form() {
    const [form, setForm] = useState<ContractForm>(written)
    useEffect(() => {
      written = form
    }, [form])
    const set: EditorSectionProps['set'] = (change) =>
      setForm((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) }))
    return <FilesSection form={form} problems={{}} currency="NGN" set={set} files={useFiles(files, 'CONTRACT_FILE')} />
  }
  return draw(<Form />)
}

it('a file removed while another one is on its way stays removed', async () => {
  await drawFiles([fileOf('fil_1', 'plan.pdf')])
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  Object.defineProperty(chooser, 'files', { value: [new File(['%PDF'], 'data-sheet.pdf')] })
  await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
  await press(button('Remove plan.pdf'))
  await act(async () => arrive())
  expect(written.attachments).toEqual(['fil_2'])
})

it('keeps the focus in the list when a file is removed', async () => {
  await drawFiles([fileOf('fil_1', 'plan.pdf'), fileOf('fil_2', 'data-sheet.pdf')])
  button('Remove plan.pdf').focus()
  await press(button('Remove plan.pdf'))
  expect(document.activeElement).toBe(button('Remove data-sheet.pdf'))
  await press(button('Remove data-sheet.pdf'))
  expect(document.activeElement?.textContent).toBe('Add a file')
})
