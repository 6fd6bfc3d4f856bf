import { i18n } from '@lingui/core'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Previews } from '@fettle/chat-client'
import { expect, it } from 'vitest'
import { formatter } from '../../../lib/format/dates.ts'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { createStore } from '@fettle/chat-client/store'
import { Counter, PreviewTray } from './field.tsx'

const { draw, text, button } = setUpScreen()

it('counts as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  const most = chatLimits.messageCharacters
  await draw(<Counter composerText={createStore('a'.repeat(most))} />)
  expect(text().trim()).toBe(`${formatter().number(most)}/${formatter().number(most)}`)
})

let found = ['https://a.example/', 'https://b.example/'].map((url) => ({ url, status: 'failed' }))
const listeners = new Set<() => void>()
const previews = {
  subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
  getSnapshot: () => found,
  dismiss(url: string) {
    found = found.map((each) => (each.url === url ? { url, status: 'dismissed' } : each))
    for (const listener of listeners) listener()
  },
} as unknown as Previews

it('keeps the focus by the previews when one is removed, and returns it to the text after the last', async () => {
  const toText = () => document.querySelector('textarea')?.focus()
  await draw(
    <>
      <PreviewTray cid="messaging:1" previews={previews} toText={toText} />
      <textarea />
    </>,
  )
  button('Remove the preview of a.example').focus()
  await press(button('Remove the preview of a.example'))
  expect(document.activeElement).toBe(button('Remove the preview of b.example'))
  await press(button('Remove the preview of b.example'))
  expect(document.activeElement?.localName).toBe('textarea')
})
