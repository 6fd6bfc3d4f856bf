import * as protocol from '@fettle/protocol/marketplace/disputes'
import type { MarketplaceActor, Routers } from '../../actors.ts'
import { SYSTEM, type ActingPerson } from '../../platform/acting-party.ts'
import { fieldError } from '../../platform/errors.ts'
import { actAndShow, actingCustomerOf, openForCustomer } from '../../platform/http/acting-customer.ts'
import { Reply } from '../../platform/http/router.ts'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { toMarketplaceDispute } from './marketplace.view.ts'
import type { DisputeDeps } from './dispute.workflow.ts'
import { getOwnDispute, type DisputeParty } from './dispute.access.ts'
import * as service from './disputes.service.ts'
import { toSummary } from './dispute.view.ts'
import { sendEvidence } from './evidence/evidence.service.ts'
import { assertDirect, openDisputeIn } from './opening/opening.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** The function of the marketplace module that loads the acting customer. */
export interface DisputeMarketplace {
  openCustomer: (id: string) => Promise<{ id: string; name: string }>
}

/** Registers the customers' side of disputes, called by the marketplace, and the operators' operations. */
export function serveMarketplaceDisputes(
  deps: DisputeDeps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { openCustomer }: DisputeMarketplace,
): void {
  const show = async (party: DisputeParty, id: string) =>
    toMarketplaceDispute(deps, await getOwnDispute(deps.db, party, id), party)
  const toPerson = async (id: string): Promise<ActingPerson> => {
    const { name } = await openCustomer(id)
    return { role: 'CUSTOMER', id, name }
  }
  const openDispute = openForCustomer({
    thing: 'dispute',
    find: async (id) => ({ customerId: (await getOwnDispute(deps.db, SYSTEM, id)).customer.id }),
    toPerson: ({ customerId }) => toPerson(customerId),
  })
  const acting = actAndShow(openDispute, show)

  marketplace.serve(protocol.openMarketplaceDispute, async ({ body: { customerId, ...opening }, request }) => {
    const actingId = actingCustomerOf(request, customerId)
    if (actingId === undefined) throw fieldError(['customerId'], 'REQUIRED', issueText('DISPUTE_CUSTOMER_REQUIRED'))
    assertDirect(opening.subject)
    const me = await toPerson(actingId)
    const { id } = await deps.db.transaction((tx) => openDisputeIn(deps, tx, me, opening))
    return show(me, id)
  })
  marketplace.serve(protocol.listMarketplaceDisputes, async ({ query, request }) => {
    const { customerId, providerId, ...page } = query
    const parties = { customerId: actingCustomerOf(request, customerId), providerId }
    const { disputes, meta } = await service.listDisputes(deps, parties, page)
    const rows = disputes.map((dispute) => ({ ...toSummary(dispute), providerId: dispute.providerId }))
    return new Reply(rows, { meta })
  })
  marketplace.serve(protocol.getMarketplaceDispute, async ({ params, query, request }) => {
    const me = await openDispute(params.id, request, query)
    return show(me, params.id)
  })
  marketplace.serve(protocol.respondToMarketplaceDispute, (call) =>
    acting(call, (me, id) => service.respond(deps, me, id, { statement: call.body.statement })),
  )
  marketplace.serveUpload(
    protocol.addMarketplaceDisputeEvidence,
    async ({ file, ...call }) =>
      acting(call, (me, id) => sendEvidence(deps, me, id, { sent: file, note: call.body.note })),
    { maxFileBytes: uploadRules.EVIDENCE.maxBytes },
  )
  marketplace.serve(protocol.proposeMarketplaceSettlement, (call) =>
    acting(call, (me, id) => {
      const { amountToProvider, note } = call.body
      return service.propose(deps, me, id, { amountToProvider, note })
    }),
  )
  marketplace.serve(protocol.acceptMarketplaceSettlement, (call) =>
    acting(call, (me, id) => service.accept(deps, me, id, call.params.proposalId)),
  )
  marketplace.serve(protocol.declineMarketplaceSettlement, (call) =>
    acting(call, (me, id) => service.decline(deps, me, id, call.params.proposalId, { note: call.body.note })),
  )
  marketplace.serve(protocol.withdrawMarketplaceDispute, (call) =>
    acting(call, (me, id) => service.withdraw(deps, me, id)),
  )
  marketplace.serve(protocol.appealMarketplaceDispute, (call) =>
    acting(call, (me, id) => service.appeal(deps, me, id, { note: call.body.note })),
  )

  const operatorOf = ({ keyId, name }: MarketplaceActor): DisputeParty => ({ role: 'OPERATOR', id: keyId, name })
  marketplace.serve(protocol.assignDispute, async ({ actor, params: { id }, body }) => {
    const operator = operatorOf(actor)
    await service.assign(deps, operator, id, body.assignee)
    return show(operator, id)
  })
  marketplace.serve(protocol.decideDispute, async ({ actor, params: { id }, body }) => {
    const operator = operatorOf(actor)
    await service.decide(deps, operator, id, body)
    return show(operator, id)
  })
}
