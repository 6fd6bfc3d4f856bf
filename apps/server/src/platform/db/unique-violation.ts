import { DatabaseError } from 'pg'

const UNIQUE_VIOLATION = '23505'

/** The unique constraint that an insert or update violated. Undefined for any other error. */
export const violatedUniqueConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : undefined
