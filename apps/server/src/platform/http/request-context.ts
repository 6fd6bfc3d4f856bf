import { AsyncLocalStorage } from 'node:async_hooks'

/** The person behind a call: address and device. */
export interface ActingUser {
  ip: string
  userAgent: string
  timeZone: string
}

const actingUsers = new AsyncLocalStorage<ActingUser | undefined>()

/** Runs a call for the person it names, if any. */
export const runAsActingUser = <T>(user: ActingUser | undefined, work: () => Promise<T>): Promise<T> =>
  actingUsers.run(user, work)

/** The person behind the current call, if named. */
export const actingUser = (): ActingUser | null => actingUsers.getStore() ?? null
