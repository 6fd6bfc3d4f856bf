import { createMessageId } from '@fettle/chat-client'
import type { MediaKind } from '@fettle/protocol/chat/messages/media'
import { beforeAll, describe, expect, it } from 'vitest'
import { appKey, setUpTestChat } from '../../../testing/app/test-chat.ts'
import { pdf, picture } from '../../../testing/fixtures/files.ts'
import { sql, type Queryable } from '../../platform/db/db.ts'
import * as store from './media.store.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })

async function upload(name: string, bytes: Buffer, kind: 'image' | 'file'): Promise<string> {
  const { uploadId } = await testChat.http('attachments.start', { cid, kind, name, size: bytes.length }, as('ada'))
  await fetch(`${testChat.url}/chat/v1/uploads/${uploadId}/parts?offset=0`, {
    method: 'PUT',
    headers: {
      'x-app-key': appKey,
      authorization: `Bearer ${testChat.chat.signToken('ada')}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  return (await testChat.http('attachments.finish', { uploadId }, as('ada'))).attachment.id
}

async function say(text: string, more: { attachmentIds?: string[]; parentId?: string } = {}) {
  const message = { id: createMessageId(), text, ...more }
  return (await testChat.http('messages.send', { cid, message }, as('ada'))).message
}

const list = (kind: MediaKind, input: object = {}, actAs = 'tunde') =>
  testChat.http('media.list', { cid, kind, ...input }, as(actAs))
const texts = async (kind: MediaKind, input: object = {}, actAs?: string) =>
  (await list(kind, input, actAs)).messages.map(({ text }) => text)

describe('media of a conversation', () => {
  it('are listed by kind, newest first, including threads', async () => {
    const root = await say('Look at https://example.com/valve and HTTP://example.com/2')
    await say('plain words')
    await say('a picture', { attachmentIds: [await upload('valve.png', await picture(64, 48), 'image')] })
    await say('both', {
      attachmentIds: [
        await upload('tap.png', await picture(64, 48), 'image'),
        await upload('quote.pdf', pdf(), 'file'),
      ],
    })
    await say('in a thread', { parentId: root.id, attachmentIds: [await upload('plan.pdf', pdf(), 'file')] })
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
    const gone = await say('gone https://example.com')
    const hidden = await say('hidden https://example.com')
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
