import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

const call = vi.fn(async (_operation: unknown, _input: unknown, _options?: { idempotencyKey?: string }) => {
  throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
})
replaceExports(apiModule, { call })

const { draw, button, field } = setUpScreen()
const saved = { id: 'qr_1', shortcut: 'hello', text: 'Hello', attachments: [] } as unknown as QuickReply
const open = (key: string, reply?: QuickReply) =>
  draw(<ReplyDialog key={key} reply={reply} onClose={() => undefined} />)

it('keeps a new reply until it is saved, whatever ends the session', async () => {
  await open('first')
  await type(field('Text'), 'I am on my way.')
  await open('later')
  expect(field('Text').value).toBe('I am on my way.')
})

it('shows a reply as it was saved after its editor was closed', async () => {
  await open('first', saved)
  await type(field('Text'), 'Good morning')
  await open('later', saved)
  expect(field('Text').value).toBe('Good morning')
  await press(button('Close'))
  await open('last', saved)
  expect(field('Text').value).toBe('Hello')
})

it('keeps the focus by the files when one is removed', async () => {
  const attachments = ['plan.pdf', 'price.pdf'].map((name) => ({ id: `fil_${name}`, name }))
  await open('first', { ...saved, attachments } as unknown as QuickReply)
  button('Remove price.pdf').focus()
  await press(button('Remove price.pdf'))
  expect(document.activeElement).toBe(button('Remove plan.pdf'))
  await press(button('Remove plan.pdf'))
  expect(document.activeElement).toBe(button('Add a file'))
})

it('creates a reply once, although the answer was lost', async () => {
  await open('lost')
  await type(field('Short name'), 'soon')
  await type(field('Text'), 'I will be there soon.')
  await press(button('Save'))
  await press(button('Save'))
  const keys = call.mock.calls.map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})
