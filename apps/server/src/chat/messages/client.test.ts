import { createMessageId, createThread, createThreadList, type ChatClient } from '@fettle/chat-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { setUpChatClients, wait } from '../../../testing/fixtures/chat-clients.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'

/** The client against the real service: optimistic results and confirmed ones. */

const testChat = setUpTestChat({ rateLimits: false })
const connect = setUpChatClients(testChat)
const open: { stop: () => void }[] = []
beforeAll(async () => {
  for (const id of ['ada', 'tunde']) await testChat.person(id)
})
afterEach(() => open.splice(0).forEach(({ stop }) => stop()))

let channels = 0
async function conversation() {
  channels += 1
  const { channel } = await testChat.http(
    'channels.create',
    { id: `client-${channels}`, members: ['ada', 'tunde'] },
    { actAs: 'ada' },
  )
  const { cid } = channel
  return { cid, say: (actAs: string, text: string, more?: object) => say(testChat, cid, actAs, text, more) }
}

describe('an action on a message', () => {
  it('shows at once and stays the same when confirmed', async () => {
    const { cid, say } = await conversation()
    const [ownMessage, otherMessage] = [await say('ada', 'Helo'), await say('tunde', 'Hi')]
    const client = await connect('ada')
    const store = client.channel(cid)
    await store.open()
    const find = (id: string) => store.getSnapshot().messages.find((message) => message.id === id)
    const commands = [
      store.edit(ownMessage.id, 'Hello'),
      store.react(otherMessage.id, '👍'),
      store.react(otherMessage.id, '🎉'),
      store.pin(otherMessage.id),
    ]
    expect(find(ownMessage.id)).toMatchObject({ text: 'Hello', editedAt: expect.any(String) })
    const shown = [
      { emoji: '👍', userIds: ['ada'] },
      { emoji: '🎉', userIds: ['ada'] },
    ]
    expect(find(otherMessage.id)).toMatchObject({ reactions: shown, pinnedAt: expect.any(String) })
    await Promise.all(commands)
    expect(find(ownMessage.id)).toMatchObject({
      text: 'Hello',
      editedAt: expect.any(String),
      revision: expect.any(Number),
    })
    expect(find(otherMessage.id)).toMatchObject({ reactions: shown, pinnedBy: 'ada' })
    const undoing = [store.unreact(otherMessage.id, '👍'), store.unpin(otherMessage.id), store.remove(ownMessage.id)]
    expect(find(otherMessage.id)).toMatchObject({ reactions: [{ emoji: '🎉' }] })
    expect(find(otherMessage.id)?.pinnedAt).toBeUndefined()
    expect(find(ownMessage.id)).toMatchObject({ kind: 'deleted', text: '' })
    await Promise.all(undoing)
    expect(find(ownMessage.id)).toMatchObject({ kind: 'deleted', deletedAt: expect.any(String) })
    const hiding = store.hide(otherMessage.id)
    expect(find(otherMessage.id)).toBeUndefined()
    await hiding
    expect(find(otherMessage.id)).toBeUndefined()
  })

  it('is rolled back when the server refuses', async () => {
    const { cid, say } = await conversation()
    const message = await say('tunde', 'Mine')
    const client = await connect('ada')
    const store = client.channel(cid)
    await store.open()
    const before = store.getSnapshot().messages
    for (const command of [() => store.edit(message.id, 'Yours'), () => store.remove(message.id)]) {
      const refused = command()
      expect(store.getSnapshot().messages).not.toEqual(before)
      await expect(refused).rejects.toMatchObject({ failure: { code: 17 } })
    }
    expect(store.getSnapshot().messages).toEqual(before)
  })

  it('reaches the other user and the pinned list', async () => {
    const { cid, say } = await conversation()
    const [one, two] = [await say('ada', 'One'), await say('ada', 'Two')]
    const [ada, tunde] = [await connect('ada'), await connect('tunde')]
    const [ownStore, otherStore] = [ada.channel(cid), tunde.channel(cid)]
    await Promise.all([ownStore.open(), otherStore.open()])
    await otherStore.loadPinned()
    expect(otherStore.getSnapshot().pinned).toEqual([])
    await ownStore.pin(one.id)
    testChat.clock.advance(1_000)
    await ownStore.pin(two.id)
    const pinned = () => otherStore.getSnapshot().pinned?.map(({ text }) => text)
    await vi.waitFor(() => expect(pinned()).toEqual(['Two', 'One']), wait)
    await ownStore.edit(one.id, 'Uno')
    await ownStore.remove(two.id)
    await vi.waitFor(() => expect(pinned()).toEqual(['Uno']), wait)
    const { cid: elsewhere } = await conversation()
    expect(await ownStore.forward(one.id, elsewhere)).toMatchObject({ cid: elsewhere, text: 'Uno', forwarded: true })
  })
})

describe('marking unread', () => {
  it('lasts while the channel is open, and ends when it is reopened', async () => {
    const { cid, say } = await conversation()
    const [first] = [await say('tunde', 'One'), await say('tunde', 'Two')]
    const ada = await connect('ada')
    const store = ada.channel(cid)
    await store.open()
    const unread = () => store.getSnapshot().membership?.reading.unreadCount
    await vi.waitFor(() => expect(unread()).toBe(0), wait)
    await store.markUnread(first?.id ?? '')
    expect(unread()).toBe(2)
    expect(store.getSnapshot().unreadAfter).toBe(0)
    await say('tunde', 'Three')
    await vi.waitFor(() => expect(unread()).toBe(3), wait)
    store.markRead()
    expect(
      (await testChat.http('unread.get', {}, { actAs: 'ada' })).channels.find((one) => one.cid === cid),
    ).toMatchObject({
      unreadCount: 3,
    })
    store.close()
    await store.open()
    await vi.waitFor(() => expect(unread()).toBe(0), wait)
    await expect(store.markUnread(createMessageId())).rejects.toMatchObject({ failure: { code: 16 } })
  })
})

