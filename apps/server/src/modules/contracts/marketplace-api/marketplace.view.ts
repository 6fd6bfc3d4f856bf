import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { MarketplaceContract } from '@fettle/protocol/marketplace/contracts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { listTimeline } from '../../../platform/db/domain-events.ts'
import { closedProvider, findPublicProvider } from '../../profile/index.ts'
import { noOrigin } from '../history/audit.store.ts'
import { getOwnContractWithParts, subjectOf, type ContractPerson } from '../contract.access.ts'
import type { Contract } from '../contract.types.ts'
import { commonView, consolidate } from '../contract.view.ts'
import { parseSnapshot } from '../history/versions.rules.ts'

type ContractViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config' | 'settings'>

/** The contract as it was last sent to the customer, also while the provider edits it or after that draft was voided. */
function toLastSent(contract: Contract, { content }: ContractDocument): Contract {
  if (contract.activatedAt !== null) return contract
  return { ...contract, content, title: content.title, total: content.totalAmount }
}

/** The full view for the marketplace. */
export async function toMarketplaceContract(
  deps: ContractViewDeps,
  person: ContractPerson,
  id: string,
): Promise<MarketplaceContract> {
  const { db } = deps
  const found = await getOwnContractWithParts(db, person, id)
  const { sentVersion } = found.parts
  if (!sentVersion) throw new AppError('NOT_FOUND', { thing: 'version' })
  const document = parseSnapshot(sentVersion)
  const contract = toLastSent(found, document)
  const { providerId } = contract
  const [common, provider, timeline] = await Promise.all([
    commonView(deps, db, contract, person, { role: person.role, now: deps.clock.now() }, found.parts),
    findPublicProvider(deps, providerId),
    listTimeline(db, subjectOf(contract), 'CUSTOMER'),
  ])
  return {
    ...common,
    document,
    contentHash: sentVersion.contentHash,
    customerId: contract.customer.id,
    provider: provider ?? closedProvider(providerId),
    consolidated: contract.activatedAt === null ? null : await consolidate(db, contract, person.role),
    timeline,
  }
}

/** A contract as its customer sees it, for the marketplace. */
export const showContract = (deps: ContractViewDeps, customerId: string, id: string): Promise<MarketplaceContract> =>
  toMarketplaceContract(deps, { role: 'CUSTOMER', id: customerId, name: '', origin: noOrigin }, id)
