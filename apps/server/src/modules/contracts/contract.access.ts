import type { ActingOperator, ActingPerson, ActingSystem } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Origin } from './history/audit.store.ts'
import type { Contract } from './contract.types.ts'
import * as store from './contracts.store.ts'
import type { ContractWithParts } from './contracts.store.ts'

/** A person acting on their own contract, with their origin. */
export type ContractPerson = ActingPerson & { origin: Origin }
/** Who acts: a person, a timer on any contract, or an operator who decides a dispute. */
export type ContractParty = ContractPerson | ActingSystem | (ActingOperator & { origin: Origin })

/** A contract's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Contract, 'id' | 'version' | 'status'>) => ({
  type: 'contract',
  id,
  version,
  status,
})

/** Loads the caller's contract. Throws NOT_FOUND if it does not exist, belongs to someone else, or is a draft a customer may not see. */
export async function getOwnContract(db: Queryable, party: ContractParty, id: string): Promise<Contract> {
  return assertOwn(await store.find(db, id), party)
}

/** Loads the caller's contract with everything they see beside it. Throws NOT_FOUND as `getOwnContract` does. */
export async function getOwnContractWithParts(
  db: Queryable,
  person: ContractPerson,
  id: string,
): Promise<ContractWithParts> {
  return assertOwn(await store.findWithParts(db, id, person.id), person)
}

function assertOwn<Found extends Contract>(contract: Found | undefined, party: ContractParty): Found {
  if (!contract || !isOwn(contract, party)) throw new AppError('NOT_FOUND', { thing: 'contract' })
  return contract
}

function isOwn({ providerId, customer, currentVersion }: Contract, party: ContractParty): boolean {
  if (party.role === 'PROVIDER') return party.id === providerId
  if (party.role === 'CUSTOMER') return party.id === customer.id && currentVersion > 0
  return true
}

/** Loads the caller's contract and locks it for update. Throws NOT_FOUND if it belongs to someone else. */
export async function lockOwnContract(tx: Tx, party: ContractParty, id: string): Promise<Contract> {
  await store.lock(tx, id)
  return getOwnContract(tx, party, id)
}
