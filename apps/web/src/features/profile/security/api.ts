import {
  changePassword,
  confirmContactChange,
  endOtherSessions,
  endSession,
  listSessions,
  requestContactChange,
} from '@fettle/protocol/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { profileQuery } from '../../../shared/profile/profile.ts'
import { secondFactorsQuery } from '../../../shared/second-factor/api.ts'
import { queryOf } from '../../../lib/http/query.ts'

export const sessionsQuery = queryOf(listSessions, {})
const readSessions = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  ])

export async function signOut(client: QueryClient, id: string): Promise<void> {
  await call(endSession, { params: { id } })
  await readSessions(client)
}

export async function signOutOthers(client: QueryClient): Promise<number> {
  const { ended } = await call(endOtherSessions, {})
  await readSessions(client)
  return ended
}

export async function setPassword(
  client: QueryClient,
  passwords: { currentPassword?: string; newPassword: string },
): Promise<void> {
  await call(changePassword, { body: passwords })
  void readSessions(client)
}

export type ContactChange = { email: string } | { phone: string }

export const requestContactCode = (change: ContactChange) => call(requestContactChange, { body: change })

/** Changes the email address or phone number to `destination`, which the code was sent to. */
export async function confirmContact(
  client: QueryClient,
  { kind, code, destination }: { kind: 'EMAIL' | 'PHONE'; code: string; destination: string },
): Promise<void> {
  try {
    await call(confirmContactChange, { body: { kind, code } })
  } catch (error) {
    if (!hasCode(error, 'OTP_EXPIRED')) throw error
    // An attempt without an answer may have used the code up.
    const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
    if (destination !== (kind === 'EMAIL' ? profile?.email : profile?.phone)) throw error
  }
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
