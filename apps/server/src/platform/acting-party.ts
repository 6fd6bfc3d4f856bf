import { AppError } from './errors.ts'

/** The acting party: a person on their own records, an operator, or a timer. */

export interface ActingPerson {
  role: 'PROVIDER' | 'CUSTOMER'
  id: string
  name: string
}
export type ActingProvider = ActingPerson & { role: 'PROVIDER' }
export interface ActingOperator {
  role: 'OPERATOR'
  id: string | null
  name: string
}
export interface ActingSystem {
  role: 'SYSTEM'
}
/** One of the two sides, or a timer. */
export type ActingParty = ActingPerson | ActingSystem

/** The party of timers and of automatic consequences. */
export const SYSTEM: ActingSystem = { role: 'SYSTEM' }

/** The acting party as it is stored with events. */
export interface ActorRef {
  type: 'PROVIDER' | 'CUSTOMER' | 'OPERATOR' | 'SYSTEM'
  id: string | null
  name: string
}

/** The acting party as it is stored with events. */
export const actorOf = (party: ActingParty | ActingOperator): ActorRef =>
  party.role === 'SYSTEM'
    ? { type: 'SYSTEM', id: null, name: 'Fettle' }
    : { type: party.role, id: party.id, name: party.name }

/** The system as it is stored with events. */
export const SYSTEM_ACTOR: ActorRef = actorOf(SYSTEM)

/** An operator who acted with an API key or on the command line. */
export const operatorActor = (name: string): ActorRef => ({ type: 'OPERATOR', id: null, name })

/** A signed-in provider as acting party. */
export const asProvider = ({ id, name }: { id: string; name: string }): ActingProvider => ({
  role: 'PROVIDER',
  id,
  name,
})

/** The side whose view of a record the party gets. Timers get the provider's. */
export const sideOf = (party: ActingParty): ActingPerson['role'] =>
  party.role === 'CUSTOMER' ? 'CUSTOMER' : 'PROVIDER'

/** Whether a record belongs to the party. Operators and timers may act on any. */
export const isOwn = (
  { providerId, customer }: { providerId: string; customer?: { id: string } },
  party: ActingParty | ActingOperator,
): boolean =>
  party.role === 'PROVIDER' ? party.id === providerId : party.role === 'CUSTOMER' ? party.id === customer?.id : true

/** Returns the party's own record. Throws the same NOT_FOUND if it does not exist or belongs to someone else. */
export function assertOwn<Owned extends Parameters<typeof isOwn>[0]>(
  thing: string,
  record: Owned | undefined,
  party: ActingParty | ActingOperator,
): Owned {
  if (!record || !isOwn(record, party)) throw new AppError('NOT_FOUND', { thing })
  return record
}
