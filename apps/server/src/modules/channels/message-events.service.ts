import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as store from './channels.store.ts'
import type { ChatService } from './chat-service.ts'
import type { MarketplaceMessage } from '@fettle/protocol/marketplace/chat'

/** A message as the marketplace sees it. */
export const toMarketplaceMessage = (
  channelId: string,
  { id, seq, user, text, kind, attachments = [], createdAt }: Message,
): MarketplaceMessage => ({ id, channelId, seq, authorId: user?.id ?? null, kind, text, attachments, createdAt })

const PAGE = 100
/** About the number of messages published in one transaction. While people write, it is the limit of the caller. */
const MESSAGES_AT_ONCE = 500
/** Channels compared in one statement. */
const CHANNELS_AT_ONCE = 1_000
/** Messages buffered in memory until they are published. Those beyond are read from the chat. */
const MAX_PENDING_MESSAGES = 20_000

/** An event of the feed about a message, before it has a position. */
interface MessageEvent {
  type: 'message.created'
  subjectType: 'channel'
  subjectId: string
  resourceSeq: number
  occurredAt: Date
  previousStatus: null
  object: MarketplaceMessage
  parent: Pick<store.PublishedChannel, 'id' | 'customerId' | 'providerId'>
}

/** Appends events to the feed in the transaction. False while another process publishes. */
type AppendEvents = (tx: Tx, events: readonly MessageEvent[]) => Promise<boolean>

/** Publishes `message.created` to marketplaces for what providers and customers write to each other. */
export interface MessageEventPublisher {
  /** Adds messages that were written, in the order of each channel. */
  add(messages: Iterable<Message>): void
  /** Adds the channels whose newest message is not published: a process crashed before it could. */
  addUnpublished(newest: readonly { cid: string; seq: number }[]): Promise<void>
  /** Publishes pending messages with `append`, about `limit` of them. Returns whether there are more. */
  collect(limit: number, append: AppendEvents): Promise<boolean>
}

/** Channels with new messages. The list of a channel is empty if its messages have to be read. */
type PendingMessages = Map<string, Message[]>

/** A channel with messages that are not published yet. */
interface UnpublishedMessages {
  channel: store.PublishedChannel
  messages: readonly Message[]
}

/**
 * Creates the publisher. The chat is a separate service that reports new messages. Where they do not follow the last
 * published one without a gap, because another process wrote or crashed in between, the messages after it are read there
 * as the customer would.
 */
