import type { ErrorCode, Operation } from '@fettle/protocol'
import type { TestApp } from '../../../app/test-app.ts'

/** Input of a call. It is valid when the call succeeds. */
export interface ReplayInput {
  input: object
  /** Id of the customer the record belongs to; calls for another customer get a 404. */
  customerId?: string
}

/** How to make a successful call of a marketplace operation, and which event follows. */
export interface ReplayCase {
  operation: Operation
  prepare: (testApp: TestApp) => Promise<ReplayInput>
  /** Event in the feed. */
  event?: string | undefined
}

/** A case of the replay suite. Everything else is derived from the operation's declaration. */
export const replayCase = (operation: Operation, prepareCase: ReplayCase['prepare'], event?: string): ReplayCase => ({
  operation,
  prepare: prepareCase,
  event,
})

/** How to make a call that is refused for a specific reason; general refusals are covered by the replay suite. */
export interface RefusalCase {
  operation: Operation
  code: ErrorCode
  prepare: (testApp: TestApp) => Promise<object>
}

export const refusalCase = (
  operation: Operation,
  code: ErrorCode,
  prepareCase: RefusalCase['prepare'],
): RefusalCase => ({
  operation,
  code,
  prepare: prepareCase,
})
