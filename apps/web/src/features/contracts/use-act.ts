import type { ContractDetails } from '@fettle/protocol/contracts'
import { useActOn } from '../../shared/documents/use-act.ts'
import { readAgain, showContract } from './api.ts'

/** Runs an operation on a contract and updates the cache with the response. Needs a connection. */
export const useAct = (contract: Pick<ContractDetails, 'id'>) => useActOn(contract, { show: showContract, readAgain })
