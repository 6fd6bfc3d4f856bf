import type { ContractDetails } from '@fettle/protocol/contracts'
import { useRecordAction } from '../../lib/http/use-record-action.ts'
import { invalidateContracts, cacheContract } from './api.ts'

/** Runs an operation on a contract and updates the cache with the response. Needs a connection. */
export const useContractAction = (contract: Pick<ContractDetails, 'id'>) =>
  useRecordAction(contract, { cache: cacheContract, invalidate: invalidateContracts })
