import type { editMessage, MessageChangeType } from '@fettle/protocol/chat/messages/message-changes'
import { isSameEmoji } from '@fettle/protocol/chat/messages/emoji'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Reaction } from '@fettle/protocol/chat/messages/messages'
import type { ChatReceived } from '@fettle/protocol/chat/core/operation'
import { findLinks, isEmptyText } from '@fettle/protocol/chat/messages/text'
import type { ChatActor } from '../core/actor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { pageKey } from '../previews/previews.rules.ts'
import { normalizeText, mentionsOf, noSuchMessage } from './messages.rules.ts'
import type { MessageRow, NewMessage } from './messages.store.ts'

/** Decides changes of existing messages. `row` is the new row, undefined if unchanged. */

export interface MessageChange {
  type: MessageChangeType
  row: MessageRow
  emoji?: string
}

/** Throws unless the caller is the author, or the app acting for nobody. */
function requireAuthor(row: MessageRow, actor: ChatActor): void {
  if (actor.userId === null ? !actor.server : actor.userId !== row.user_id)
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.author-only' } })
}

function requireThere(row: MessageRow): void {
  if (row.kind === 'deleted') throw noSuchMessage()
}

type Edit = Pick<ChatReceived<typeof editMessage>, 'text' | 'mentions' | 'custom'>

export function decideEdit(
  row: MessageRow,
  actor: ChatActor,
  { text: newText, mentions, custom }: Edit,
  memberIds: ReadonlySet<string>,
  now: Date,
): MessageChange | undefined {
  requireThere(row)
  requireAuthor(row, actor)
  if (row.kind !== 'regular' && !actor.server)
    throw new ChatRefusal('NOT_ALLOWED', { message: 'Only the app can change this message.' })
  const text = normalizeText(newText)
  // Text is optional beside files, a location or a poll.
  const { mentions: _, custom: storedCustom, forwarded: _f, previews = [], ...rest } = row.extras ?? {}
  if (row.kind === 'regular' && isEmptyText(text) && Object.keys(rest).length === 0)
    throw new ChatRefusal('INPUT', { reason: { code: 'chat.message-empty' } })
  const mentioned = mentions === undefined ? (row.extras?.mentions ?? []) : mentionsOf(mentions, memberIds)
  const linkedPages = new Set(findLinks(text).map(pageKey))
  const linkedPreviews = previews.filter(({ url }) => linkedPages.has(url))
  const extras = {
    ...row.extras,
    previews: linkedPreviews.length > 0 ? linkedPreviews : undefined,
    mentions: mentioned.length > 0 ? mentioned : undefined,
    custom: custom ?? storedCustom,
  }
  const next = { ...row, text, extras: JSON.parse(JSON.stringify(extras)) as MessageRow['extras'] }
  if (text === row.text && sameJson(next.extras ?? {}, row.extras ?? {})) return undefined
  return { type: 'message.updated', row: { ...next, edited_at: now } }
}

/** A tombstone: keeps position, author and time. */
export function decideDelete(row: MessageRow, actor: ChatActor, now: Date): MessageChange | undefined {
  requireAuthor(row, actor)
  if (row.kind === 'deleted') return undefined
  return {
    type: 'message.deleted',
    row: {
      ...row,
      kind: 'deleted',
      text: '',
      quoted_id: null,
      quoted: null,
      extras: null,
      reactions: null,
      pinned_at: null,
      pinned_by: null,
      edited_at: null,
      deleted_at: now,
    },
  }
}

export function decidePin(
  row: MessageRow,
  userId: string | null,
  pinned: number,
  now: Date,
): MessageChange | undefined {
  requireThere(row)
  if (row.pinned_at !== null) return undefined
  if (pinned >= chatLimits.pinnedPerChannel)
    throw new ChatRefusal('NOT_ALLOWED', {
      reason: { code: 'chat.pins-limit', params: { max: chatLimits.pinnedPerChannel } },
    })
  return { type: 'message.pinned', row: { ...row, pinned_at: now, pinned_by: userId } }
}

export function decideUnpin(row: MessageRow): MessageChange | undefined {
  if (row.pinned_at === null) return undefined
  return { type: 'message.unpinned', row: { ...row, pinned_at: null, pinned_by: null } }
}

/** Adds a reaction, one of each kind per user. */
export function decideReaction(row: MessageRow, userId: string, emoji: string): MessageChange | undefined {
  requireThere(row)
  const reactions = row.reactions ?? []
  const existing = reactions.find((each) => isSameEmoji(each.emoji, emoji))
  if (existing?.userIds.includes(userId)) return undefined
  if (!existing && reactions.length >= chatLimits.reactionsPerMessage)
    throw new ChatRefusal('NOT_ALLOWED', {
      reason: { code: 'chat.reactions-limit', params: { max: chatLimits.reactionsPerMessage } },
    })
  const next: Reaction[] = existing
    ? reactions.map((each) => (each === existing ? { ...each, userIds: [...each.userIds, userId] } : each))
    : [...reactions, { emoji, userIds: [userId] }]
  return { type: 'reaction.new', row: { ...row, reactions: next }, emoji }
}

export function decideReactionRemoval(row: MessageRow, userId: string, emoji: string): MessageChange | undefined {
  const reactions = row.reactions ?? []
  if (!reactions.some((each) => isSameEmoji(each.emoji, emoji) && each.userIds.includes(userId))) return undefined
  const remaining = reactions
    .map((each) =>
      isSameEmoji(each.emoji, emoji) ? { ...each, userIds: each.userIds.filter((id) => id !== userId) } : each,
    )
    .filter(({ userIds }) => userIds.length > 0)
  return { type: 'reaction.deleted', row: { ...row, reactions: remaining.length > 0 ? remaining : null }, emoji }
}

/** A copy of a message for another channel, without mentions. */
export function toForwarded(row: MessageRow, { cid, id, userId, version }: MessageTarget): NewMessage {
  if (row.kind !== 'regular') throw noSuchMessage()
  const { mentions: _, ...extras } = row.extras ?? {}
  return {
    cid,
    policyVersion: version,
    id,
    userId,
    kind: 'regular',
    text: row.text,
    parentId: null,
    inChannel: true,
    quotedId: null,
    extras: { ...extras, forwarded: true },
    counts: true,
  }
}

interface MessageTarget {
  cid: string
  id: string
  userId: string
  version: number
}

const sameJson = (one: object, other: object) => {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}
