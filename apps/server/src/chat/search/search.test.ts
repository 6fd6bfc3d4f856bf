import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'
import { sql } from '../../platform/db/db.ts'

const testChat = setUpTestChat({ rateLimits: false })
const cids: string[] = []
beforeAll(async () => {
  for (const id of ['ada', 'tunde', 'mallory']) await testChat.person(id)
  for (const id of ['one', 'two']) {
    const { channel } = await testChat.http('channels.create', { id, members: ['ada', 'tunde'] }, { actAs: 'ada' })
    cids.push(channel.cid)
  }
})

async function write(cid: string, text: string) {
  testChat.clock.advance(1_000)
  return say(testChat, cid, 'tunde', text)
}
const find = async (query: string, input: object = {}, actAs = 'ada') =>
  (await testChat.http('messages.search', { query, ...input }, { actAs })).messages.map(({ text }) => text)

describe('searching messages', () => {
  it("matches word prefixes in all of the user's channels or in one, newest first", async () => {
    const [one = '', two = ''] = cids
    await write(one, 'The boiler leaks')
    await write(two, 'Is the Boiler new? Küche & Bad')
    await write(two, 'Nothing here')
    expect(await find('boil')).toEqual(['Is the Boiler new? Küche & Bad', 'The boiler leaks'])
    expect(await find('boil leak')).toEqual(['The boiler leaks'])
    expect(await find('KÜCHE')).toHaveLength(1)
    expect(await find('boiler', { cid: one })).toEqual(['The boiler leaks'])
    expect(await find('boiler', {}, 'mallory')).toEqual([])
    expect(await find("o'clock & \\ | !boiler:*")).toEqual([])
  })

  it('follows edits, deletions and hiding', async () => {
    const [cid = ''] = cids
    const [wrong, gone, ownMessage] = [
      await write(cid, 'walrus'),
      await write(cid, 'walrus gone'),
      await write(cid, 'walrus mine'),
    ]
    await testChat.http('messages.edit', { cid, messageId: wrong.id, text: 'wallpaper' }, { actAs: 'tunde' })
    await testChat.http('messages.delete', { cid, messageId: gone.id }, { actAs: 'tunde' })
    await testChat.http('messages.delete', { cid, messageId: ownMessage.id, onlyForMe: true }, { actAs: 'ada' })
    expect(await find('walrus')).toEqual([])
    expect(await find('wallp')).toEqual(['wallpaper'])
    expect(await find('walrus', {}, 'tunde')).toEqual(['walrus mine'])
  })

  it('is paged', async () => {
    const [cid = ''] = cids
    for (let n = 1; n <= 5; n += 1) await write(cid, `parcel ${n}`)
    const first = await testChat.http('messages.search', { query: 'parcel', limit: 3 }, { actAs: 'ada' })
    expect(first.messages.map(({ text }) => text)).toEqual(['parcel 5', 'parcel 4', 'parcel 3'])
    const secondPage = await testChat.http(
      'messages.search',
      { query: 'parcel', limit: 3, cursor: first.nextCursor ?? '' },
      { actAs: 'ada' },
    )
    expect(secondPage.messages.map(({ text }) => text)).toEqual(['parcel 2', 'parcel 1'])
    expect(secondPage.nextCursor).toBeNull()
  })

  it('is paged over messages of people only, also where the app has changed a card', async () => {
    const [cid = ''] = cids
    for (let n = 1; n <= 3; n += 1) await write(cid, `gasket ${n}`)
    testChat.clock.advance(1_000)
    const card = { id: createMessageId(), text: 'Booking', kind: 'card' as const, card: { type: 'booking', id: 'b' } }
    await testChat.http('messages.send', { cid, message: card })
    await testChat.http('messages.edit', { cid, messageId: card.id, text: 'Booking of a gasket' })
    const first = await testChat.http('messages.search', { query: 'gasket', limit: 2 }, { actAs: 'ada' })
    expect(first.messages.map(({ text }) => text)).toEqual(['gasket 3', 'gasket 2'])
    expect(first.nextCursor).not.toBeNull()
  })

  it('forgets the words of a message that is deleted while it is indexed', async () => {
    const [cid = ''] = cids
    await write(cid, 'washer 1')
    await find('washer')
    await write(cid, 'washer 2')
    await write(cid, 'washer 3')
    const last = await write(cid, 'washer 4')
    const { searching } = await testChat.db.transaction(async (tx) => {
      await tx.execute(sql`select from chat.search_progress where cid = ${cid} for update`)
      const indexing = find('washer')
      await waitForLocks(testChat)
      await testChat.http('messages.delete', { cid, messageId: last.id }, { actAs: 'tunde' })
      return { searching: indexing }
    })
    await searching
    const first = await testChat.http('messages.search', { query: 'washer', limit: 2 }, { actAs: 'ada' })
    expect(first.messages.map(({ text }) => text)).toEqual(['washer 3', 'washer 2'])
    expect(first.nextCursor).not.toBeNull()
  })

  it('is refused without a term, with a foreign cursor, and in channels of others', async () => {
    const search = (input: { query: string; cursor?: string; cid?: string }, actAs = 'ada') =>
      testChat.httpRefusal('messages.search', input, { actAs })
    expect(await search({ query: ' ?! ' })).toMatchObject({ code: 4, message: 'Enter a word to search for.' })
    expect(await search({ query: 'a', cursor: 'made-up' })).toMatchObject({ code: 4 })
    expect(await search({ query: 'boiler', cid: cids[0] ?? '' }, 'mallory')).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('messages.search', { query: 'boiler' })).toMatchObject({ code: 4 })
  })
})
