import { getProfile, type Profile } from '@fettle/protocol/accounts/profile'
import { callWithMeta, readResponse } from './api.ts'
import type { ApiResponse } from './parse-response.ts'
import { hasStatus } from './api-error.ts'
import { clearDrafts } from '../forms/form-drafts.ts'
import { clearKeys, readKey, writeKey } from '../browser/storage.ts'
import { writeTab } from '../browser/tab-storage.ts'

/** Takes the request the page's head has already started, if it was made with this token. */
async function takeBootResponse(token: string): Promise<ApiResponse<typeof getProfile> | undefined> {
  const pending = window.fettleBoot
  window.fettleBoot = undefined
  const started = await pending
  if (started?.token !== token) return undefined
  const { response } = started
  return readResponse(getProfile, { status: response.status, text: await response.text() }, {})
}

/** Tells the head of the next page that the screens' own reads will not be refused (src/entries/inline/boot.js). */
function markOnboarded(isOnboarded: boolean): void {
  try {
    if (isOnboarded) localStorage.setItem('onboarded', '1')
    else localStorage.removeItem('onboarded')
  } catch {
    // Then the page's head asks for the profile alone.
  }
}

function clearSession(): void {
  clearKeys()
  markOnboarded(false)
}

/**
 * The profile of whoever this browser remembers, or null when the server no longer knows them: then all
 * three keys are gone. Without a token the stream token is tried, and a renewed one kept.
 */
export async function loadProfile(signal?: AbortSignal): Promise<Profile | null> {
  const token = readKey('token') ?? readKey('streamToken')
  if (!token) return null
  try {
    const { data, meta } = (await takeBootResponse(token)) ?? (await callWithMeta(getProfile, {}, { token, signal }))
    if (typeof meta['token'] === 'string') writeKey('token', meta['token'])
    else if (!readKey('token')) {
      clearSession()
      return null
    }
    markOnboarded(data.isOnboarded)
    return data
  } catch (error) {
    if (!hasStatus(error, 401, 403)) throw error
    clearSession()
    return null
  }
}

type LogoutHandler = () => void | Promise<void>
const logoutHandlers = new Set<LogoutHandler>()
/** How long a farewell may keep somebody on the page. */
const LOGOUT_TIMEOUT_MS = 500

/**
 * Runs when somebody logs out: what holds a connection open closes it here, what is kept on the device is forgotten.
 * The returned function forgets.
 */
export function onLogout(farewell: LogoutHandler): () => void {
  logoutHandlers.add(farewell)
  return () => logoutHandlers.delete(farewell)
}

/** Where the token of the session that was ended waits for the login page, which ends it on the server. */
const ENDED = 'ended'

/**
 * Clears the keys, disconnects, and goes to the login page, which then calls the server's logout
 * (src/entries/inline/auth-boot.js): whoever logs out never waits for the server.
 */
export function logOut(): void {
  writeTab(ENDED, readKey('token') ?? undefined)
  clearSession()
  clearDrafts()
  const goodbyes = [...logoutHandlers].map((farewell) => farewell()).filter((goodbye) => goodbye instanceof Promise)
  const leave = () => location.assign('/login')
  if (goodbyes.length === 0) return leave()
  const enough = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  void Promise.race([Promise.allSettled(goodbyes), enough]).then(leave)
}
