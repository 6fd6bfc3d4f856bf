import type { Money, PageMeta } from '@fettle/protocol'
import { createContract, viewContract } from '@fettle/protocol/contract-moves'
import { listContractTemplates } from '@fettle/protocol/contract-templates'
import {
  getConsolidated,
  getContract,
  getContractAudit,
  listContracts,
  type ContractDetails,
  type ContractSummary,
} from '@fettle/protocol/contracts'
import { infiniteQueryOptions, keepPreviousData, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { call, callWhole } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query.ts'
import { statusesOf, type ContractTab } from './model.ts'

const PAGE = 20
const contractsKey = ['contracts']

export interface ContractsPage extends PageMeta {
  contracts: ContractSummary[]
  valueByStatus: Record<string, Money[]>
}

export interface ContractFilter {
  tab: ContractTab
  customer?: string | undefined
  q?: string | undefined
}

/** The contracts of a tab, page after page, latest change first. */
export const contractsQuery = ({ tab, customer, q }: ContractFilter) => {
  const filter = { status: statusesOf[tab].join(','), customerId: customer, q }
  return infiniteQueryOptions({
    queryKey: keyOf(listContracts, filter),
    queryFn: async ({ pageParam, signal }): Promise<ContractsPage> => {
      const query = { ...filter, limit: PAGE, cursor: pageParam }
      const { data, meta } = await callWhole(listContracts, { query }, { signal })
      return { ...(meta as unknown as Omit<ContractsPage, 'contracts'>), contracts: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Typing a search must not blank the list under it.
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as typeof filter | undefined)?.status === filter.status
        ? keepPreviousData(previous)
        : undefined,
  })
}

export const contractQuery = (id: string) => queryOf(getContract, { params: { id } })
export const consolidatedQuery = (id: string) => queryOf(getConsolidated, { params: { id } })
export const auditQuery = (id: string) => queryOf(getContractAudit, { params: { id } })
export const contractTemplatesQuery = { ...queryOf(listContractTemplates, {}), staleTime: 60_000 }

type Lists = InfiniteData<ContractsPage>

/** What the lists that are loaded know of a contract. */
export function summaryOf(client: QueryClient, id: string): ContractSummary | undefined {
  for (const [, lists] of client.getQueriesData<Lists>({ queryKey: [...contractsKey, 'list'] })) {
    for (const page of lists && 'pages' in lists ? lists.pages : []) {
      const found = page.contracts.find((row) => row.id === id)
      if (found) return found
    }
  }
  return undefined
}

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

/** Begins a contract (C1). */
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
