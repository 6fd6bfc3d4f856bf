/** A refused call, with a message for people. */
export class CallError extends Error {}

export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'No connection. Please try again.'
