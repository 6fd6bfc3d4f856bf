import type { ChatSnapshot, MessageView } from '@fettle/chat-client'
import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../../../testing/screen.tsx'
import * as chatModule from '../../connection/chat.ts'
import { ForwardDialog } from './forward-dialog.tsx'
import { replaceExports } from '../../../../testing/replace-exports.ts'

const chat = vi.hoisted(() => {
  const snapshot = { channels: [], totalUnread: 0 }
  return {
    call: () => new Promise(() => undefined),
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  }
})
replaceExports(chatModule, { chat })

const { draw, text } = setUpScreen()
const person = (cid: string, name: string) => ({
  cid,
  channel: { cid, members: [{ userId: cid, user: { id: cid, name, image: null } }] },
})
const listed = [person('messaging:a', 'Ada Obi'), person('messaging:b', 'Ben Eze'), person('messaging:c', 'Chi Ife')]
const message = { id: 'm1', cid: 'messaging:a', text: 'Tuesday' } as unknown as MessageView
const show = (connected: boolean) =>
  draw(
    <ForwardDialog
      message={message}
      snapshot={{ connected, channels: listed, me: { id: 'usr_1' } } as unknown as ChatSnapshot}
      onClose={() => undefined}
    />,
  )
const names = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
const search = () => document.querySelector<HTMLInputElement>('input[type=search]')!

it.each([
  ['while the server is asked', true],
  ['without a connection', false],
])('finds the conversations it knows by name %s', async (_when, connected) => {
  await show(connected)
  await type(search(), 'ben')
  expect(names()).toEqual([expect.stringContaining('Ben Eze')])
  await type(search(), 'xyz')
  expect(text().includes('No other conversations.')).toBe(!connected)
})
