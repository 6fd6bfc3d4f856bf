import type { Queryable } from '../../../platform/db/db.ts'
import type { Contract } from '../contract.types.ts'
import { find } from '../contracts.store.ts'

/** A contract's work, for reviews. */
export interface ContractWork extends Pick<Contract, 'reference' | 'title' | 'providerId' | 'customer'> {
  /** When all work was completed. Null otherwise. */
  completedAt: Date | null
  isDisputed: boolean
}

/** Parties and completion of a contract. Undefined: no such contract. */
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
