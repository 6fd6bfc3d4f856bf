import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AutosaveNote } from './autosave-note.tsx'
import { createAutosaveStore, type AutosaveState } from './autosave-store.ts'

let root: Root
const noteText = (state: AutosaveState, conflict = false) => {
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <AutosaveNote store={createAutosaveStore(state)} conflict={conflict} />
      </I18nProvider>,
    ),
  )
  return document.querySelector('[role=status]')?.textContent
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  act(() => root.unmount())
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the autosave note', () => {
  it('mentions the device only once changes are stored there', () => {
    for (const online of [true, false]) {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
      expect(noteText('changed')).toBe('Changed')
      expect(noteText('saving')).toBe('Saving…')
      expect(noteText('device')).toBe('Saved on this device')
    }
  })

  it('mentions the server only once it has the changes', () => {
    expect(noteText('saved')).toBe('Saved')
    expect(noteText('refused')).toBe('Not saved')
    expect(noteText('saved', true)).toBe('Not saved')
  })
})
