import { expect, it } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as headModule from './detail/contract-head.tsx'
import * as menuModule from './detail/contract-menu.tsx'
import * as stateNotesModule from './detail/state-notes.tsx'
import * as editorModule from './editor/editor.tsx'
import * as signingModule from './sign/signing.tsx'
import { Component } from './contract.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const contract = {
  id: 'ctr_1',
  status: 'DRAFT',
  title: 'New kitchen',
  customer: { name: 'Ngozi Eze' },
  allowedActions: ['edit', 'send'],
}
replaceExports(apiModule, { call: async () => contract })
replaceExports(headModule, { ContractHead: () => null })
replaceExports(menuModule, { ContractMenu: () => null })
replaceExports(stateNotesModule, { StateNotes: () => null })
replaceExports(editorModule, {
  Editor: ({ onSign }: { onSign: () => void }) => (
    <button type="button" onClick={onSign}>
      Read and sign…
    </button>
  ),
})
replaceExports(signingModule, {
  Signing: ({ onBack }: { onBack: () => void }) => (
    <button type="button" onClick={onBack}>
      Back to the draft
    </button>
  ),
})

const { draw, button } = setUpScreen()

it('keeps the focus on the page when a contract is not signed after all', async () => {
  await draw(
    <main id="main" tabIndex={-1}>
      <Component />
    </main>,
  )
  await waitFor(() => expect(button('Read and sign…')).toBeDefined())
  await press(button('Read and sign…'))
  button('Back to the draft').focus()
  await press(button('Back to the draft'))
  expect(document.activeElement).toBe(document.getElementById('main'))
})
