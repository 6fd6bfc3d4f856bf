import * as protocol from '@fettle/protocol/workspace/quick-replies'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './quick-replies.service.ts'

export function serveQuickReplies(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(protocol.listQuickReplies, ({ actor }) => service.listReplies(deps, actor.id))

  provider.serve(protocol.getReplyFacts, ({ actor, query }) => service.getFacts(deps, actor, query.customerId))

  provider.serve(protocol.createQuickReply, async ({ actor, body }) => {
    return new Reply(await service.createReply(deps, actor.id, body), { message: { code: 'QUICK_REPLY_SAVED' } })
  })

  provider.serve(protocol.saveQuickReply, async ({ actor, params, body }) => {
    const reply = await service.saveReply(deps, actor.id, { ...body, id: params.id })
    return new Reply(reply, { message: { code: 'QUICK_REPLY_SAVED' } })
  })

  provider.serve(protocol.removeQuickReply, async ({ actor, params }) => {
    await service.removeReply(deps, actor.id, params.id)
    return new Reply({}, { message: { code: 'QUICK_REPLY_DELETED' } })
  })

  provider.serve(protocol.orderQuickReplies, ({ actor, body }) => service.orderReplies(deps, actor.id, body.ids))
}
