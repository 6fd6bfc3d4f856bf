import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, asked, refuse } from '../testing/back-end.ts'
import { choosePhotos, press, readScreen, show, type } from '../testing/screen.ts'
import { ConversationPage } from './conversation.tsx'

const cid = 'messaging:one'
const ada = { userId: 'usr_1', user: { id: 'usr_1', name: 'Ada' } }
const message = {
  id: 'msg_1',
  cid,
  kind: 'regular',
  text: 'Hello',
  isMine: true,
  state: 'failed',
  attachments: [],
  createdAt: '2026-12-02T18:00:00.000Z',
  card: null,
  deletedAt: null,
}
const snapshot = { channel: { members: [ada] }, messages: [message], typing: [], hasOlder: false }
const store = vi.hoisted(() => ({ send: vi.fn(), retry: vi.fn() }))

vi.mock('../lib/chat.ts', () => {
  const nothing = () => undefined
  const channel = () => ({
    ...store,
    subscribe: () => nothing,
    getSnapshot: () => snapshot,
    open: async () => undefined,
    close: nothing,
    markRead: nothing,
    keystroke: nothing,
  })
  return { chat: { channel, call: async () => [] }, useChat: () => ({ connected: true }) }
})
Element.prototype.scrollIntoView = () => undefined
beforeEach(() => void vi.clearAllMocks())

it('keeps a photo that could not be sent, to send it again', async () => {
  let isBroken = true
  answerCalls({ sendFile: () => (isBroken ? refuse(502, 'That did not work.') : {}) })
  await show(<ConversationPage cid={cid} />)
  await choosePhotos('Send a photo', 'sink.jpg')
  await expect.poll(readScreen).toMatch('sink.jpg could not be sent.')
  isBroken = false
  await press('Send the photo again')
  expect(document.body.textContent).not.toContain('could not be sent')
  const sent = asked.filter(({ path }) => path === 'calls/sendFile')
  expect([sent.map(({ photo }) => photo), new Set(sent.map(({ key }) => key)).size]).toEqual([
    ['sink.jpg', 'sink.jpg'],
    1,
  ])
})

it('sends a message again that could not be sent', async () => {
  await show(<ConversationPage cid={cid} />)
  await press('Send again')
  expect(store.retry).toHaveBeenCalledExactlyOnceWith('msg_1')
})

it('keeps a text that was not sent while its writer looks at something else', async () => {
  const field = () => document.querySelector<HTMLInputElement>('input[aria-label="Message to Ada"]')
  await show(<ConversationPage cid={cid} />)
  await type(field(), 'Is Monday')
  await show(<p>Something else</p>)
  await show(<ConversationPage cid={cid} />)
  expect(field()?.value).toBe('Is Monday')
})
