import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { MarketplaceMessage } from '@fettle/protocol/marketplace'

/** A message as the marketplace sees it. */
export const toMarketplaceMessage = (
  channelId: string,
  { id, seq, user, text, kind, attachments = [], createdAt }: Message,
): MarketplaceMessage => ({ id, channelId, seq, authorId: user?.id ?? null, kind, text, attachments, createdAt })
