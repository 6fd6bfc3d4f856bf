import type { Operation } from '@fettle/protocol'
import { AppError } from '../../platform/errors.ts'

/** What a suspended account may still do: read, and finish what is under way. Pure. */

/** Whether a suspended provider may make this call. `isRunning`: the booking its path names is under way. */
export function mayCallWhileSuspended(
  { method, whileSuspended }: Pick<Operation, 'method' | 'whileSuspended'>,
  isRunning: boolean,
): boolean {
  return method === 'GET' || whileSuspended === 'always' || (whileSuspended === 'running' && isRunning)
}

/** Says until when and why. The sentence ends with the reason, so that brings no full stop of its own. */
export function refusalOf({ until, reason }: { until: Date; reason: string }): AppError {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  return new AppError('ACCOUNT_SUSPENDED', { date, reason: reason.replace(/\.+$/, ''), until: until.toISOString() })
}
