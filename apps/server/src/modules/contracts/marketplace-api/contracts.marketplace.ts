import * as protocol from '@fettle/protocol/marketplace/contracts'
import * as terminations from '@fettle/protocol/marketplace/contract-terminations'
import * as contractAmendments from '@fettle/protocol/marketplace/contract-amendments'
import * as contractMilestones from '@fettle/protocol/marketplace/contract-milestones'
import type { OnBehalf } from '@fettle/protocol/marketplace/acting-customer'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { actAndShow, actingCustomerOf, openForCustomer } from '../../../platform/http/acting-customer.ts'
import { pdfDownload } from '../../../platform/http/download.ts'
import { Reply } from '../../../platform/http/router.ts'
import { createUpload } from '../../uploads/index.ts'
import * as amendments from '../amendments/amendments.service.ts'
import * as answers from '../amendments/answers.service.ts'
import { noOrigin } from '../history/audit.store.ts'
import type { ContractPerson } from '../contract.access.ts'
import type { ContractBillingDeps } from '../milestones/contract-billing.service.ts'
import { findParties } from '../contracts.store.ts'
import * as life from '../lifecycle/lifecycle.service.ts'
import { sign } from '../signing/customer-signing.service.ts'
import * as termination from '../lifecycle/termination.service.ts'
import * as milestones from '../milestones/milestones.service.ts'
import { downloadContractPdf } from '../files/contract-pdf.service.ts'
import { recordReading } from '../signing/reading.service.ts'
import { listForMarketplace } from './marketplace.store.ts'
import { toMarketplaceContract } from './marketplace.view.ts'

/** The marketplace's data of the acting customer. */
export interface ContractMarketplace {
  openCustomer: (id: string) => Promise<{ id: string; name: string }>
}

/** Whom a call acts for, and the person behind it. */
interface CallInput {
  customerId?: string | undefined
  onBehalf?: OnBehalf | undefined
}

