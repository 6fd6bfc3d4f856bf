import type { Hello } from '@fettle/protocol/chat/connection/connection'
import { chatTexts } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ConnectingUser } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { ClientClock, Link, Log, Transport } from '../ports.ts'
import { ChatError, failureOf, TOKEN_EXPIRED } from '../errors.ts'
import { createDeferred } from './deferred.ts'
import { openLink, type OpenLink } from './open-link.ts'

/** The user who connects, and the token that proves it. */
export interface Credentials {
  appKey: string
  user: ConnectingUser
  /** Provides the chat token; called with `reload` when the last one has expired. */
  token: (options: { reload: boolean }) => Promise<string> | string
}

/** State of the connection. */
export interface ConnectionFlags {
  readonly connected: boolean
  /** An attempt is running. */
  readonly connecting: boolean
  /** The connection dropped and is retried every five seconds. */
  readonly reconnecting: boolean
}

export const DISCONNECTED: ConnectionFlags = { connected: false, connecting: false, reconnecting: false }

/** Events of a connection until it ends. */
export interface ConnectionEvents {
  /** The flags may have changed. */
  changed: () => void
  /** Connected. `isRecovery`: after a drop, so something may have been missed. */
  hello: (hello: Hello, isRecovery: boolean) => void
  frame: (frame: ChatFrame) => void
  /** Given up for good: a retry would not help. */
  ended: (error: unknown) => void
}

export interface ConnectionDeps {
  transport: Transport
  clock: ClientClock
  log: Log
}

/** The connection of one user, over any number of links, until it ends. */
export interface UserConnection {
  readonly userId: string
  flags(): ConnectionFlags
  /** Resolves when connected (again). */
  connected(): Promise<void>
  /** The open link. */
  link(): Link | undefined
  start(): void
  /** Retries at once, if it waits to retry. */
  retryNow(): void
  /** Connects with a new token, like after a short drop. Resolves when connected again. */
  renewToken(): Promise<void>
  end(error: unknown): void
}

/** Creates the connection of one user. Once started, it retries every 5000 ms, unless that would not help. */
export function createUserConnection(
  { appKey, user, token: getToken }: Credentials,
  { transport, clock, log }: ConnectionDeps,
  events: ConnectionEvents,
): UserConnection {
  let flags = DISCONNECTED
  let isOver = false
  let link: OpenLink | undefined
  let whenConnected = createDeferred()
  /** Undefined: to be requested. */
  let token: string | undefined
  /** The last token was rejected. */
  let isTokenExpired = false
  let wasConnected = false
  /** Set while waiting to retry. */
  let stopWaiting: (() => void) | undefined

  function setFlags(next: ConnectionFlags): void {
    flags = next
    events.changed()
  }

  /** One attempt, and a second one with a new token if the first was rejected with code 40. */
  async function attempt(): Promise<void> {
    setFlags({ connected: false, connecting: true, reconnecting: flags.reconnecting || wasConnected })
    try {
      await open().catch(async (error: unknown) => {
        if (isOver || isTokenExpired || failureOf(error)?.code !== TOKEN_EXPIRED) throw error
        discardToken()
        await open()
      })
    } catch (error) {
      if (!isOver) failed(error)
    }
  }

  function failed(error: unknown): void {
    const failure = failureOf(error)
    const isBroken = error instanceof ChatError && !failure
    if (!isBroken) log.warn('Connecting to chat failed', error)
    // Once connected, only a permanent error ends it; a temporarily unavailable token does not.
    const mayHelp = isBroken || failure?.retryable === true || (wasConnected && !failure)
    if (mayHelp) return waitAndRetry()
    events.ended(error)
    end(error)
  }

  /** Opens a link and waits for hello. */
  async function open(): Promise<void> {
    token ??= await getToken({ reload: isTokenExpired })
    if (isOver) return
    if (!token) throw new Error(chatTexts.tokenEmpty)
    link = openLink(transport, { appKey, user, token }, { hello: opened, frame: events.frame, lost })
    await link.opened
  }

  function opened(hello: Hello): void {
    const isRecovery = wasConnected
    wasConnected = true
    isTokenExpired = false
    setFlags({ connected: true, connecting: false, reconnecting: false })
    events.hello(hello, isRecovery)
    whenConnected.resolve()
  }

  function lost(isRestart: boolean): void {
    whenConnected = createDeferred()
    // After a restart all clients come back: spread over the time of a retry, so that they do not come at once.
    waitAndRetry(isRestart ? Math.random() * limits.chatReconnectDelayMs : undefined)
  }

  function waitAndRetry(delay: number = limits.chatReconnectDelayMs): void {
    setFlags({ connected: false, connecting: false, reconnecting: true })
    stopWaiting = clock.after(delay, () => {
      stopWaiting = undefined
      void attempt()
    })
  }

  function discardToken(): void {
    token = undefined
    isTokenExpired = true
  }

  function end(error: unknown): void {
    isOver = true
    stopWaiting?.()
    link?.close()
    whenConnected.reject(error)
    setFlags(DISCONNECTED)
  }

  return {
    userId: user.id,
    flags: () => flags,
    connected: () => whenConnected.promise,
    link: () => (link?.isOpen() ? link : undefined),
    start: () => void attempt(),
    retryNow() {
      if (!stopWaiting) return
      stopWaiting()
      stopWaiting = undefined
      void attempt()
    },
    async renewToken() {
      if (link?.isOpen()) {
        link.close()
        discardToken()
        whenConnected = createDeferred()
        void attempt()
      }
      return whenConnected.promise
    },
    end,
  }
}
