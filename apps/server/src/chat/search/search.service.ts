import type { searchMessages } from '@fettle/protocol/chat/messages/search'
import { Cid, Seq } from '@fettle/protocol/chat/core/values'
import * as z from 'zod/mini'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { CursorInstant, decodeCursor, pageOf } from '../core/cursor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { requireVisible } from '../core/members.ts'
import { toMessage } from '../messages/messages.rules.ts'
import * as store from './search.store.ts'
import { indexMemberMessages } from './search-text.store.ts'

export const messages: CallHandler<typeof searchMessages> = async (context, actor, { query, cid, limit, cursor }) => {
  const { db } = context
  const userId = actingUser(actor)
  const words =
    query
      .normalize('NFC')
      .match(/[^\s]+/g)
      ?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
  if (words.length === 0) throw new ChatRefusal('INPUT', { reason: { code: 'chat.search-empty' } })
  const after = decodeCursor(cursor, SearchCursor)
  if (cid !== undefined) await requireVisible(context, actor, cid)
  await db.transaction((tx) => indexMemberMessages(tx, userId, cid))
  const rows = await store.search(db, { userId, words, cid, limit: limit + 1, after })
  const { page, nextCursor } = pageOf(rows, limit, ({ created_at, cid, seq }) => [created_at, cid, seq])
  return { messages: page.map(toMessage), nextCursor }
}

const SearchCursor = z.pipe(
  z.tuple([CursorInstant, Cid, Seq]),
  z.transform(([at, cid, seq]) => ({ at, cid, seq })),
)
