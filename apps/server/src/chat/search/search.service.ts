import type { searchMessages } from '@fettle/protocol/chat/search'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { ChatRefusal } from '../core/refusal.ts'
import { maySee, noSuchChannel, toMessage } from '../messages/messages.rules.ts'
import * as store from './search.store.ts'
import { gatherWords } from './words.store.ts'

export const messages: CallHandler<typeof searchMessages> = async (
  { db, facts },
  actor,
  { query, cid, limit, cursor },
) => {
  const userId = actingUser(actor)
  const words =
    query
      .normalize('NFC')
      .match(/[^\s]+/g)
      ?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
  if (words.length === 0) throw new ChatRefusal('INPUT', { message: 'Type a word to look for.' })
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  if (cursor !== undefined && !after) throw new ChatRefusal('INPUT', { message: 'This cursor is not one of ours.' })
  if (cid !== undefined) {
    const known = await facts.of(cid)
    if (!known || !maySee(known, actor)) throw noSuchChannel()
  }
  await db.transaction((tx) => gatherWords(tx, userId, cid))
  const rows = await store.search(db, { userId, words, cid, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { messages: page.map(toMessage), nextCursor: rows.length > limit && last ? toCursor(last) : null }
}

function toCursor({ created_at, cid, seq }: store.Found): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), cid, seq])).toString('base64url')
}

/** Undefined for something we never handed out. */
function fromCursor(cursor: string): store.Place | undefined {
  try {
    const [instant, cid, seq] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const at = new Date(String(instant))
    return typeof cid === 'string' && Number.isSafeInteger(seq) && !Number.isNaN(at.getTime())
      ? { at, cid, seq: Number(seq) }
      : undefined
  } catch {
    return undefined
  }
}
