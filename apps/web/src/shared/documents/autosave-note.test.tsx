import { afterEach, describe, expect, it, vi } from 'vitest'
import { AutosaveNote } from './autosave-note.tsx'
import { setUpScreen } from '../../testing/screen.tsx'
import { createAutosaveStore, type AutosaveState } from './autosave-store.ts'

const { draw } = setUpScreen()
const noteText = async (state: AutosaveState, conflict = false) => {
  await draw(<AutosaveNote store={createAutosaveStore(state)} conflict={conflict} />)
  return document.querySelector('[role=status]')?.textContent
}

afterEach(() => vi.restoreAllMocks())

describe('the autosave note', () => {
  it('mentions the device only once changes are stored there', async () => {
    for (const online of [true, false]) {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
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
