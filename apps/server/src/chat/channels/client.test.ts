import { createMessageId, createThreadList, type ChatClient } from '@fettle/chat-client'
import { describe, expect, it, vi } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { setUpChatClients, wait } from '../../../testing/fixtures/chat-clients.ts'

let count = 0
const testChat = setUpTestChat({ rateLimits: false, options: { userGroups: true } })
const arrive = setUpChatClients(testChat)

async function pair() {
  count += 1
  const [adaId, tundeId] = [`ada-${count}`, `tunde-${count}`]
  const [ada, tunde] = [await arrive(adaId), await arrive(tundeId)]
  await testChat.http('channels.create', { members: [tundeId] }, { actAs: adaId })
  const cid = await ada.openDirect(tundeId)
  await vi.waitFor(() => expect(listed(tunde)).toEqual([cid]), wait)
  return { ada, tunde, cid, adaId, tundeId }
}
const listed = (client: ChatClient) => client.getSnapshot().channels.map(({ cid }) => cid)
const stateOf = (client: ChatClient, cid: string) => client.channel(cid).getSnapshot()

describe('the client', () => {
  it('pins, archives, hides and clears optimistically', async () => {
    const { ada, tunde, cid } = await pair()
    const other = await ada.call('channels.create', { id: `other-${count}`, members: [`tunde-${count}`], watch: true })
    await vi.waitFor(() => expect(listed(tunde)).toHaveLength(2), wait)
    await tunde.setChannel(cid, { pinned: true })
    expect(listed(tunde)[0]).toBe(cid)
    await tunde.setChannel(cid, { archived: true })
    expect(listed(tunde)).toEqual([other.channel.cid])
    await tunde.setChannel(cid, { archived: false, hidden: true })
    expect(listed(tunde)).toEqual([other.channel.cid])
    testChat.clock.advance(1_000)
    ada.channel(cid).send('Here again')
    await vi.waitFor(() => expect(listed(tunde)).toContain(cid), wait)
    await tunde.channel(cid).open()
    await tunde.truncateChannel(cid)
    expect([stateOf(tunde, cid).messages, tunde.getSnapshot().totalUnread]).toEqual([[], 0])
    await ada.channel(cid).open()
    await vi.waitFor(() => expect(stateOf(ada, cid).messages).toHaveLength(1), wait)
  })

  it('shows who blocked a channel, and that a message was not sent', async () => {
    const { ada, tunde, cid, adaId } = await pair()
    await Promise.all([ada, tunde].map((client) => client.channel(cid).open()))
    await ada.blockChannel(cid, true)
    expect(stateOf(ada, cid).channel?.blockedBy).toBe(adaId)
    await vi.waitFor(() => expect(stateOf(tunde, cid).channel?.blockedBy).toBe(adaId), wait)
    tunde.channel(cid).send('Hello?')
    await vi.waitFor(() => expect(stateOf(tunde, cid).messages).toMatchObject([{ state: 'failed' }]), wait)
    expect(stateOf(tunde, cid).messages[0]?.failure).toMatchObject({ code: 17 })
    await expect(tunde.blockChannel(cid, false)).rejects.toMatchObject({ failure: { code: 17 } })
    await ada.reportChannel(cid, { reason: 'ABUSE' })
  })

  it('drops a channel the user leaves or is removed from, with its typing indicators and threads', async () => {
    const { ada, tunde, adaId, tundeId } = await pair()
    const { channel } = await ada.call('channels.create', { id: `several-${count}`, members: [tundeId], watch: true })
    const { cid } = channel
    await vi.waitFor(() => expect(listed(tunde)).toContain(cid), wait)
    await Promise.all([ada, tunde].map((client) => client.channel(cid).open()))
    await ada.updateChannel(cid, { name: 'The roof' })
    await vi.waitFor(() => expect(stateOf(tunde, cid).channel?.name).toBe('The roof'), wait)
    tunde.channel(cid).keystroke()
    await vi.waitFor(() => expect(stateOf(ada, cid).typing).toEqual([tundeId]), wait)
    await ada.removeMembers(cid, [tundeId])
    expect(stateOf(ada, cid)).toMatchObject({ typing: [], channel: { members: [{ userId: adaId }] } })
    await vi.waitFor(() => expect(stateOf(tunde, cid)).toMatchObject({ channel: null, messages: [] }), wait)
    expect(listed(tunde)).not.toContain(cid)
    await ada.addMembers(cid, [tundeId])
    await vi.waitFor(() => expect(listed(tunde)).toContain(cid), wait)
    const parent = { id: createMessageId(), text: 'Which tap?' }
    await tunde.call('messages.send', { cid, message: parent })
    await ada.call('messages.send', { cid, message: { id: createMessageId(), text: 'Left', parentId: parent.id } })
    const threads = createThreadList(tunde)
    await threads.open()
    expect(threads.getSnapshot().threads).toHaveLength(1)
    await tunde.leaveChannel(cid)
    expect(listed(tunde)).not.toContain(cid)
    await vi.waitFor(() => expect(threads.getSnapshot()).toMatchObject({ threads: [], unreadThreads: 0 }), wait)
    threads.stop()
    await vi.waitFor(() => expect(stateOf(ada, cid).channel?.members).toHaveLength(1), wait)
  })
})
