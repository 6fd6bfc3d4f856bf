import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ActorRef } from '../../platform/db/domain-events.ts'
import type { Dispute } from './dispute.rules.ts'
import * as store from './disputes.store.ts'

/** A person acting in their own dispute. */
export interface DisputePerson {
  role: 'PROVIDER' | 'CUSTOMER'
  id: string
  name: string
}
/** Who acts: one of the two, an operator on any dispute, or a timer. */
export type DisputeParty = DisputePerson | { role: 'OPERATOR'; id: string; name: string } | { role: 'SYSTEM' }

export const actorOf = (party: DisputeParty): ActorRef =>
  party.role === 'SYSTEM'
    ? { type: 'SYSTEM', id: null, name: 'Fettle' }
    : { type: party.role, id: party.id, name: party.name }

/** A dispute's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Dispute, 'id' | 'version' | 'status'>) => ({
  type: 'dispute',
  id,
  version,
  status,
})

const assertOwn = (dispute: Dispute | undefined, party: DisputeParty): Dispute => {
  const isTheirs =
    party.role === 'OPERATOR' ||
    party.role === 'SYSTEM' ||
    party.id === (party.role === 'PROVIDER' ? dispute?.providerId : dispute?.customer.id)
  if (!dispute || !isTheirs) throw new AppError('NOT_FOUND', { thing: 'dispute' })
  return dispute
}

/** Loads the caller's dispute. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export const getOwnDispute = async (db: Queryable, party: DisputeParty, id: string): Promise<Dispute> =>
  assertOwn(await store.find(db, id), party)

/** Loads the caller's dispute and locks it for update. Throws NOT_FOUND if it belongs to someone else. */
export const lockOwnDispute = async (tx: Tx, party: DisputeParty, id: string): Promise<Dispute> =>
  assertOwn(await store.lock(tx, id), party)