describe('jumping to a message', () => {
  it('shows the range around it, loaded or not', async () => {
    const { cid, say } = await conversation()
    const old = await say('tunde', 'Old')
    for (let n = 0; n < 60; n += 1) await say('tunde', `${n}`)
    const store = (await connect('ada')).channel(cid)
    await store.open()
    expect(await store.jumpToMessage(old.id)).toBe(1)
    expect(store.getSnapshot().messages[0]).toMatchObject({ text: 'Old' })
    expect(store.getSnapshot()).toMatchObject({ hasOlder: false, hasNewer: true })
    expect(await store.jumpToMessage(old.id)).toBe(1)
    await expect(store.jumpToMessage(createMessageId())).rejects.toMatchObject({ failure: { code: 16 } })
  })
})

describe('the unread mark of a thread', () => {
  it('appears for an old thread too, and is cleared by reading on another device while offline', async () => {
    const { cid, say } = await conversation()
    const old = await say('ada', 'Old')
    await say('tunde', 'Unread', { parentId: old.id })
    for (let n = 0; n < 21; n += 1) {
      testChat.clock.advance(1_000)
      await say('tunde', 'Reply', { parentId: (await say('ada', `${n}`)).id })
    }
    const ada = await connect('ada')
    const list = createThreadList(ada)
    open.push({ stop: list.stop })
    await list.open()
    const mark = () => list.getSnapshot().readings[old.id]?.unreadCount ?? 0
    expect(list.getSnapshot().threads.map(({ parent }) => parent.id)).not.toContain(old.id)
    expect(mark()).toBe(1)
    list.stop()
    await testChat.http('threads.read', { cid, messageId: old.id }, { actAs: 'ada' })
    await list.open()
    expect(mark()).toBe(0)
  })
})

describe('a thread', () => {
  it('shows pending and incoming replies, and is read while open', async () => {
    const { cid, say } = await conversation()
    const parent = await say('ada', 'Which tap?')
    await say('tunde', 'The left one', { parentId: parent.id })
    const [ada, tunde] = [await connect('ada'), await connect('tunde')]
    await Promise.all([ada.channel(cid).open(), tunde.channel(cid).open()])
    const [ownThread, otherThread] = [createThread(ada, cid, parent.id), createThread(tunde, cid, parent.id)]
    const [myList, count] = [createThreadList(ada), () => myList.getSnapshot().unreadThreads]
    await Promise.all([myList.open(), otherThread.open()])
    open.push({ stop: () => ownThread.close() }, { stop: () => otherThread.close() }, { stop: () => myList.stop() })
    const unread = count()
    await ownThread.open()
    expect(ownThread.getSnapshot()).toMatchObject({ status: 'ready', unreadAfter: 1, parent: { replyCount: 1 } })
    await vi.waitFor(() => expect(count()).toBe(unread - 1), wait)
    ownThread.send('Thanks')
    ownThread.send('I see it', { inChannel: true })
    expect(ownThread.getSnapshot().messages.map(({ text, state }) => [text, state])).toEqual([
      ['The left one', null],
      ['Thanks', expect.stringMatching(/queued|sending/)],
      ['I see it', 'queued'],
    ])
    expect(
      ada
        .channel(cid)
        .getSnapshot()
        .messages.map(({ text }) => text),
    ).toEqual(['Which tap?', 'I see it'])
    const texts = (thread: typeof ownThread) => thread.getSnapshot().messages.map(({ text }) => text)
    await vi.waitFor(() => expect(texts(otherThread)).toEqual(['The left one', 'Thanks', 'I see it']), wait)
    await vi.waitFor(
      () => expect(ownThread.getSnapshot().messages.every(({ state }) => state !== 'queued')).toBe(true),
      wait,
    )
    const replied = (client: ChatClient) => client.channel(cid).getSnapshot().messages[0]?.replyCount
    await vi.waitFor(() => expect([replied(ada), replied(tunde)]).toEqual([3, 3]), wait)
    const [first] = otherThread.getSnapshot().messages
    const editing = tunde.channel(cid).edit(first?.id ?? '', 'The right one')
    expect(texts(otherThread)[0]).toBe('The right one')
    await editing
    await vi.waitFor(() => expect(texts(ownThread)[0]).toBe('The right one'), wait)
    expect(myList.getSnapshot().threads[0]).toMatchObject({
      lastReply: { text: 'I see it' },
      parent: { replyCount: 3 },
    })
    const newReplies = (parentId: string) => myList.getSnapshot().readings[parentId]?.unreadCount ?? 0
    ownThread.close()
    const seen = newReplies(parent.id)
    await say('tunde', 'One more', { parentId: parent.id })
    await vi.waitFor(() => expect(newReplies(parent.id)).toBe(seen + 1), wait)
    await expect(createThread(ada, cid, createMessageId()).open()).rejects.toMatchObject({ failure: { code: 16 } })
  })
})
