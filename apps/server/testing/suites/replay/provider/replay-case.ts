import type { Operation } from '@fettle/protocol'
import type { Caller, TestApp } from '../../../app/test-app.ts'

/** How to make a successful provider write. */
export interface ProviderReplayCase {
  operation: Operation
  prepare: (testApp: TestApp) => Promise<{ provider: Caller; input: object }>
}

export const providerReplayCase = (
  operation: Operation,
  prepareCase: ProviderReplayCase['prepare'],
): ProviderReplayCase => ({
  operation,
  prepare: prepareCase,
})
