import type { DocumentSort } from '@fettle/protocol/common/list-sorts'
import {
  createContract,
  removeContract,
  viewContract,
  listContractTemplates,
  getContractAudit,
  getContractVersion,
  getConsolidated,
  getContract,
  listContracts,
} from '@fettle/protocol/contracts/calls'
import type { ContractDetails, ContractSummary } from '@fettle/protocol/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { queryOf } from '../../lib/http/query.ts'
import { documentListQuery, summaryIn, type DocumentsPage } from '../../shared/documents/document-list-query.ts'
import { statusesOf, type ContractTab } from './list/contract-tabs.ts'

const contractsKey = ['contracts']

interface ContractFilter {
  tab: ContractTab
  customer?: string | undefined
  q?: string | undefined
  sort?: DocumentSort
}

/** Pages of the contracts under a tab, latest change first. */
export const contractsQuery = ({ tab, ...filter }: ContractFilter) =>
  documentListQuery<ContractSummary>(listContracts, { statuses: statusesOf[tab], ...filter })

export const contractQuery = (id: string) => queryOf(getContract, { params: { id } })
/** Query of a frozen contract version. It never changes, so it is fetched once. */
export const versionQuery = (id: string, number: number) => ({
  ...queryOf(getContractVersion, { params: { id, number } }),
  staleTime: Infinity,
})
export const consolidatedQuery = (id: string) => queryOf(getConsolidated, { params: { id } })
export const auditQuery = (id: string) => queryOf(getContractAudit, { params: { id } })
export const contractTemplatesQuery = { ...queryOf(listContractTemplates, {}), staleTime: 60_000 }

type Lists = InfiniteData<DocumentsPage<ContractSummary>>

/** Finds a contract's summary in the loaded lists. */
export const summaryOf = (client: QueryClient, id: string): ContractSummary | undefined =>
  summaryIn(client.getQueriesData<Lists>({ queryKey: [...contractsKey, 'list'] }), id)

/** Updates a contract in the cache with the server's state. */
export const cacheContract = (client: QueryClient, contract: ContractDetails): void =>
  void client.setQueryData(contractQuery(contract.id).queryKey, contract)

/** Invalidates all contract queries; those on screen are refetched. */
export const invalidateContracts = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: contractsKey })

/** Input of a new contract. */
export interface NewContract {
  offerId?: string
  customerId?: string
  templateId?: string
}

/** Creates a contract. */
export async function beginContract(client: QueryClient, body: NewContract): Promise<ContractDetails> {
  const contract = await callOnce(createContract, { body })
  cacheContract(client, contract)
  invalidateContracts(client)
  // The offer shows its contract.
  if (body.offerId) void client.invalidateQueries({ queryKey: ['offers'] })
  return contract
}

/** Records that this text was opened or read to its end, which signing requires. */
export async function recordReading(
  client: QueryClient,
  id: string,
  contentHash: string,
  toEnd: boolean,
): Promise<ContractDetails> {
  const contract = await call(viewContract, { params: { id }, body: { contentHash, toEnd } })
  cacheContract(client, contract)
  return contract
}

/** Deletes a contract that was never sent. */
export async function deleteDraft(client: QueryClient, id: string): Promise<void> {
  await call(removeContract, { params: { id } }, { keepalive: true })
  client.removeQueries({ queryKey: contractQuery(id).queryKey })
  await client.invalidateQueries({ queryKey: contractsKey })
}
