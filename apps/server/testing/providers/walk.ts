import type { Operation } from '@fettle/protocol'
import type { Caller, Town } from '../town.ts'

/** How one write of a provider is made so that it succeeds. */
export interface Walk {
  operation: Operation
  given: (town: Town) => Promise<{ provider: Caller; input: object }>
}

export const walk = (operation: Operation, given: Walk['given']): Walk => ({ operation, given })
