import { createChannel, getStreamToken } from '@fettle/protocol/workspace/channels'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ChatService } from './chat-service.ts'
import { getOrCreateChannelWithCustomer, updateChatUser, type HaveDoneBusiness } from './channels.service.ts'

export function serveChannels(
  deps: Deps,
  { account, provider }: Pick<Routers, 'account' | 'provider'>,
  { chat, haveDoneBusiness }: { chat: ChatService; haveDoneBusiness: HaveDoneBusiness },
): void {
  provider.serve(createChannel, async ({ actor, body }) => {
    const { id, cid, providerId, customerId } = await getOrCreateChannelWithCustomer(
      deps,
      { chat, haveDoneBusiness },
      actor.id,
      body.participantId,
    )
    return { channel: { id, cid, type: 'messaging' as const, members: [providerId, customerId] } }
  })

  account.serve(getStreamToken, async ({ actor }) => {
    await updateChatUser(deps, chat, actor.id)
    return { token: chat.signToken(actor.id, actor.sessionId), appKey: chat.appKey, userId: actor.id }
  })
}
