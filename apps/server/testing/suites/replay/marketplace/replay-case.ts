import type { ErrorCode, Operation } from '@fettle/protocol'
import type { TestApp } from '../../../app/test-app.ts'

/** What a call is made with. That it is right shows when the call succeeds. */
export interface ReplayInput {
  input: object
  /** Whose thing it is about, where it is a customer's: another one who says they act here finds nothing. */
  customerId?: string
}

/** How one call of the marketplace is made so that it succeeds, and what partners are told then. */
export interface ReplayCase {
  operation: Operation
  prepare: (testApp: TestApp) => Promise<ReplayInput>
  /** The event in the feed. */
  event?: string | undefined
  /** What it sends once more when it is repeated after a crash: there is no state of ours that it moves. */
  sendsAgainOnRetry?: boolean
}

/** A row of the walk through the whole API: everything else is derived from the operation's declaration. */
export const replayCase = (operation: Operation, given: ReplayCase['prepare'], event?: string): ReplayCase => ({
  operation,
  prepare: given,
  event,
})

/** How one call is made so that it is refused for a reason of its own: what every call may be refused for, the walk sees. */
export interface RefusalCase {
  operation: Operation
  code: ErrorCode
  prepare: (testApp: TestApp) => Promise<object>
}

export const refusalCase = (operation: Operation, code: ErrorCode, given: RefusalCase['prepare']): RefusalCase => ({
  operation,
  code,
  prepare: given,
})
