import { DatabaseError } from 'pg'

const UNIQUE_VIOLATION = '23505'

/** The constraint because of which a row was refused that is there already. Undefined for any other error. */
export const violatedUniqueConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : undefined
