import { createStore } from '@fettle/chat-client/store'
import { describe, expect, it } from 'vitest'
import { reportConnection } from '../../lib/http/connection.ts'
import { AutosaveNote } from './autosave-note.tsx'
import { setUpScreen } from '../../testing/screen.tsx'
import type { AutosaveState } from './use-document-autosave.ts'

const { draw } = setUpScreen()
const noteText = async (state: AutosaveState, conflict = false) => {
  await draw(<AutosaveNote store={createStore(state)} conflict={conflict} />)
  return document.querySelector('[role=status]')?.textContent
}

describe('the autosave note', () => {
  it('mentions the device only once changes are stored there', async () => {
    for (const isConnected of [true, false]) {
      reportConnection(isConnected)
      expect(await noteText('changed')).toBe('Changed')
      expect(await noteText('saving')).toBe('Saving…')
      expect(await noteText('device')).toBe('Saved on this device')
    }
  })

  it('mentions the server only once it has the changes', async () => {
    expect(await noteText('saved')).toBe('Saved')
    expect(await noteText('refused')).toBe('Not saved')
    expect(await noteText('saved', true)).toBe('Not saved')
  })
})
