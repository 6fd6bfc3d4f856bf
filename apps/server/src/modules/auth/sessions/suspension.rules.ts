import type { Operation } from '@fettle/protocol'
import { AppError } from '../../../platform/errors.ts'
import { dayParam } from '../../../platform/locale/message-params.ts'

/**
 * Whether a suspended provider may make this call: read, and finish a running job. `isRunning`: the booking in the path
 * is running. Pure.
 */
export function mayCallWhileSuspended(
  { method, whileSuspended }: Pick<Operation, 'method' | 'whileSuspended'>,
  isRunning: boolean,
): boolean {
  return method === 'GET' || whileSuspended === 'always' || (whileSuspended === 'running' && isRunning)
}

/**
 * The ACCOUNT_SUSPENDED error with the date in the provider's time zone, and the reason. The message adds a full stop, so
 * one at the end of the reason is removed.
 */
export function refusalOf({ until, reason, timeZone }: { until: Date; reason: string; timeZone: string }): AppError {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(until)
  const details = { date, reason: reason.replace(/\.+$/, ''), until: until.toISOString() }
  return new AppError('ACCOUNT_SUSPENDED', details, { params: { date: dayParam(until, timeZone) } })
}