export function createMessageEventPublisher(deps: Deps, chat: ChatService): MessageEventPublisher {
  let pending: PendingMessages = new Map()
  let pendingCount = 0
  /** Whether messages were added since the last collection. */
  let hasNew = false

  /** Returns the first channels, with about this number of messages, and removes them. */
  function takeSome(channels: PendingMessages, atOnce: number): PendingMessages {
    const batch: PendingMessages = new Map()
    let count = 0
    for (const [cid, messages] of channels) {
      if (count >= atOnce) break
      batch.set(cid, messages)
      channels.delete(cid)
      count += messages.length || PAGE
    }
    return batch
  }

  /** Adds channels again, before those added since. */
  function putBack(channels: PendingMessages): void {
    const since = pending
    pending = channels
    for (const [cid, messages] of since) {
      const earlier = pending.get(cid)
      const isKnown = messages.length > 0 && earlier?.length !== 0
      pending.set(cid, isKnown ? [...(earlier ?? []), ...messages] : [])
    }
    pendingCount = 0
    for (const messages of pending.values()) pendingCount += messages.length
  }

  /** Publishes messages of several channels in one transaction. False while another process publishes. */
  async function publish(unpublished: readonly UnpublishedMessages[], append: AppendEvents): Promise<boolean> {
    return deps.db.transaction(async (tx) => {
      const published = await store.lockPublishedSeqs(
        tx,
        unpublished.map(({ channel }) => channel.id),
      )
      const events = unpublished.flatMap(({ channel, messages }) => {
        const publishedSeq = published.get(channel.id) ?? 0
        return messages
          .filter(({ seq, user }) => seq > publishedSeq && user !== null)
          .map((message) => toEvent(channel, message))
      })
      if (events.length > 0 && !(await append(tx, events))) return false
      await store.savePublished(
        tx,
        unpublished.map(({ channel: { id }, messages }) => ({
          id,
          seq: Math.max(published.get(id) ?? 0, messages.at(-1)?.seq ?? 0),
          writtenAt: messages.findLast(({ user }) => user !== null)?.createdAt ?? null,
        })),
      )
      return true
    })
  }

  /**
   * Publishes a page of each channel. Returns the number of messages and the channels that may have more. Undefined while
   * another process publishes.
   */
  async function publishPages(
    pages: PendingMessages,
    append: AppendEvents,
  ): Promise<{ count: number; unfinished: string[] } | undefined> {
    const found: UnpublishedMessages[] = []
    const unfinished: string[] = []
    // One after the other: the messages people wait for need the database's connections too.
    for (const channel of await store.listPublished(deps.db, [...pages.keys()])) {
      const { cid, customerId, publishedSeq } = channel
      const loaded = messagesAfter(publishedSeq, pages.get(cid) ?? [])
      const messages = loaded ?? (await chat.listMessages(cid, customerId, { after: publishedSeq, limit: PAGE }))
      if (messages.length > 0) found.push({ channel, messages })
      if (!loaded && messages.length === PAGE) unfinished.push(cid)
    }
    if (found.length > 0 && !(await publish(found, append))) return undefined
    return { count: found.reduce((sum, { messages }) => sum + messages.length, 0), unfinished }
  }

  return {
    add(messages) {
      hasNew = true
      for (const message of messages) {
        const pendingMessages = pending.get(message.cid)
        if (pendingCount === MAX_PENDING_MESSAGES || pendingMessages?.length === 0) {
          pendingCount -= pendingMessages?.length ?? 0
          pending.set(message.cid, [])
          continue
        }
        if (pendingMessages) pendingMessages.push(message)
        else pending.set(message.cid, [message])
        pendingCount += 1
      }
    },
    async addUnpublished(newest) {
      hasNew = true
      for (let from = 0; from < newest.length; from += CHANNELS_AT_ONCE) {
        const seqs = new Map(newest.slice(from, from + CHANNELS_AT_ONCE).map(({ cid, seq }) => [cid, seq]))
        for (const { cid, publishedSeq } of await store.listPublished(deps.db, [...seqs.keys()]))
          if (publishedSeq < (seqs.get(cid) ?? 0) && !pending.has(cid)) pending.set(cid, [])
      }
    },
    async collect(limit, append) {
      const remaining = pending
      pending = new Map()
      pendingCount = 0
      // A long transaction would delay the messages that people send meanwhile.
      const atOnce = hasNew ? Math.min(limit, MESSAGES_AT_ONCE) : MESSAGES_AT_ONCE
      hasNew = false
      let published = 0
      while (remaining.size > 0 && published < limit) {
        const channels = takeSome(remaining, atOnce)
        try {
          const done = await publishPages(channels, append)
          if (!done) {
            putBack(new Map([...channels, ...remaining]))
            return true
          }
          published += done.count
          for (const cid of done.unfinished) remaining.set(cid, [])
        } catch (error) {
          deps.log.warn({ err: error, channels: channels.size }, 'publishing message events failed, will retry')
          for (const cid of channels.keys()) remaining.set(cid, [])
          putBack(remaining)
          return false
        }
      }
      putBack(remaining)
      return pending.size > 0
    },
  }
}

/**
 * The pending messages of a channel after `seq`, if they follow it without a gap. Undefined: they have to be read.
 */
function messagesAfter(seq: number, pending: readonly Message[]): readonly Message[] | undefined {
  const after = pending.filter((message) => message.seq > seq)
  return pending.length > 0 && after.every((message, index) => message.seq === seq + 1 + index) ? after : undefined
}

function toEvent({ id, customerId, providerId }: store.PublishedChannel, message: Message): MessageEvent {
  return {
    type: 'message.created',
    subjectType: 'channel',
    subjectId: id,
    resourceSeq: message.seq,
    occurredAt: new Date(message.createdAt),
    previousStatus: null,
    object: toMarketplaceMessage(id, message),
    parent: { id, customerId, providerId },
  }
}
