import {
  changePassword,
  confirmContactChange,
  endOtherSessions,
  endSession,
  listSessions,
  requestContactChange,
  sendStepUpCode,
  stepUp,
} from '@fettle/protocol/auth'
import type { QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api.ts'
import { profileQuery } from '../../../lib/profile.ts'
import { queryOf } from '../../../lib/query.ts'

// "Confirm it's you" comes as a 401 as well: it must not end the session (spec §4).
export const careful: CallOptions = { headers: { 'X-Profile-Update': 'true' } }

export const sessionsQuery = queryOf(listSessions, {})
const readSessions = (client: QueryClient) => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })

export async function signOut(client: QueryClient, id: string): Promise<void> {
  await call(endSession, { params: { id } }, careful)
  await readSessions(client)
}

export async function signOutOthers(client: QueryClient): Promise<number> {
  const { ended } = await call(endOtherSessions, {}, careful)
  await readSessions(client)
  return ended
}

export const proveByPassword = (password: string) => call(stepUp, { body: { password } }, careful)
export const proveByCode = (code: string) => call(stepUp, { body: { code } }, careful)
export const askForCode = () => call(sendStepUpCode, {}, careful)

export async function setPassword(
  client: QueryClient,
  given: { currentPassword?: string; newPassword: string },
): Promise<void> {
  await call(changePassword, { body: given }, careful)
  void readSessions(client)
}

export type ContactChange = { email: string } | { phone: string }

export const askForContact = (change: ContactChange) => call(requestContactChange, { body: change }, careful)

export async function confirmContact(client: QueryClient, kind: 'EMAIL' | 'PHONE', code: string): Promise<void> {
  await call(confirmContactChange, { body: { kind, code } }, careful)
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
