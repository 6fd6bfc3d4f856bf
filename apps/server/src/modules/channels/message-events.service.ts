import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ActorRef } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import * as store from './channels.store.ts'
import type { ChatService } from './chat-service.ts'
import type { MarketplaceMessage } from '@fettle/protocol/marketplace'

/** A message as the marketplace sees it. */
export const toMarketplaceMessage = (
  channelId: string,
  { id, seq, user, text, kind, attachments = [], createdAt }: Message,
): MarketplaceMessage => ({ id, channelId, seq, authorId: user?.id ?? null, kind, text, attachments, createdAt })

const PAGE = 100

/** Publishes `message.created` to marketplaces for what providers and customers write to each other. */
export interface MessageEventPublisher {
  /** Notes that messages were written to these channels. */
  note(cids: Iterable<string>): void
  /** Publishes the messages of the channels noted so far. */
  collect(): Promise<void>
}

/**
 * Creates the publisher. The chat is a separate service: it reports channels with new messages, which are read there as
 * the customer would, after the last published one. What a crashed process had noted is published with the next
 * message.
 */
export function createMessageEventPublisher(deps: Deps, chat: ChatService): MessageEventPublisher {
  const noted = new Set<string>()

  async function tell(channel: store.PublishedChannel): Promise<void> {
    const { id, customerId, providerId } = channel
    for (let after = channel.publishedSeq; ;) {
      const messages = await chat.listMessages(channel.cid, channel.customerId, { after, limit: PAGE })
      const last = messages.at(-1)
      if (!last) return
      await deps.db.transaction(async (tx) => {
        const publishedSeq = await store.lockPublishedSeq(tx, channel.id)
        const fresh = messages.filter(({ seq, user }) => seq > publishedSeq && user !== null)
        for (const message of fresh) {
          await appendEvent(tx, deps, {
            subject: { type: 'channel', id: channel.id },
            type: 'message.created',
            occurredAt: new Date(message.createdAt),
            actor: authorOf(message, channel),
            data: { message: toMarketplaceMessage(channel.id, message), channel: { id, customerId, providerId } },
            // The conversation itself already notified both.
            providerId: null,
            customerId: channel.customerId,
          })
        }
        await store.savePublishedSeq(tx, channel.id, Math.max(publishedSeq, last.seq))
      })
      if (messages.length < PAGE) return
      after = last.seq
    }
  }

  return {
    note(cids) {
      for (const cid of cids) noted.add(cid)
    },
    async collect() {
      if (noted.size === 0) return
      const cids = [...noted]
      noted.clear()
      for (const channel of await store.listPublished(deps.db, cids)) {
        await tell(channel).catch((error: unknown) => {
          deps.log.warn({ err: error, channel: channel.id }, 'publishing message events failed, will retry')
        })
      }
    },
  }
}

const authorOf = ({ user }: Message, { customerId }: { customerId: string }): ActorRef => ({
  type: user?.id === customerId ? 'CUSTOMER' : 'PROVIDER',
  id: user?.id ?? null,
  name: user?.name ?? '',
})
