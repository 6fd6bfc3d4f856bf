import * as protocol from '@fettle/protocol/disputes'
import type { ProviderActor, Routers } from '../../actors.ts'
import { asProvider } from '../../platform/acting-party.ts'
import { withVersion } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import type { DisputeDeps } from './dispute.workflow.ts'
import type { Dispute } from './dispute.rules.ts'
import * as service from './disputes.service.ts'
import { toSummary, toView } from './dispute.view.ts'
import { addEvidence } from './evidence/evidence.service.ts'
import { assertDirect, getTerms, openDisputeIn } from './opening/opening.service.ts'

export function serveDisputes(deps: DisputeDeps, { provider }: Pick<Routers, 'provider'>): void {
  const show = async (actor: ProviderActor, dispute: Promise<Dispute>) =>
    toView(deps, deps.db, await dispute, asProvider(actor))

  provider.serve(protocol.openDispute, async ({ actor, body }) => {
    assertDirect(body.subject)
    const opened = await deps.db.transaction((tx) => openDisputeIn(deps, tx, asProvider(actor), body))
    return service.getDispute(deps, asProvider(actor), opened.id)
  })
  provider.serve(protocol.getDisputeTerms, ({ actor, query }) => getTerms(deps, asProvider(actor), query))
  provider.serve(protocol.listDisputes, async ({ actor, query }) => {
    const { disputes, meta } = await service.listDisputes(deps, { providerId: actor.id }, query)
    return new Reply(disputes.map(toSummary), { meta })
  })
  provider.serve(protocol.listDisputeCards, ({ actor, query }) => service.listCards(deps, actor.id, query.ids))
  provider.serve(protocol.getDispute, ({ actor, params }) => service.getDispute(deps, asProvider(actor), params.id))
  provider.serve(protocol.getDisputeTimeline, ({ actor, params }) =>
    service.getTimeline(deps, asProvider(actor), params.id),
  )
  provider.serve(protocol.respondToDispute, ({ actor, params, body, request }) =>
    show(actor, service.respond(deps, asProvider(actor), params.id, withVersion(request, body))),
  )
  provider.serve(protocol.addDisputeEvidence, ({ actor, params, body, request }) =>
    show(actor, addEvidence(deps, asProvider(actor), params.id, withVersion(request, body))),
  )
  provider.serve(protocol.proposeSettlement, ({ actor, params, body, request }) =>
    show(actor, service.propose(deps, asProvider(actor), params.id, withVersion(request, body))),
  )
  provider.serve(protocol.acceptSettlement, ({ actor, params, body, request }) =>
    show(actor, service.accept(deps, asProvider(actor), params.id, params.proposalId, withVersion(request, body))),
  )
  provider.serve(protocol.declineSettlement, ({ actor, params, body, request }) =>
    show(actor, service.decline(deps, asProvider(actor), params.id, params.proposalId, withVersion(request, body))),
  )
  provider.serve(protocol.withdrawDispute, ({ actor, params, body, request }) =>
    show(actor, service.withdraw(deps, asProvider(actor), params.id, withVersion(request, body))),
  )
  provider.serve(protocol.appealDispute, ({ actor, params, body, request }) =>
    show(actor, service.appeal(deps, asProvider(actor), params.id, withVersion(request, body))),
  )
}
