import { logout } from '@fettle/protocol/auth'
import { getProfile, type Profile } from '@fettle/protocol/profile'
import { call, callWhole, settle } from './api.ts'
import type { Answered } from './api-answer.ts'
import { hasStatus } from './api-error.ts'
import { clearDrafts } from './drafts.ts'
import { clearKeys, readKey, writeKey } from './storage.ts'

/** Takes the request the page's head has already started, if it was made with this token. */
async function fromHead(token: string): Promise<Answered<typeof getProfile> | undefined> {
  const pending = window.fettleBoot
  window.fettleBoot = undefined
  const started = await pending
  if (started?.token !== token) return undefined
  const { response } = started
  return settle(getProfile, { status: response.status, text: await response.text() }, {})
}

/**
 * The profile of whoever this browser remembers, or null when the server no longer knows them: then all
 * three keys are gone (spec §2). Without a token the stream token is tried, and a renewed one kept.
 */
export async function loadProfile(signal?: AbortSignal): Promise<Profile | null> {
  const token = readKey('token') ?? readKey('streamToken')
  if (!token) return null
  try {
    const { data, meta } = (await fromHead(token)) ?? (await callWhole(getProfile, {}, { token, signal }))
    if (typeof meta['token'] === 'string') writeKey('token', meta['token'])
    else if (!readKey('token')) {
      clearKeys()
      return null
    }
    return data
  } catch (error) {
    if (!hasStatus(error, 401, 403)) throw error
    clearKeys()
    return null
  }
}

type Farewell = () => void | Promise<void>
const farewells = new Set<Farewell>()
/** How long a farewell may keep somebody on the page. */
const PATIENCE = 500

/**
 * Runs when somebody logs out: what holds a connection open closes it here, what is kept on the device is forgotten.
 * The returned function forgets.
 */
export function onLogout(farewell: Farewell): () => void {
  farewells.add(farewell)
  return () => farewells.delete(farewell)
}

/** Forgets the keys, closes connections, goes to the login page and tells the server (spec §4, logout). */
export function logOut(): void {
  const token = readKey('token')
  clearKeys()
  clearDrafts()
  const goodbyes = [...farewells].map((farewell) => farewell()).filter((goodbye) => goodbye instanceof Promise)
  // Sent first but answered later: the request outlives the page we are leaving.
  void call(logout, {}, { token, keepalive: true }).catch(() => undefined)
  const leave = () => location.assign('/login')
  if (goodbyes.length === 0) return leave()
  const enough = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  void Promise.race([Promise.allSettled(goodbyes), enough]).then(leave)
}
