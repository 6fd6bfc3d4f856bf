import { createMessageId } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChat, type ChatTown } from '../../../testing/chat.ts'

let town: ChatTown
beforeAll(async () => {
  town = await startChat()
  await town.person('ada', 'Ada')
  await town.person('tunde', 'Tunde')
  await town.person('mallory', 'Mallory')
})
afterAll(() => town.close())

const text = (words: string) => ({ id: createMessageId(), text: words })
async function directChannel() {
  const other = await town.person(`user-${createMessageId()}`)
  const { channel } = await town.http('channels.create', { members: ['ada', other.id] })
  return { cid: channel.cid, other }
}

describe('sending', () => {
  it('is durable when it is answered, and reaches the other member with what is unread', async () => {
    const { cid, other } = await directChannel()
    const [ada, them] = await Promise.all([town.connect('ada'), town.connect(other.id)])
    const draft = text('Hello')
    const { message } = await ada.call('messages.send', { cid, message: draft })
    expect(message).toMatchObject({
      id: draft.id,
      cid,
      seq: 1,
      kind: 'regular',
      text: 'Hello',
      user: { id: 'ada', name: 'Ada' },
    })
    expect(await town.http('messages.get', { cid, messageId: draft.id })).toEqual({ message })
    const event = await them.heard('message.new')
    expect(event).toEqual({
      type: 'message.new',
      cid,
      seq: 1,
      at: message.createdAt,
      message,
      reading: { version: 1, lastReadSeq: 0, unreadCount: 1 },
    })
  })
})
