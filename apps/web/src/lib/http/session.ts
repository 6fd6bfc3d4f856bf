import type { Profile } from '@fettle/protocol/accounts/profile'
import { getProfile } from '@fettle/protocol/accounts/calls'
import { callWithMeta, readResponse } from './api.ts'
import type { ApiResponse } from './parse-response.ts'
import { hasStatus } from './api-error.ts'
import { reportConnection } from './connection.ts'
import { noConnection } from './send-request.ts'
import { claimDrafts, clearDrafts } from '../forms/form-drafts.ts'
import { clearChatDrafts } from '../forms/chat-drafts.ts'
import { claimOpened, clearOpened } from '../browser/opened-records.ts'
import { forgetLiveShare } from '../live-share.ts'
import { deviceStorage } from '../browser/safe-storage.ts'
import { clearKeys, readKey, writeKey } from '../browser/storage.ts'
import { readTab, RETURN_TO_KEY, writeTab } from '../browser/tab-storage.ts'

/** Takes the profile request started by the page's head, if it used this token. */
async function takeBootResponse(token: string): Promise<ApiResponse<typeof getProfile> | undefined> {
  const pending = window.fettleBoot
  window.fettleBoot = undefined
  const started = await pending
  if (started?.token !== token) return undefined
  const { response } = started
  const text = await response.text().catch(() => {
    reportConnection(false)
    throw noConnection()
  })
  return readResponse(getProfile, { status: response.status, text }, {})
}

/** Tells the head of the next page that it may prefetch the screens' data (src/entries/inline/boot.js). */
const markOnboarded = (isOnboarded: boolean): void => deviceStorage.write('onboarded', isOnboarded ? '1' : null)

function clearSession(): void {
  clearKeys()
  clearOpened()
  markOnboarded(false)
}

/** The token that the profile is requested with: without a session the stream token, which may renew one. */
const profileToken = (): string | null => readKey('token') ?? readKey('streamToken')

/**
 * Loads the profile of the stored session, or null when the server rejects it, after removing all three tokens. Without
 * a token it tries the stream token and stores the renewed one. A running session is not ended here: then a rejection
 * is thrown. What is answered after another tab has logged in or out is ignored.
 */
export async function loadProfile(signal?: AbortSignal, isSessionRunning = false): Promise<Profile | null> {
  const token = profileToken()
  if (!token) return null
  let response: ApiResponse<typeof getProfile> | undefined
  let rejection: unknown
  try {
    response = (await takeBootResponse(token)) ?? (await callWithMeta(getProfile, {}, { token, signal }))
  } catch (error) {
    if (!hasStatus(error, 401, 403)) throw error
    rejection = error
  }
  if (profileToken() !== token) return loadProfile(signal, isSessionRunning)
  if (!response && isSessionRunning) throw rejection
  if (typeof response?.meta['token'] === 'string') writeKey('token', response.meta['token'])
  if (!response || !readKey('token')) {
    clearSession()
    return null
  }
  const { data } = response
  claimDrafts(data.id)
  claimOpened(data.id)
  markOnboarded(data.isOnboarded)
  return data
}

type LogoutHandler = () => void | Promise<void>
const logoutHandlers = new Set<LogoutHandler>()
/** Maximum time that logout handlers may delay leaving the page. */
const LOGOUT_TIMEOUT_MS = 500

/** Registers a logout handler, which closes connections or clears stored data. The returned function unregisters it. */
export function onLogout(handler: LogoutHandler): () => void {
  logoutHandlers.add(handler)
  return () => logoutHandlers.delete(handler)
}

/** Runs the logout handlers, then `leave`, which waits at most half a second for them. */
export function runLogoutHandlers(leave: () => void): void {
  const pending = [...logoutHandlers].map((handler) => handler()).filter((result) => result instanceof Promise)
  if (pending.length === 0) return leave()
  const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  void Promise.race([Promise.allSettled(pending), timeout]).then(leave)
}

/** Storage key of the tokens of ended sessions, which the login page ends on the server. */
const ENDED_TOKENS_KEY = 'ended'

/**
 * Removes the tokens, runs the logout handlers and goes to the login page, which calls the server's logout
 * (src/entries/inline/auth-boot.js), so that logging out never waits for the server.
 */
export function logOut(): void {
  const token = readKey('token')
  // Logging out twice must not replace the list: the first call has removed the token, which is still to be ended.
  if (token) writeTab(ENDED_TOKENS_KEY, [...((readTab(ENDED_TOKENS_KEY) ?? []) as string[]), token])
  clearSession()
  clearDrafts()
  clearChatDrafts()
  forgetLiveShare()
  // The next person to log in here may not be allowed to see it.
  writeTab(RETURN_TO_KEY, undefined)
  runLogoutHandlers(() => location.assign('/login'))
}
