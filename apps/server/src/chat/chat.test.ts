import { describe, expect, it, vi } from 'vitest'
import { setUpTestChat } from '../../testing/app/test-chat.ts'
import { setUpChatClients, wait } from '../../testing/fixtures/chat-clients.ts'

const testChat = setUpTestChat()
let count = 0
const arrive = setUpChatClients(testChat)

async function twoPeople() {
  count += 1
  const [ada, tunde] = await Promise.all([arrive(`ada-${count}`), arrive(`tunde-${count}`)])
  await testChat.http('channels.create', { members: [`ada-${count}`, `tunde-${count}`] })
  const cid = await ada.openDirect(`tunde-${count}`)
  return { ada, tunde, cid, adaId: `ada-${count}`, tundeId: `tunde-${count}` }
}

describe('two people', () => {
  it('exchange messages and see unread counts, delivery and read state', async () => {
    const { ada, tunde, cid, adaId } = await twoPeople()
    await ada.channel(cid).open()
    ada.channel(cid).send('Hello')
    expect(ada.channel(cid).getSnapshot().messages).toMatchObject([{ text: 'Hello', isMine: true, seq: null }])
    await vi.waitFor(() => expect(tunde.getSnapshot()).toMatchObject({ totalUnread: 1, unreadChannels: 1 }), wait)
    expect(tunde.getSnapshot().channels).toMatchObject([{ cid, unreadCount: 1, lastMessage: { text: 'Hello' } }])
    await vi.waitFor(
      () => expect(ada.channel(cid).getSnapshot().messages).toMatchObject([{ state: 'delivered', seq: 1 }]),
      wait,
    )
    await tunde.channel(cid).open()
    expect(tunde.channel(cid).getSnapshot()).toMatchObject({
      unreadAfter: 0,
      messages: [{ text: 'Hello', user: { id: adaId } }],
    })
    await vi.waitFor(() => expect(tunde.getSnapshot()).toMatchObject({ totalUnread: 0, unreadChannels: 0 }), wait)
    await vi.waitFor(() => expect(ada.channel(cid).getSnapshot().messages).toMatchObject([{ state: 'read' }]), wait)
  })

  it("see each other's presence and typing", async () => {
    const { ada, tunde, cid, tundeId } = await twoPeople()
    await Promise.all([ada.channel(cid).open(), tunde.channel(cid).open()])
    expect(ada.getSnapshot().online[tundeId]).toBe(true)
    tunde.channel(cid).keystroke()
    await vi.waitFor(() => expect(ada.channel(cid).getSnapshot().typing).toEqual([tundeId]), wait)
    tunde.channel(cid).send('Here I am')
    await vi.waitFor(
      () => expect(ada.channel(cid).getSnapshot()).toMatchObject({ typing: [], messages: [{ text: 'Here I am' }] }),
      wait,
    )
    tunde.disconnect()
    await vi.waitFor(() => expect(ada.getSnapshot().online[tundeId]).toBe(false), wait)
  })
})
