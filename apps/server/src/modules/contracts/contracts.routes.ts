import * as audit from '@fettle/protocol/contracts/audit'
import * as actions from '@fettle/protocol/contracts/actions'
import * as templates from '@fettle/protocol/contracts/templates'
import * as versions from '@fettle/protocol/contracts/versions'
import * as protocol from '@fettle/protocol/contracts'
import type { FastifyRequest } from 'fastify'
import type { ProviderActor, Routers } from '../../actors.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { pdfDownload } from '../../platform/http/download.ts'
import { withVersion, versionOf } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import { requireStepUp } from '../auth/index.ts'
import { withCurrency } from '../profile/index.ts'
import * as amendments from './amendments/amendments.service.ts'
import * as answers from './amendments/answers.service.ts'
import type { ContractPerson } from './contract.access.ts'
import type { ContractBillingDeps } from './milestones/contract-billing.service.ts'
import * as service from './contracts.service.ts'
import { createContract, type AcceptedOffers } from './drafts/creation.service.ts'
import { edit, removeContract } from './drafts/drafts.service.ts'
import * as life from './lifecycle/lifecycle.service.ts'
import { send } from './lifecycle/sending.service.ts'
import * as termination from './lifecycle/termination.service.ts'
import * as milestones from './milestones/milestones.service.ts'
import { downloadContractPdf } from './files/contract-pdf.service.ts'
import { recordReading } from './signing/reading.service.ts'
import { contractTemplates } from './drafts/templates.service.ts'
import { getVersion } from './history/versions.service.ts'

/** The caller and their origin. */
const personOf = ({ id, name }: ProviderActor, request: FastifyRequest): ContractPerson => ({
  role: 'PROVIDER',
  id,
  name,
  origin: { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null, timeZone: null },
})

interface Call {
  actor: ProviderActor
  request: FastifyRequest
  params: { id: string }
}
const personIn = ({ actor, request }: Call) => personOf(actor, request)

export function serveContracts(
  deps: Deps & ContractBillingDeps & { offers: AcceptedOffers },
  { provider }: Pick<Routers, 'provider'>,
): void {
  const show = (call: Call) => service.getContract(deps, personIn(call), call.params.id)

  provider.serve(
    protocol.listContracts,
    async ({ actor, query }) => {
      const { contracts, meta } = await service.listContracts(deps, actor.id, query)
      return new Reply(contracts, { meta })
    },
    { mayLag: true },
  )
  provider.serve(protocol.listContractCards, ({ actor, query }) => service.listCards(deps, actor.id, query.ids))
  provider.serve(protocol.getContract, show)
  provider.serve(protocol.getContractTimeline, (call) => service.getTimeline(deps, personIn(call), call.params.id))
  provider.serve(versions.getContractVersion, (call) =>
    getVersion(deps, personIn(call), call.params.id, call.params.number),
  )
  provider.serve(protocol.getConsolidated, (call) => service.getConsolidated(deps, personIn(call), call.params.id))
  provider.serve(audit.getContractAudit, (call) => service.getAudit(deps, personIn(call), call.params.id))
  provider.serve(audit.verifyContractAudit, (call) => service.verifyAudit(deps, personIn(call), call.params.id))
  provider.serve(versions.getContractPdf, async (call) =>
    pdfDownload(await downloadContractPdf(deps, personIn(call), call.params.id, call.query.version)),
  )

  provider.serve(actions.createContract, ({ actor, request, body }) =>
    createContract(deps, personOf(actor, request), body),
  )
  provider.serve(actions.editContract, (call) =>
    edit(deps, personIn(call), call.params.id, withVersion(call.request, call.body)),
  )
  provider.serve(actions.removeContract, async (call) => {
    await removeContract(deps, personIn(call), call.params.id)
    return {}
  })
  provider.serve(actions.viewContract, async (call) => {
    await recordReading(deps, personIn(call), call.params.id, call.body)
    return show(call)
  })
  /** The signer with a recent step-up. */
  const signerIn = (call: Call) => ({
    ...personIn(call),
    proof: (db: Queryable) => requireStepUp(deps, db, call.actor),
  })
  provider.serve(actions.sendContract, (call) =>
    send(deps, signerIn(call), call.params.id, withVersion(call.request, call.body)),
  )
  provider.serve(actions.voidContract, (call) =>
    life.voidOwnContract(deps, personIn(call), call.params.id, withVersion(call.request, call.body)),
  )
  /** Builds the handler of a versioned transition, which answers with the contract. */
  const moving =
    <Body extends { version?: number | undefined }>(
      act: (given: typeof deps, person: ContractPerson, id: string, body: Body) => Promise<unknown>,
    ) =>
    async (call: Call & { body: Body }) => {
      await act(deps, personIn(call), call.params.id, withVersion(call.request, call.body))
      return show(call)
    }
  provider.serve(actions.holdContract, moving(life.hold))
  provider.serve(actions.resumeContract, moving(life.resume))
  provider.serve(actions.proposeTermination, moving(termination.propose))
  provider.serve(actions.acceptTermination, moving(termination.accept))
  provider.serve(actions.contestTermination, moving(termination.contest))
  provider.serve(actions.withdrawTermination, moving(termination.withdrawProposal))
  provider.serve(actions.startMilestone, (call) => {
    const { id, milestoneId } = call.params
    return milestones.start(deps, personIn(call), id, milestoneId, withVersion(call.request, call.body))
  })
  provider.serve(actions.submitMilestone, (call) => {
    const { id, milestoneId } = call.params
    return milestones.submit(deps, personIn(call), id, milestoneId, withVersion(call.request, call.body))
  })

  provider.serve(actions.createAmendment, (call) =>
    amendments.create(deps, personIn(call), call.params.id, withVersion(call.request, call.body)),
  )
  provider.serve(actions.editAmendment, (call) => {
    const { id, amendmentId } = call.params
    return amendments.edit(deps, personIn(call), id, amendmentId, withVersion(call.request, call.body))
  })
  provider.serve(actions.sendAmendment, (call) => {
    const { id, amendmentId } = call.params
    return amendments.send(deps, signerIn(call), id, amendmentId, withVersion(call.request, call.body))
  })
  provider.serve(actions.signAmendment, async (call) => {
    const { id, amendmentId } = call.params
    await answers.sign(deps, signerIn(call), id, amendmentId, withVersion(call.request, call.body))
    return show(call)
  })
  provider.serve(actions.declineAmendment, async (call) => {
    const { id, amendmentId } = call.params
    await answers.refuse(deps, personIn(call), id, amendmentId, 'decline', withVersion(call.request, call.body))
    return show(call)
  })
  provider.serve(actions.withdrawAmendment, async (call) => {
    const { id, amendmentId } = call.params
    await answers.refuse(deps, personIn(call), id, amendmentId, 'withdraw', withVersion(call.request, call.body))
    return show(call)
  })
}

/** Registers the routes of contract templates. */
export function serveTemplates(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(templates.listContractTemplates, ({ actor }) => contractTemplates.list(deps, actor.id))
  provider.serve(templates.createContractTemplate, async ({ actor, body }) =>
    contractTemplates.create(deps, actor.id, await withCurrency(deps, actor.id, body)),
  )
  provider.serve(templates.saveContractTemplate, ({ actor, params, body: { version, ...body }, request }) =>
    contractTemplates.save(deps, { providerId: actor.id, id: params.id, version: versionOf(request, version) }, body),
  )
  provider.serve(templates.removeContractTemplate, async ({ actor, params }) => {
    await contractTemplates.remove(deps, actor.id, params.id)
    return {}
  })
}
