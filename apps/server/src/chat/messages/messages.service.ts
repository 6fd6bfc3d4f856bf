import type { getMessage, listMessages, Message, MessagePage, sendMessage } from '@fettle/protocol/chat/messages'
import type { CallHandler } from '../core/calls.ts'
import { requireTurn, requireUnblocked } from '../channels/changes.service.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/refusal.ts'
import { listReadings } from '../reading/reading.store.ts'
import * as rules from './messages.rules.ts'
import * as store from './messages.store.ts'

/** Facts may change between deciding and writing; nobody changes them this often in a row. */
const ATTEMPTS = 5

export const send: CallHandler<typeof sendMessage> = async (context, actor, { cid, message: draft }) => {
  const { db, facts, people, writer } = context
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await facts.of(cid)
    const decided = rules.decideSend(known, actor, draft)
    if (known) requireUnblocked(known, actor)
    if (attempt === 0 && known) await requireTurn(context, known, actor, draft.id)
    if (attempt === 0 && decided.quotedId !== null && !(await store.findMessage(db, cid, decided.quotedId)))
      throw rules.noSuchMessage()
    const user = actor.userId === null ? null : ((await people.find(actor.userId)) ?? null)
    const written = await writer.append({
      message: decided,
      user,
      memberIds: known?.memberIds ?? [],
      connectionId: actor.connection?.id,
    })
    if (written) return { message: written }
    const earlier = await store.findMessage(db, cid, decided.id)
    if (earlier && earlier.user_id !== actor.userId)
      throw new ChatRefusal('NOT_ALLOWED', { message: 'This message id is taken.' })
    if (earlier) {
      const message = rules.toMessage(earlier)
      await tellAgain(context, message)
      return { message }
    }
    facts.forget(cid)
  }
  throw new ChatRefusal('INTERNAL')
}

/** Whoever wrote it may have died before telling: members hear it again, which does no harm where it was heard. */
async function tellAgain({ db, publisher }: ChatContext, message: Message): Promise<void> {
  const { cid, seq, createdAt: at } = message
  for (const { userId, ...reading } of await listReadings(db, cid))
    publisher.toUser(userId, { type: 'message.new', cid, seq, at, message, reading })
}

export const list: CallHandler<typeof listMessages> = async ({ db }, actor, { cid, before, after, around, limit }) => {
  const ask = async (stretch: store.Stretch, seq: number, count: number) => {
    // One more than asked for tells whether there is more.
    const rows = await store.listStretch(db, { cid, userId: actor.userId, stretch, seq, limit: count + 1 })
    const first = rows[0]
    if (!first || (!first.member && !(actor.server && actor.userId === null))) throw rules.noSuchChannel()
    const messages = rows.filter((row) => isMessage(row)).map((row) => rules.toMessage(row))
    return { messages: messages.slice(0, count), more: messages.length > count }
  }
  return readPage(ask, { before, after, around, limit })
}

type Ask = (
  stretch: store.Stretch,
  seq: number,
  count: number,
) => Promise<{ messages: MessagePage['messages']; more: boolean }>

async function readPage(
  ask: Ask,
  {
    before,
    after,
    around,
    limit,
  }: { before?: number | undefined; after?: number | undefined; around?: number | undefined; limit: number },
): Promise<MessagePage> {
  if ([before, after, around].filter((place) => place !== undefined).length > 1) {
    throw new ChatRefusal('INPUT', { message: 'Use one of before, after and around.' })
  }
  if (around !== undefined) {
    // The message itself counts to the older half.
    const older = await ask('before', around + 1, Math.ceil(limit / 2))
    const newer = await ask('after', around, limit - older.messages.length)
    return { messages: [...older.messages.toReversed(), ...newer.messages], hasOlder: older.more, hasNewer: newer.more }
  }
  if (after !== undefined) {
    const newer = await ask('after', after, limit)
    return { messages: newer.messages, hasOlder: after > 0, hasNewer: newer.more }
  }
  const older = before === undefined ? await ask('newest', 0, limit) : await ask('before', before, limit)
  return { messages: older.messages.toReversed(), hasOlder: older.more, hasNewer: before !== undefined }
}

export const get: CallHandler<typeof getMessage> = async (context, actor, { cid, messageId }) => {
  const facts = await context.facts.of(cid)
  if (!facts || !rules.maySee(facts, actor)) throw rules.noSuchChannel()
  const row = await store.findMessage(context.db, cid, messageId)
  if (!row) throw rules.noSuchMessage()
  return { message: rules.toMessage(row) }
}

function isMessage(row: store.StretchRow): row is store.StretchRow & store.MessageRow {
  return typeof row.seq === 'number'
}
