import { assertOwn, type ActingOperator, type ActingParty } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Dispute } from './dispute.rules.ts'
import * as store from './disputes.store.ts'

/** The acting party of a dispute: provider or customer, an operator on any dispute, or a timer. */
export type DisputeParty = ActingParty | ActingOperator

/** A dispute's fields in events and signals. */
export const subjectOf = ({ id, version, status }: Pick<Dispute, 'id' | 'version' | 'status'>) => ({
  type: 'dispute',
  id,
  version,
  status,
})

/** Loads the caller's dispute. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export const getOwnDispute = async (db: Queryable, party: DisputeParty, id: string): Promise<Dispute> =>
  assertOwn('dispute', await store.find(db, id), party)

/** Loads the caller's dispute and locks it for update. Throws NOT_FOUND if it belongs to someone else. */
export const lockOwnDispute = async (tx: Tx, party: DisputeParty, id: string): Promise<Dispute> =>
  assertOwn('dispute', await store.lock(tx, id), party)
