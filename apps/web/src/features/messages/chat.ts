import {
  createChatClient,
  createOfflineCache,
  socketTransport,
  type ChannelSnapshot,
  type ChannelStore,
  type ChatSnapshot,
} from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { useEffect, useSyncExternalStore } from 'react'
import { hasStatus } from '../../lib/http/api-error.ts'
import { onLogout } from '../../lib/http/session.ts'
import { credentialsOf, isStale } from './credentials.ts'
import { deviceStorage } from './device-storage.ts'
import { conversationStorage } from './conversation-storage.ts'

/** The one line to the chat that every screen of this tab shares. */
export const chat = createChatClient({
  transport: socketTransport(location.origin),
  storage: deviceStorage,
  offlineCache: createOfflineCache(conversationStorage),
  // oxlint-disable-next-line no-console -- failures of the chat are logged
  log: { warn: (message, error) => console.warn(message, error) },
})

export const useChat = (): ChatSnapshot => useSyncExternalStore(chat.subscribe, chat.getSnapshot)

export const useChannel = (store: ChannelStore): ChannelSnapshot =>
  useSyncExternalStore(store.subscribe, store.getSnapshot)

/** Connects once. A stored token the chat does not take is replaced once. Failures are logged and thrown. */
async function connectOnce(profile: Profile): Promise<void> {
  try {
    await chat.connect(await credentialsOf(profile))
  } catch (error) {
    if (!isStale(error)) throw error
    await chat.connect(await credentialsOf(profile, { fresh: true }))
  }
}

/** A refused session is the guard's business; everything else may pass. */
const isFinal = (error: unknown): boolean => hasStatus(error, 401, 403)

/** Connects, trying every five seconds until it succeeds; from then on the client keeps the line by itself. */
function startConnecting(profile: Profile): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false

  const attempt = async () => {
    clearTimeout(timer)
    timer = undefined
    running = true
    try {
      await connectOnce(profile)
    } catch (error) {
      // oxlint-disable-next-line no-console -- see above
      console.warn('The chat could not be connected', error)
      if (!isFinal(error)) later()
    } finally {
      running = false
    }
  }
  const later = () => {
    if (!stopped) timer ??= setTimeout(() => void attempt(), limits.chatReconnectRetry)
  }
  const online = () => {
    chat.retryNow()
    if (timer !== undefined) void attempt()
  }
  const stops = [
    // Given up by the client later on: a token that cannot be renewed, a service that was set up anew.
    chat.subscribe(() => {
      if (!running && chat.getSnapshot().connectionError !== null) later()
    }),
    onLogout(() => {
      stopped = true
      chat.disconnect()
    }),
    () => window.removeEventListener('online', online),
    () => clearTimeout(timer),
  ]
  window.addEventListener('online', online)
  void attempt()
  return () => {
    stopped = true
    stops.forEach((stop) => stop())
  }
}

let activeConnection: { id: string; users: number; stop: () => void } | undefined

/**
 * Keeps the line open for as long as anybody wants it; however many ask, there is one. The returned function stops
 * trying, and leaves an open line open.
 */
function keepConnected(profile: Profile): () => void {
  if (activeConnection?.id !== profile.id) {
    activeConnection?.stop()
    activeConnection = { id: profile.id, users: 0, stop: startConnecting(profile) }
  }
  const mine = activeConnection
  mine.users += 1
  return () => {
    mine.users -= 1
    if (mine.users > 0) return
    mine.stop()
    if (activeConnection === mine) activeConnection = undefined
  }
}

/** One line per person: a changed name or picture is told by the server, and connecting again would drop the line. */
export function useStayConnected(profile: Profile): void {
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  useEffect(() => keepConnected(profile), [profile.id])
}
