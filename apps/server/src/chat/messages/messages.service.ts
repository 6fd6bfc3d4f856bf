import type {
  getMessage,
  listMessages,
  Message,
  MessagePage,
  Quote,
  sendMessage,
} from '@fettle/protocol/chat/messages/messages'
import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import { quoteOf } from '@fettle/protocol/chat/messages/text'
import type { Queryable } from '../../platform/db/db.ts'
import type { ChatActor } from '../core/actor.ts'
import type { ChannelPolicy } from '../channels/channel-policy.ts'
import { writeReply } from '../threads/replies.ts'
import type { CallHandler } from '../core/calls.ts'
import { enforceSlowMode, requireUnblocked } from '../channels/changes.service.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { requireVisible } from '../core/members.ts'
import { resolveExtensions } from './extensions.ts'
import { listReadings } from '../reading/reading.store.ts'
import * as rules from './messages.rules.ts'
import * as store from './messages.store.ts'

/** Retries when the channel's policy changes between decision and write, which hardly ever happens repeatedly. */
const MAX_ATTEMPTS = 5

export const send: CallHandler<typeof sendMessage> = async (context, actor, { cid, message }) => ({
  message: await sendWith(context, actor, cid, message, await resolveExtensions(context, actor, cid, message)),
})

/** Sends a draft with its files, poll and location. */
export function sendWith(
  context: ChatContext,
  actor: ChatActor,
  cid: string,
  draft: ChatReceived<typeof sendMessage>['message'],
  extensions: Partial<Message> = {},
): Promise<Message> {
  return deliver(context, actor, cid, (policy) => rules.decideSend(policy, actor, draft, extensions))
}

/** Writes a message. If its id exists, the existing message is returned. `decide` may run again. */
export async function deliver(
  context: ChatContext,
  actor: ChatActor,
  cid: string,
  decide: (policy: ChannelPolicy | undefined) => store.NewMessage,
): Promise<Message> {
  const { db, channelPolicies: policy, userCache, writer } = context
  let isInTime = false
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const channelPolicy = await policy.get(cid)
    const message = decide(channelPolicy)
    if (channelPolicy) requireUnblocked(channelPolicy, actor)
    const references = await resolveReferences(context, actor, message)
    if (channelPolicy && references && !isInTime) {
      await enforceSlowMode(context, channelPolicy, actor, message.id)
      isInTime = true
    }
    const user = actor.userId === null ? null : ((await userCache.get(actor.userId)) ?? null)
    const connectionId = actor.connection?.id
    const entry = { message, user, quoted: references?.quoted, memberIds: channelPolicy?.memberIds ?? [], connectionId }
    const writtenMessage =
      references && (message.parentId === null ? await writer.append(entry) : await writeReply(context, entry))
    if (writtenMessage) return writtenMessage
    const earlier = await store.findMessage(db, cid, message.id)
    if (earlier && earlier.user_id !== actor.userId)
      throw new ChatRefusal('NOT_ALLOWED', { message: 'This message id is taken.' })
    if (earlier) {
      const existing = rules.toMessage(earlier)
      await rebroadcast(context, existing)
      return existing
    }
    // Neither written nor existing, and nothing changed: what it references is gone.
    if (!references) throw rules.noSuchMessage()
    policy.evict(cid)
  }
  throw new ChatRefusal('INTERNAL')
}

/** Loads the quoted message and the parent as the sender sees them. Undefined: not there. */
async function resolveReferences(
  { db }: ChatContext,
  actor: ChatActor,
  { cid, quotedId, parentId }: store.NewMessage,
): Promise<{ quoted: Quote | undefined } | undefined> {
  const quoted = quotedId === null ? undefined : await store.findVisible(db, { cid, id: quotedId }, actor.userId)
  if (quotedId !== null && (!quoted || quoted.kind === 'deleted')) return undefined
  if (parentId !== null) {
    const parent = await store.findVisible(db, { cid, id: parentId }, actor.userId)
    if (!parent) return undefined
    rules.requireRoot(parent)
  }
  return { quoted: quoted && quoteOf(rules.toMessage(quoted)) }
}

/**
 * Publishes an existing message again, because its writer may have crashed before publishing. Receivers ignore
 * duplicates.
 */
async function rebroadcast({ db, publisher }: ChatContext, message: Message): Promise<void> {
  const { cid, seq, createdAt: at, parentId } = message
  const row = parentId === undefined ? undefined : await store.findMessage(db, cid, parentId)
  const parent = row && rules.toMessage(row)
  for (const { userId, ...reading } of await listReadings(db, cid))
    publisher.toUser(userId, {
      type: 'message.new',
      cid,
      seq,
      at,
      message,
      reading,
      ...(parent ? { parent } : {}),
    })
}

export const list: CallHandler<typeof listMessages> = async ({ db }, actor, { cid, ...page }) =>
  readPage(db, actor, { cid }, page)

/** A page of a channel's history or of a thread. */
export async function readPage(
  db: Queryable,
  actor: ChatActor,
  timeline: { cid: string; parentId?: string },
  page: Page,
): Promise<MessagePage> {
  const ask = async (window: store.MessageWindow, seq: number, count: number) => {
    // One more than requested shows whether there is more.
    const rows = await store.listMessageWindow(db, { ...timeline, userId: actor.userId, window, seq, limit: count + 1 })
    const first = rows[0]
    if (!first || (!first.member && !(actor.server && actor.userId === null))) throw rules.noSuchChannel()
    const messages = rows.filter((row) => isMessage(row)).map((row) => rules.toMessage(row))
    return { messages: messages.slice(0, count), more: messages.length > count }
  }
  return readWindow(ask, page)
}

interface Page {
  before?: number | undefined
  after?: number | undefined
  around?: number | undefined
  limit: number
}

type ReadMessages = (
  window: store.MessageWindow,
  seq: number,
  count: number,
) => Promise<{ messages: MessagePage['messages']; more: boolean }>

async function readWindow(ask: ReadMessages, { before, after, around, limit }: Page): Promise<MessagePage> {
  if ([before, after, around].filter((bound) => bound !== undefined).length > 1) {
    throw new ChatRefusal('INPUT', { message: 'Use only one of before, after and around.' })
  }
  if (around !== undefined) {
    // The message itself belongs to the older half.
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
  await requireVisible(context, actor, cid)
  const row = await store.findVisible(context.db, { cid, id: messageId }, actor.userId)
  if (!row) throw rules.noSuchMessage()
  return { message: rules.toMessage(row) }
}

function isMessage(row: store.MessageWindowRow): row is store.MessageWindowRow & store.MessageRow {
  return typeof row.seq === 'number'
}
