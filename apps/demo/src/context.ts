import type { CallInput, Operation, Result } from '@fettle/protocol'
import type { App } from '@fettle/server'
import type { CustomerKey } from './people/people.ts'
import type { DemoSession } from './sessions.ts'

/** A conversation: its id in the API, and in the chat. */
export interface DemoChannel {
  id: string
  cid: string
}

/** Dependencies of every part of the demo story. */
export interface DemoContext extends Omit<DemoSession, 'call'> {
  app: App
  /** The real time, at which the story ends. */
  now: Date
  adaId: string
  customerIds: Record<CustomerKey, string>
  /** Channels of Ada and her customers opened so far. */
  channels: Map<CustomerKey, DemoChannel>
  /** Calls an operation as Ada. */
  ada: DemoSession['call']
  /** Calls an operation as the marketplace. */
  marketplace<O extends Operation>(operation: O, input: CallInput<O>): Promise<Result<O>>
  /** Creates an id for a chat message of the simulated time. */
  nextMessageId(): string
  /** Reads new notifications if it is recent: once a week is enough for what was read long ago. */
  readRecent(): Promise<void>
}
