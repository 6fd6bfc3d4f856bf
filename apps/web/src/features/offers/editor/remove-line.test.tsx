import { OfferDraft } from '@fettle/protocol/offers/content'
import { act } from 'react'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import type { OfferEditorFiles } from './sections/use-files.ts'
import { useEditing } from './use-editing.ts'
import { emptyLine } from './lines/draft-edits.ts'
import { LineSheet } from './lines/line-sheet.tsx'

const { draw, press, text } = setUpScreen()
const files = { files: [], add: async () => undefined } as unknown as OfferEditorFiles

function Editor() {
  const editing = useEditing(() =>
    z.parse(OfferDraft, {
      title: 'Kitchen',
      lineItems: [emptyLine('a', { name: 'Tap' }), emptyLine('b', { name: 'Sink' })],
    }),
  )
  const { content, edit } = editing
  return (
    <>
      <output>{[content.title, ...content.lineItems.map(({ name }) => name)].join(', ')}</output>
      <button type="button" onClick={() => edit((before) => ({ ...before, title: 'Bathroom' }))}>
        Rename
      </button>
      <LineSheet
        id="a"
        editing={editing}
        currency="NGN"
        amount={0}
        problems={undefined}
        files={files}
        onOpen={() => undefined}
        onClose={() => undefined}
      />
    </>
  )
}

it('undoes the removal of a line, whatever was changed since', async () => {
  toast.clear()
  await draw(<Editor />)
  await press('Remove line')
  expect(text()).toContain('Kitchen, Sink')
  await press('Rename')
  await act(async () => toastStore.get().at(-1)?.action?.run())
  expect(text()).toContain('Bathroom, Tap, Sink')
})
