import { ChatError, type Credentials } from '@fettle/chat-client'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { readChatAppKey, storeChatAppKey, readKey, userOfToken, writeKey } from '../../../lib/browser/storage.ts'
import { fetchStreamToken } from '../api.ts'

/** Fetches a new token and stores it as `streamToken`. Rejects if the session has ended meanwhile. */
async function renew(): Promise<{ token: string; appKey: string }> {
  const session = readKey('token')
  const { token, appKey = readChatAppKey() ?? '' } = await fetchStreamToken()
  // Stored now, the token would renew the session on the login page.
  if (readKey('token') !== session) throw new Error('The session has ended')
  writeKey('streamToken', token)
  storeChatAppKey(appKey)
  return { token, appKey }
}

/** The stored token, if it belongs to this provider. */
function storedTokenOf({ id }: Profile): string | undefined {
  const stored = readKey('streamToken')
  return stored !== null && userOfToken(stored) === id ? stored : undefined
}

/**
 * Chat credentials: the stored token if it belongs to this provider, otherwise a new one. `fresh` ignores the stored
 * one.
 */
export async function credentialsOf(profile: Profile, { fresh = false } = {}): Promise<Credentials> {
  const stored = fresh ? undefined : storedTokenOf(profile)
  const appKey = readChatAppKey()
  const first = stored && appKey ? { token: stored, appKey } : await renew()
  let current = first.token
  return {
    appKey: first.appKey,
    user: { id: profile.id, name: `${profile.firstName} ${profile.lastName}`, image: profile.avatar },
    async token({ reload }) {
      // Another connection or upload may have replaced it.
      current = reload ? (await renew()).token : (storedTokenOf(profile) ?? current)
      return current
    },
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
