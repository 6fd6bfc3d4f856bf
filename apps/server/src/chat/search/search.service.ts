import type { searchMessages } from '@fettle/protocol/chat/messages/search'
import { Cid, Seq } from '@fettle/protocol/chat/core/values'
import * as z from 'zod/mini'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { CursorInstant, decodeCursor, encodeCursor } from '../core/cursor.ts'
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
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  if (cid !== undefined) await requireVisible(context, actor, cid)
  await db.transaction((tx) => indexMemberMessages(tx, userId, cid))
  const rows = await store.search(db, { userId, words, cid, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { messages: page.map(toMessage), nextCursor: rows.length > limit && last ? toCursor(last) : null }
}

const toCursor = ({ created_at, cid, seq }: store.FoundMessage): string =>
  encodeCursor([created_at.toISOString(), cid, seq])

const SearchCursorSchema = z.tuple([CursorInstant, Cid, Seq])

/** Parses a cursor. Throws INPUT if it is invalid. */
function fromCursor(cursor: string): store.SearchCursor {
  const [at, cid, seq] = decodeCursor(cursor, SearchCursorSchema)
  return { at: new Date(at), cid, seq }
}
