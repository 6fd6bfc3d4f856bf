import { createContract, viewContract } from '@fettle/protocol/contracts/actions'
import { listContractTemplates } from '@fettle/protocol/contracts/templates'
import { getContractAudit } from '@fettle/protocol/contracts/audit'
import { getContractVersion } from '@fettle/protocol/contracts/versions'
import {
  getConsolidated,
  getContract,
  listContracts,
  type ContractDetails,
  type ContractSummary,
} from '@fettle/protocol/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'
import { documentListQuery, summaryIn, type DocumentsPage } from '../../shared/document-lists/document-lists.ts'
import { statusesOf, type ContractTab } from './model.ts'

const contractsKey = ['contracts']

interface ContractFilter {
  tab: ContractTab
  customer?: string | undefined
  q?: string | undefined
}

/** The contracts of a tab, page after page, latest change first. */
export const contractsQuery = ({ tab, ...filter }: ContractFilter) =>
  documentListQuery<ContractSummary>(listContracts, { statuses: statusesOf[tab], ...filter })

export const contractQuery = (id: string) => queryOf(getContract, { params: { id } })
/** What was frozen never changes: it is read once. */
export const versionQuery = (id: string, number: number) => ({
  ...queryOf(getContractVersion, { params: { id, number } }),
  staleTime: Infinity,
})
export const consolidatedQuery = (id: string) => queryOf(getConsolidated, { params: { id } })
export const auditQuery = (id: string) => queryOf(getContractAudit, { params: { id } })
export const contractTemplatesQuery = { ...queryOf(listContractTemplates, {}), staleTime: 60_000 }

type Lists = InfiniteData<DocumentsPage<ContractSummary>>

/** What the lists that are loaded know of a contract. */
export const summaryOf = (client: QueryClient, id: string): ContractSummary | undefined =>
  summaryIn(client.getQueriesData<Lists>({ queryKey: [...contractsKey, 'list'] }), id)

/** Shows a contract as the server has it now. */
export const showContract = (client: QueryClient, contract: ContractDetails): void =>
  void client.setQueryData(contractQuery(contract.id).queryKey, contract)

/** Reads again what is on screen of contracts; what is not is read when it is opened. */
export const readAgain = (client: QueryClient): void => void client.invalidateQueries({ queryKey: contractsKey })

/** Whom and what a new contract is for. */
export interface NewContract {
  offerId?: string
  customerId?: string
  templateId?: string
}

/** Begins a contract. */
export async function beginContract(client: QueryClient, body: NewContract): Promise<ContractDetails> {
  const contract = await call(createContract, { body })
  showContract(client, contract)
  readAgain(client)
  // An offer says what became of it.
  if (body.offerId) void client.invalidateQueries({ queryKey: ['offers'] })
  return contract
}

/** Tells the server that this text was opened, and that it was read to its end: nobody signs without. */
export async function noteReading(
  client: QueryClient,
  id: string,
  contentHash: string,
  toEnd: boolean,
): Promise<ContractDetails> {
  const contract = await call(viewContract, { params: { id }, body: { contentHash, toEnd } })
  showContract(client, contract)
  return contract
}