/** Registers the customers' side of contracts, called by the marketplace. */
export function serveMarketplaceContracts(
  deps: Deps & ContractBillingDeps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { openCustomer }: ContractMarketplace,
): void {
  const openContract = openForCustomer({
    thing: 'contract',
    async find(id) {
      const parties = await findParties(deps.db, id)
      return parties && parties.currentVersion > 0 ? parties : undefined
    },
    async toPerson({ customerId }, { onBehalf }: CallInput): Promise<ContractPerson> {
      const { id, name } = await openCustomer(customerId)
      return { role: 'CUSTOMER', id, name, origin: onBehalf ?? noOrigin }
    },
  })
  const acting = actAndShow(openContract, (me, id) => toMarketplaceContract(deps, me, id))
  /** The authentication the marketplace witnessed counts as the step-up. */
  const signing = (me: ContractPerson, { authMethod, authenticatedAt }: protocol.SigningOnBehalf) => ({
    ...me,
    proof: async () => ({ method: authMethod, at: new Date(authenticatedAt) }),
  })

  marketplace.serve(protocol.listMarketplaceContracts, async ({ query: { customerId, ...query }, request }) => {
    const filter = { ...query, customerId: actingCustomerOf(request, customerId) }
    const { contracts, nextCursor } = await listForMarketplace(deps.db, filter)
    return new Reply(contracts, { meta: { nextCursor } })
  })
  marketplace.serve(protocol.getMarketplaceContract, async ({ params, query, request }) =>
    toMarketplaceContract(deps, await openContract(params.id, request, query), params.id),
  )
  marketplace.serve(protocol.getMarketplaceContractPdf, async ({ params, query, request }) => {
    const me = await openContract(params.id, request, query)
    // The provider's later draft is not theirs to read.
    const { version } = query
    const versionNumber = version ?? (await toMarketplaceContract(deps, me, params.id)).currentVersion
    return pdfDownload(await downloadContractPdf(deps, me, params.id, versionNumber))
  })
  marketplace.serveUpload(
    protocol.addMarketplaceContractFile,
    async ({ params, body, file: sent, request }) => {
      const me = await openContract(params.id, request, body)
      const { id: fileId } = await createUpload(deps, me.id, body.purpose, sent)
      return { fileId }
    },
    { maxFileBytes: uploadRules.EVIDENCE.maxBytes },
  )
  marketplace.serve(protocol.viewMarketplaceContract, (call) =>
    acting(call, (me, id) => recordReading(deps, me, id, call.body)),
  )
  marketplace.serve(protocol.signContract, (call) =>
    acting(call, (me, id) => sign(deps, signing(me, call.body.onBehalf), id, call.body)),
  )
  marketplace.serve(protocol.requestContractChanges, (call) =>
    acting(call, (me, id) => life.requestChanges(deps, me, id, call.body)),
  )
  marketplace.serve(protocol.declineContract, (call) =>
    acting(call, (me, id) => life.decline(deps, me, id, call.body.reason)),
  )
  marketplace.serve(protocol.holdMarketplaceContract, (call) =>
    acting(call, (me, id) => {
      const { reasonCode, note, until } = call.body
      return life.hold(deps, me, id, { reasonCode, note, until })
    }),
  )
  marketplace.serve(protocol.resumeMarketplaceContract, (call) => acting(call, (me, id) => life.resume(deps, me, id)))
  marketplace.serve(terminations.withdrawFromContract, (call) =>
    acting(call, (me, id) => termination.withdraw(deps, me, id, call.body)),
  )
  marketplace.serve(contractMilestones.approveMilestone, (call) =>
    acting(call, (me, id) => milestones.approve(deps, me, id, call.params.milestoneId)),
  )
  marketplace.serve(contractMilestones.requestMilestoneChanges, (call) =>
    acting(call, (me, id) => milestones.requestChanges(deps, me, id, call.params.milestoneId, call.body.note)),
  )
  marketplace.serve(contractAmendments.hashAmendment, async ({ params, request, body }) =>
    amendments.hash(deps, await openContract(params.id, request, body), params.id, body),
  )
  marketplace.serve(contractAmendments.createMarketplaceAmendment, (call) =>
    acting(call, (me, id) => amendments.createSigned(deps, signing(me, call.body.onBehalf), id, call.body)),
  )
  marketplace.serve(contractAmendments.signMarketplaceAmendment, (call) =>
    acting(call, (me, id) => {
      const { signature, onBehalf } = call.body
      return answers.sign(deps, signing(me, onBehalf), id, call.params.amendmentId, { signature })
    }),
  )
  marketplace.serve(contractAmendments.declineMarketplaceAmendment, (call) =>
    acting(call, (me, id) =>
      answers.refuse(deps, me, id, call.params.amendmentId, 'decline', { note: call.body.note }),
    ),
  )
  marketplace.serve(contractAmendments.withdrawMarketplaceAmendment, (call) =>
    acting(call, (me, id) => answers.refuse(deps, me, id, call.params.amendmentId, 'withdraw')),
  )
  marketplace.serve(terminations.proposeMarketplaceTermination, (call) =>
    acting(call, (me, id) => {
      const { reasonCode, note, effectiveDate, settlement } = call.body
      return termination.propose(deps, me, id, { reasonCode, note, effectiveDate, settlement })
    }),
  )
  marketplace.serve(terminations.acceptMarketplaceTermination, (call) =>
    acting(call, (me, id) => termination.accept(deps, me, id)),
  )
  marketplace.serve(terminations.contestMarketplaceTermination, (call) =>
    acting(call, (me, id) => termination.contest(deps, me, id, { note: call.body.note })),
  )
  marketplace.serve(terminations.withdrawMarketplaceTermination, (call) =>
    acting(call, (me, id) => termination.withdrawProposal(deps, me, id)),
  )
  marketplace.serve(terminations.decideTermination, async ({ actor, params: { id }, request, body }) => {
    const customer = await openContract(id, request, {})
    const operator = { role: 'OPERATOR', id: actor.keyId, name: actor.name, origin: noOrigin } as const
    const { outcome, settlement, rationale } = body
    if (outcome === 'TERMINATED') await termination.accept(deps, operator, id, { settlement, note: rationale })
    else await termination.withdrawProposal(deps, operator, id, { note: rationale })
    return () => toMarketplaceContract(deps, customer, id)
  })
}
