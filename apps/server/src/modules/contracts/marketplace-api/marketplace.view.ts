import type { MarketplaceContract } from '@fettle/protocol/marketplace/contracts'
import type { Deps } from '../../../platform/deps.ts'
import { listTimeline } from '../../../platform/db/domain-events.ts'
import { findPublicProvider } from '../../profile/index.ts'
import { noOrigin } from '../history/audit.store.ts'
import { getOwnContract, subjectOf, type ContractPerson } from '../contract.access.ts'
import type { Contract } from '../contract.types.ts'
import { commonView, consolidate } from '../contract.view.ts'
import { parseSnapshot } from '../history/versions.rules.ts'
import { getStoredVersion } from '../history/versions.service.ts'

type ContractViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config'>

/** The version last sent to the customer, also while the provider edits it. */
async function findSentVersion(deps: ContractViewDeps, contract: Contract): Promise<Contract> {
  if (contract.status !== 'DRAFT') return contract
  const { content } = parseSnapshot(await getStoredVersion(deps.db, contract, contract.currentVersion))
  return { ...contract, content, title: content.title, total: content.totalAmount }
}

/** The full view for the marketplace. */
export async function toMarketplaceContract(
  deps: ContractViewDeps,
  person: ContractPerson,
  id: string,
): Promise<MarketplaceContract> {
  const { db } = deps
  const found = await getOwnContract(db, person, id)
  const contract = await findSentVersion(deps, found)
  const { providerId } = contract
  const [common, provider, timeline, version] = await Promise.all([
    commonView(deps, db, contract, person, { role: person.role, now: deps.clock.now() }),
    findPublicProvider(deps, providerId),
    listTimeline(db, subjectOf(contract), 'CUSTOMER'),
    getStoredVersion(db, contract, contract.currentVersion),
  ])
  return {
    ...common,
    document: parseSnapshot(version),
    contentHash: version.contentHash,
    customerId: contract.customer.id,
    provider: provider ?? { id: providerId, name: '', avatar: null, serviceType: null, city: null, rating: null },
    consolidated: contract.activatedAt === null ? null : await consolidate(db, contract, person.role),
    timeline,
  }
}

/** A contract as its customer sees it, for the marketplace. */
export const showContract = (deps: ContractViewDeps, customerId: string, id: string): Promise<MarketplaceContract> =>
  toMarketplaceContract(deps, { role: 'CUSTOMER', id: customerId, name: '', origin: noOrigin }, id)
