import type { MediaKind } from '@fettle/protocol/chat/messages/media'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { pdf, picture } from '../../../testing/fixtures/files.ts'
import { say, uploadAttachment } from '../../../testing/fixtures/chat-scenario.ts'
import { sql, type Queryable } from '../../platform/db/db.ts'
import * as store from './media.store.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })

const upload = async (name: string, bytes: Buffer, kind: 'image' | 'file') =>
  (await uploadAttachment(testChat, cid, bytes, { name, kind })).id

const write = (text: string, more?: { attachmentIds?: string[]; parentId?: string }) =>
  say(testChat, cid, 'ada', text, more)

const list = (kind: MediaKind, input: object = {}, actAs = 'tunde') =>
  testChat.http('media.list', { cid, kind, ...input }, as(actAs))
const texts = async (kind: MediaKind, input: object = {}, actAs?: string) =>
  (await list(kind, input, actAs)).messages.map(({ text }) => text)

describe('media of a conversation', () => {
  it('are listed by kind, newest first, including threads', async () => {
    const root = await write('Look at https://example.com/valve and HTTP://example.com/2')
    await write('plain words')
    await write('a picture', { attachmentIds: [await upload('valve.png', await picture(64, 48), 'image')] })
    await write('both', {
      attachmentIds: [
        await upload('tap.png', await picture(64, 48), 'image'),
        await upload('quote.pdf', pdf(), 'file'),
      ],
    })
    await write('in a thread', { parentId: root.id, attachmentIds: [await upload('plan.pdf', pdf(), 'file')] })
    expect(await texts('pictures')).toEqual(['both', 'a picture'])
    expect(await texts('files')).toEqual(['in a thread', 'both'])
    expect(await texts('links')).toEqual([root.text])
  })

  it('are paged', async () => {
    const first = await list('pictures', { limit: 1 })
    expect(first.messages.map(({ text }) => text)).toEqual(['both'])
    expect(first.hasOlder).toBe(true)
    const next = await list('pictures', { limit: 1, before: first.messages[0]?.seq })
    expect(next.messages.map(({ text }) => text)).toEqual(['a picture'])
    expect(next.hasOlder).toBe(false)
  })

  it('exclude deleted, hidden and cleared messages', async () => {
    const gone = await write('gone https://example.com')
    const hidden = await write('hidden https://example.com')
    await testChat.http('messages.delete', { cid, messageId: gone.id }, as('ada'))
    await testChat.http('messages.delete', { cid, messageId: hidden.id, onlyForMe: true }, as('tunde'))
    expect(await texts('links')).toHaveLength(1)
    expect(await texts('links', {}, 'ada')).toEqual([hidden.text, expect.any(String)])
    await testChat.http('channels.truncate', { cid }, as('tunde'))
    expect(await texts('links')).toEqual([])
    expect(await texts('pictures')).toEqual([])
    expect(await texts('pictures', {}, 'ada')).toHaveLength(2)
  })

  it('are refused to non-members and for an unknown kind', async () => {
    expect(await testChat.httpRefusal('media.list', { cid, kind: 'links' }, as('mallory'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('media.list', { cid: 'messaging:none', kind: 'links' }, as('ada'))).toMatchObject(
      {
        code: 16,
      },
    )
    expect(await testChat.httpRefusal('media.list', { cid, kind: 'smells' as MediaKind }, as('ada'))).toMatchObject({
      code: 4,
    })
    expect(await testChat.httpRefusal('media.list', { cid, kind: 'links', limit: 1_000 }, as('ada'))).toMatchObject({
      code: 4,
    })
  })

  it('are found through an index, whatever the number of messages', async () => {
    await testChat.db.execute(sql`
      insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
      select ${cid}, 10000 + n, 'filler-' || n, 'ada', 'regular', 'words', now() from generate_series(1, 5000) n`)
    await testChat.db.execute(sql`analyze chat.messages`)
    for (const kind of ['pictures', 'files', 'links'] as const) {
      const plan = await planOf((db) => store.listWith(db, { cid, kind, userId: 'ada', before: 9_000, limit: 30 }))
      expect(plan).toContain(`messages_${kind}`)
    }
  })
})

/** Query plan of a statement. */
async function planOf(ask: (db: Queryable) => Promise<unknown>): Promise<string> {
  let plan = ''
  const many = async <Row>(statement: ReturnType<typeof sql>): Promise<Row[]> => {
    const rows = await testChat.db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
    plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return []
  }
  await ask({ ...testChat.db, query: many })
  return plan
}
