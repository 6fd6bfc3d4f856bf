import { createMessageId } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { sql } from '../../platform/db/db.ts'
import { openDb, type OpenDb } from '../../platform/db/open-db.ts'
import { createLog } from '../../platform/observability/log.ts'

/**
 * PostgreSQL caches a generic plan of a prepared statement from the sixth execution on. A plan made while a table was
 * nearly empty must not scan the whole table once it has grown.
 */

const GENERIC_AFTER = 6

let chat: TestChat
beforeAll(async () => {
  chat = await startTestChat({ rateLimits: false })
})
afterAll(() => chat.database.drop())

/** Chat tables with sequential scans, and the number of rows read. */
async function readInFull(db: OpenDb): Promise<{ name: string; rows: number }[]> {
  // Statistics of a closed connection are complete.
  const others = () =>
    db.query(sql`
      select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  await expect.poll(others, { timeout: 60_000 }).toEqual([])
  return db.query(sql`
    select relname as name, seq_tup_read as rows from pg_stat_user_tables
    where schemaname = 'chat' and seq_tup_read > 0 order by relname`)
}

describe('statements prepared while tables were small', () => {
  it('still use indexes after the tables have grown', async () => {
    // The database may have been used before.
    await chat.db.execute(sql`select pg_stat_reset()`)
    const [ada, tunde] = [await chat.person('ada'), await chat.person('tunde')]
    const { cid } = (await chat.http('channels.create', { members: [tunde.id] }, { actAs: ada.id })).channel
    const as = { actAs: ada.id }
    const send = (text: string, parentId?: string) =>
      chat.http('messages.send', { cid, message: { id: createMessageId(), text, ...(parentId && { parentId }) } }, as)
    const first = (await send('The first')).message
    /** Runs every query on messages of a conversation. */
    const use = async (n: number) => {
      const { message } = await send(`No. ${n}`)
      const { id: messageId } = message
      await send('Once more', messageId)
      await chat.http(
        'messages.send',
        { cid, message: { id: createMessageId(), text: 'As they said', quotedMessageId: messageId } },
        as,
      )
      await chat.http('messages.send', { cid, message: { id: messageId, text: 'Sent again' } }, as)
      await chat.http('messages.edit', { cid, messageId, text: 'Edited' }, as)
      await chat.http('reactions.add', { cid, messageId, emoji: '👍' }, as)
      await chat.http('messages.get', { cid, messageId }, as)
      await chat.http('messages.list', { cid, limit: 10 }, as)
      await chat.http('messages.list', { cid, around: first.seq, limit: 10 }, as)
      await chat.http('threads.replies', { cid, messageId }, as)
      await chat.http('channels.events', { cid, after: Math.max(0, message.seq - 3) }, as)
      await chat.http('channels.query', {}, { actAs: tunde.id })
      await chat.http('channels.read', { cid }, { actAs: tunde.id })
      await chat.http('unread.get', {}, { actAs: tunde.id })
    }
    // At sizes for which a sequential scan looks cheapest, often enough for a cached plan.
    for (const size of [1, 2, 3]) {
      await chat.db.execute(sql`analyze`)
      for (let n = 0; n < GENERIC_AFTER; n += 1) await use(size * 100 + n)
    }
    for (let n = 0; n < 40; n += 1) await Promise.all(Array.from({ length: 25 }, (_, k) => send(`${n}.${k}`)))
    for (let n = 0; n < 20; n += 1) await use(n)
    await chat.stop()
    const db = await openDb(chat.database.url, { poolSize: 1, log: createLog({ logLevel: 'silent' }) })
    const read = await readInFull(db)
    const { written } = await db.one<{ written: number }>(sql`select count(*) as written from chat.messages`)
    await db.close()
    expect([written > 1_000, read]).toEqual([true, []])
  })
})
