import { i18n } from '@lingui/core'
import { act } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { FileDrop, rejectFile } from './file-drop.tsx'

const { draw } = setUpScreen()

const rules = { accept: 'image/jpeg, image/png,.pdf', maxBytes: 5_000_000 }
const file = (name: string, type: string, size = 10) => ({ name, type, size })

it.each([
  [file('me.jpg', 'image/jpeg'), undefined],
  [file('deed.PDF', ''), undefined],
  [file('me.gif', 'image/gif'), 'Use one of these types: JPEG, PNG, PDF.'],
  [file('me.png', 'image/png', 5_000_001), 'The file is larger than 5 MB.'],
  [file('me.png', 'image/png', 5_000_000), undefined],
  [file('me.png', 'image/png', 0), 'The file is empty.'],
])('%j', (chosenFile, reason) => {
  expect(rejectFile(chosenFile, rules)).toBe(reason)
})

it('accepts any picture on request', () => {
  expect(rejectFile(file('me.heic', 'image/heic'), { ...rules, accept: 'image/*' })).toBeUndefined()
})

it('names plain text as people do', () => {
  const accept = 'application/pdf,text/plain'
  expect(rejectFile(file('me.gif', 'image/gif'), { ...rules, accept })).toBe('Use one of these types: PDF, TXT.')
})

it('names each type once', () => {
  const accept = 'image/jpeg,image/heic,.heic,application/pdf'
  expect(rejectFile(file('me.gif', 'image/gif'), { ...rules, accept })).toBe('Use one of these types: JPEG, HEIC, PDF.')
})

it('lists the types as the language does', () => {
  i18n.loadAndActivate({ locale: 'ar', messages: {} })
  try {
    expect(rejectFile(file('me.gif', 'image/gif'), rules)).toContain('JPEG، وPNG، وPDF')
  } finally {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
  }
})

it('names WebP as it is written', () => {
  const accept = 'image/webp'
  expect(rejectFile(file('me.gif', 'image/gif'), { ...rules, accept })).toBe('Use one of these types: WebP.')
})

it('announces why a chosen file is refused', async () => {
  await draw(<FileDrop {...rules} label="Document" onPick={() => undefined} />)
  const input = document.querySelector('input') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File([], 'me.png', { type: 'image/png' })] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  expect(document.querySelector('[role=alert]')?.textContent).toBe('The file is empty.')
})
