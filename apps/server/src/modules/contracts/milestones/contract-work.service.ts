import type { Queryable } from '../../../platform/db/db.ts'
import type { Contract } from '../contract.rules.ts'
import { find } from '../contracts.store.ts'

/** A contract that is worked off or not, for whoever rates it. */
export interface ContractWork extends Pick<Contract, 'reference' | 'title' | 'providerId' | 'customer'> {
  /** When all of it was done; null where it is not, or ended otherwise. */
  completedAt: Date | null
  isDisputed: boolean
}

/** What was agreed between whom, and whether it is done; undefined where there is no such contract. */
export async function findContractWork(db: Queryable, id: string): Promise<ContractWork | undefined> {
  const contract = await find(db, id)
  if (!contract) return undefined
  const { reference, title, providerId, customer, status, completedAt } = contract
  const isDone = status === 'COMPLETED'
  return {
    reference,
    title,
    providerId,
    customer,
    completedAt: isDone ? completedAt : null,
    isDisputed: status === 'DISPUTED',
  }
}
