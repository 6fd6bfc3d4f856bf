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
import { hasStatus } from '../../../lib/http/api-error.ts'
import { onLogout } from '../../../lib/http/session.ts'
import { tabLock } from '../../../lib/offline/tab-lock.ts'
import { credentialsOf, isStale } from './credentials.ts'
import { outboxStorage } from './outbox-storage.ts'
import { runCallsBeforeLogout } from './before-logout.ts'
import { conversationStorage } from './conversation-storage.ts'

/** The chat client, shared by all screens of this tab. */
export const chat = createChatClient({
  transport: socketTransport(location.origin),
  storage: outboxStorage,
  withTabLock: tabLock('chat-outbox'),
  offlineCache: createOfflineCache(conversationStorage),
  // oxlint-disable-next-line no-console -- logs failures of the chat
  log: { warn: (message, error) => console.warn(message, error) },
})

export const useChat = (): ChatSnapshot => useSyncExternalStore(chat.subscribe, chat.getSnapshot)

export const useChannel = (store: ChannelStore): ChannelSnapshot =>
  useSyncExternalStore(store.subscribe, store.getSnapshot)

/** Connects once. Replaces a stored token that the chat rejects, once. Logs and rethrows failures. */
async function connectOnce(profile: Profile): Promise<void> {
  try {
    await chat.connect(await credentialsOf(profile))
  } catch (error) {
    if (!isStale(error)) throw error
    await chat.connect(await credentialsOf(profile, { fresh: true }))
  }
}

/** A rejected session is handled by the guard; other failures are retried. */
const isFinal = (error: unknown): boolean => hasStatus(error, 401, 403)

/** Connects, retrying every five seconds. After that the client reconnects by itself. */
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
    if (!stopped) timer ??= setTimeout(() => void attempt(), limits.chatReconnectDelayMs)
  }
  const online = () => {
    chat.retryNow()
    if (timer !== undefined) void attempt()
  }
  const stops = [
    // The client has given up, for example because the token could not be renewed.
    chat.subscribe(() => {
      if (!running && chat.getSnapshot().connectionError !== null) later()
    }),
    onLogout(async () => {
      stopped = true
      await runCallsBeforeLogout()
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
 * Keeps the connection open while anybody needs it; shared by all callers. The returned function stops retrying and
 * leaves an open connection open.
 */
export function keepConnected(profile: Profile): () => void {
  if (activeConnection?.id !== profile.id) {
    activeConnection?.stop()
    activeConnection = { id: profile.id, users: 0, stop: startConnecting(profile) }
  }
  const connection = activeConnection
  connection.users += 1
  return () => {
    connection.users -= 1
    if (connection.users > 0) return
    connection.stop()
    if (activeConnection === connection) activeConnection = undefined
  }
}

/** Connects once per person. A changed name or picture arrives as an event; reconnecting would drop the connection. */
export function useStayConnected(profile: Profile): void {
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  useEffect(() => keepConnected(profile), [profile.id])
}
