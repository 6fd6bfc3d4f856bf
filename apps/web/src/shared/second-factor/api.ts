import {
  addPasskey,
  addTotp,
  forgetDevice,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
} from '@fettle/protocol/accounts/calls'
import type { Result } from '@fettle/protocol/core/operation'
import type { QueryClient } from '@tanstack/react-query'
import { createPasskey } from '../../lib/browser/passkeys.ts'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'

export type AddedFactor = Result<typeof addTotp>
export type TotpSetup = Result<typeof startTotp>

export const secondFactorsQuery = queryOf(listSecondFactors, {})
const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey })

/** Creates a passkey on this device or another one, and adds it. */
export async function addNewPasskey(client: QueryClient, name: string): Promise<AddedFactor> {
  const { options } = await call(startPasskey, {})
  const credential = await createPasskey(options)
  const added = await call(addPasskey, { body: { name, credential } })
  await reload(client)
  return added
}

/** Starts adding an authenticator app: returns its secret. `confirmTotp` completes it. */
export const beginTotp = (): Promise<TotpSetup> => call(startTotp, {})

/** Adds the authenticator app that was started last, by a code of it. */
export async function confirmTotp(client: QueryClient, name: string, code: string): Promise<AddedFactor> {
  const added = await call(addTotp, { body: { name, code } })
  await reload(client)
  return added
}

/** Renames a second factor. */
export async function renameFactor(client: QueryClient, id: string, name: string): Promise<void> {
  await call(renameSecondFactor, { params: { id }, body: { name } })
  await reload(client)
}

/** Removes a second factor. */
export async function removeFactor(client: QueryClient, id: string): Promise<void> {
  await call(removeSecondFactor, { params: { id } })
  await reload(client)
}

/** Replaces the recovery codes and returns the new ones. The old ones no longer work. */
export async function newRecoveryCodes(client: QueryClient): Promise<string[]> {
  const { recoveryCodes } = await call(replaceRecoveryCodes, {})
  await reload(client)
  return recoveryCodes
}

/** Makes a remembered device ask for the second factor again. */
export async function forgetRememberedDevice(client: QueryClient, id: string): Promise<void> {
  await call(forgetDevice, { params: { id } })
  await reload(client)
}
