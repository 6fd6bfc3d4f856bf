import { ChatError, type Credentials } from '@fettle/chat-client'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { storeAppKey, readAppKey } from '../../../lib/browser/chat-app-key.ts'
import { readKey, writeKey } from '../../../lib/browser/storage.ts'
import { fetchStreamToken } from '../api.ts'
import { userOfToken } from '../model.ts'

/** Fetches a new token and stores it as `streamToken`. */
async function renew(): Promise<{ token: string; appKey: string }> {
  const { token, appKey } = await fetchStreamToken()
  writeKey('streamToken', token)
  storeAppKey(appKey)
  return { token, appKey }
}

/**
 * Chat credentials: the stored token if it belongs to this provider, otherwise a new one. `fresh` ignores the stored
 * one.
 */
export async function credentialsOf(profile: Profile, { fresh = false } = {}): Promise<Credentials> {
  const kept = readKey('streamToken')
  const appKey = readAppKey()
  const usable = !fresh && kept !== null && userOfToken(kept) === profile.id
  const first = usable && appKey ? { token: kept, appKey } : await renew()
  return {
    appKey: first.appKey,
    user: { id: profile.id, name: `${profile.firstName} ${profile.lastName}`, image: profile.avatar },
    token: async ({ reload }) => (reload ? (await renew()).token : first.token),
  }
}

const stale = new Set<number>(
  [
    chatErrors.ACCESS_KEY,
    chatErrors.AUTHENTICATION_FAILED,
    chatErrors.TOKEN_EXPIRED,
    chatErrors.TOKEN_NOT_YET_VALID,
    chatErrors.TOKEN_USED_BEFORE_ISSUE,
    chatErrors.TOKEN_SIGNATURE_INVALID,
  ].map(({ code }) => code),
)

/** Whether the chat rejected the stored token, so that a new one may help. */
export const isStale = (error: unknown): boolean =>
  error instanceof ChatError && error.failure !== undefined && stale.has(error.failure.code)
