import { traceHeaders } from '../../platform/observability/tracing.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fillPath, type Method } from '@fettle/protocol'
import { uploadPartPath } from '@fettle/protocol/chat/messages/attachments'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import { chatErrors, isChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import {
  chatOperations,
  type ChatCallInput,
  type ChatCallResult,
  type ChatOperationName,
} from '@fettle/protocol/chat/operations'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import type { ChatRole, UserSignal } from '@fettle/protocol/chat/users/users'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { ServiceUnavailable } from '../../platform/errors.ts'

/** A user in the chat. Absent fields stay unchanged. */
export interface ChatUserProfile {
  id: string
  name: string
  image?: string | null
  role: ChatRole
}

/** A message of the app. The chat carries `custom` without reading it. */
export interface SystemMessage {
  id: string
  text: string
  card: { type: string; id: string }
  custom?: Record<string, unknown>
}

/** The chat service for the rest of the product, through the same operations any external server could call. */
export interface ChatService {
  readonly appKey: string
  upsertUsers(users: readonly ChatUserProfile[]): Promise<void>
  /** Creates or gets the direct channel of two users. */
  createDirectChannel(creatorId: string, otherId: string): Promise<{ id: string; cid: string; members: string[] }>
  /** Whether one of the two has blocked the other, if the chat knows them. */
  isBlocked(oneId: string, otherId: string): Promise<boolean>
  /** Sends a message as a user. Repeating the id sends nothing new. */
  sendMessage(
    cid: string,
    authorId: string,
    message: { id: string; text: string; attachmentIds?: string[] },
  ): Promise<Message>
  /** A message as a member reads it. Undefined: there is none with this id. */
  findMessage(cid: string, readerId: string, messageId: string): Promise<Message | undefined>
  /** Uploads a file to a channel as a user, for a later message. Returns its id. */
  upload(cid: string, authorId: string, file: { name: string; mime: string; bytes: Buffer }): Promise<string>
  /** Address of a channel's file, valid for five minutes, as a path of this server. Undefined if not available. */
  addressOf(cid: string, readerId: string, fileId: string): Promise<string | undefined>
  /** Posts a message of the app with the card of its subject. Repeating the id posts nothing new. */
  postSystemMessage(cid: string, message: SystemMessage): Promise<void>
  /** The newest messages as a member reads them, oldest first. */
  listNewest(cid: string, readerId: string, limit: number): Promise<Message[]>
  /** A user's most recently active channels, each with its newest messages, oldest first. */
  listNewestChannels(readerId: string): Promise<Pick<ChannelState, 'channel' | 'messages'>[]>
  /** Messages after a sequence number as a member reads them, oldest first. */
  listMessages(cid: string, readerId: string, page: { after: number; limit: number }): Promise<Message[]>
  /** All messages of a channel, oldest first: those in threads too, and those a member has cleared or hidden. */
  listAllMessages(cid: string): Promise<Message[]>
  /** Messages in a user's channels that contain every word, newest first. */
  searchMessages(readerId: string, query: string, limit: number): Promise<Message[]>
  /** Marks a channel read for a member. */
  markRead(cid: string, readerId: string): Promise<void>
  /** Signals that a member started or stopped typing. */
  setTyping(cid: string, userId: string, typing: boolean): Promise<void>
  /** Reports a user's presence. It expires after a minute. */
  setPresence(userId: string, online: boolean): Promise<void>
  /** Erases a user's personal data. Their messages stay without an author. Idempotent. */
  deleteUser(userId: string): Promise<void>
  /** Sends a signal to every client of a user. */
  signal(userId: string, signal: UserSignal): Promise<void>
  /** Ends the chat tokens of a session, or all of a user, and closes their connections. */
  endSession(userId: string, sessionId?: string): Promise<void>
  /** Makes a user read-only until a time. null lets them write again. */
  suspendUser(userId: string, until: Date | null): Promise<void>
  /**
   * Signs a client's chat token, such as the `streamToken` in browser storage. It ends with its session, if it has one,
   * and after `seconds`, by default those of the longest session.
   */
  signToken(userId: string, sessionId?: string, seconds?: number): string
  /** The user one of our tokens was signed for. Undefined: not ours, or expired. */
  userOf(token: string): string | undefined
}

/** One HTTP exchange with the chat service. */
export type ChatTransport = (request: {
  method: Method
  url: string
  headers: Record<string, string>
  /** JSON, or the bytes of an upload part. */
  payload?: object
}) => Promise<{ statusCode: number; payload: string }>

/** Calls a chat operation in this process as a server, optionally acting for a user. Throws with a `failure`. */
export type ChatInProcess = (name: ChatOperationName, input: object, actAs: string | undefined) => Promise<unknown>

/** Network timeout beyond the chat's own timeout of a call. */
const NETWORK_TIMEOUT_MS = 20_000

/** Transport to a chat in another process, over HTTP. Throws ServiceUnavailable where the connection fails. */
export function createNetworkTransport(chatUrl: string | undefined): ChatTransport {
  return async ({ method, url, headers, payload }) => {
    if (!chatUrl) throw new Error('CHAT_URL is not set, and the chat does not run in this process.')
    const response = await fetch(chatUrl + url, {
      method,
      headers: { ...(payload ? { 'content-type': 'application/json' } : {}), ...traceHeaders(), ...headers },
      ...(payload ? { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload) } : {}),
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    }).catch(failConnection)
    return { statusCode: response.status, payload: await response.text().catch(failConnection) }
  }
}

function failConnection(cause: unknown): never {
  throw new ServiceUnavailable('The chat did not answer', { cause })
}

/** An error returned by the chat service. */
export class ChatServiceError extends Error {
  readonly failure: ChatFailure
  constructor(operation: string, failure: ChatFailure) {
    super(`${operation}: ${failure.message}`)
    this.name = 'ChatServiceError'
    this.failure = failure
  }
}

const isRefusal = (error: unknown): error is { failure: ChatFailure } =>
  error instanceof Error && 'failure' in error && isChatFailure(error.failure)

/** Whether the chat reported that something does not exist or is not accessible. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ChatServiceError &&
  (error.failure.code === chatErrors.DOES_NOT_EXIST.code || error.failure.code === chatErrors.NOT_ALLOWED.code)

/** Whether the chat refused a write because one of the two has blocked the other. */
export const isBlockedRefusal = (error: unknown): boolean =>
  error instanceof ChatServiceError && error.failure.reason?.code === 'chat.channel-blocked'

/** Whether the chat refused a message that contains only markup. */
export const isEmptyRefusal = (error: unknown): boolean =>
  error instanceof ChatServiceError && error.failure.reason?.code === 'chat.message-empty'

/** Chat tokens expire with the longest session. */
const TOKEN_SECONDS = 30 * 86_400
const SERVER_TOKEN_SECONDS = 60

interface Route {
  method: Method
  path: string
  returns: z.core.$ZodType
  inPath: readonly (string | undefined)[]
}

const routes = new Map<ChatOperationName, Route>(
  chatOperations.map(({ name, method, path, returns }) => [
    name,
    { method, path, returns, inPath: [...path.matchAll(/:(\w+)/g)].map(([, key]) => key) },
  ]),
)

/**
 * Creates the client of the chat service. `send` uses HTTP, in process or over the network. A chat in this process is
 * called directly instead (`inside`), which saves signing tokens and serialising.
 */
export function createChatService(
  { appKey, secret, clock }: { appKey: string; secret: string; clock: Clock },
  send: ChatTransport,
  inProcess?: ChatInProcess,
): ChatService {
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  const headersOf = (actAs: string | undefined): Record<string, string> => ({
    authorization: `Bearer ${sign({ server: true, exp: seconds() + SERVER_TOKEN_SECONDS }, secret)}`,
    [chatHeaders.appKey]: appKey,
    ...(actAs ? { [chatHeaders.actAs]: actAs } : {}),
  })

  async function call<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
    actAs?: string,
  ): Promise<ChatCallResult<Name>> {
    const route = routes.get(name)
    if (!route) throw new Error(`Unknown chat operation ${name}`)
    if (inProcess) {
      const answer = inProcess(name, input, actAs).catch((error: unknown) => {
        throw isRefusal(error) ? new ChatServiceError(name, error.failure) : error
      })
      return (await answer) as ChatCallResult<Name>
    }
    const entries = Object.entries(input).filter(([, value]) => value !== undefined)
    const fields = Object.fromEntries(entries.filter(([key]) => !route.inPath.includes(key)))
    const inQuery = route.method === 'GET' || route.method === 'DELETE'
    const query = inQuery ? `?${new URLSearchParams(fields as Record<string, string>).toString()}` : ''
    const { statusCode, payload } = await send({
      method: route.method,
      url: `${chatBase}${fillPath(route.path, Object.fromEntries(entries))}${query}`,
      headers: headersOf(actAs),
      ...(inQuery ? {} : { payload: fields }),
    })
    const answer: unknown = JSON.parse(payload)
    if (statusCode < 400) return z.parse(route.returns, answer) as ChatCallResult<Name>
    if (isChatFailure(answer)) throw new ChatServiceError(name, answer)
    throw new Error(`The chat answered ${name} with ${statusCode}: ${payload.slice(0, 200)}`)
  }

  return {
    appKey,
    async upsertUsers(users) {
      await call('users.upsert', { users: users.map((user) => ({ ...user })) })
    },
    async createDirectChannel(creatorId, otherId) {
      const { channel } = await call('channels.create', { members: [creatorId, otherId] }, creatorId)
      return { id: channel.id, cid: channel.cid, members: channel.members.map(({ userId }) => userId) }
    },
    async sendMessage(cid, authorId, message) {
      return (await call('messages.send', { cid, message }, authorId)).message
    },
    async findMessage(cid, readerId, messageId) {
      return call('messages.get', { cid, messageId }, readerId).then(
        ({ message }) => message,
        (error: unknown) => {
          if (isNotThere(error)) return undefined
          throw error
        },
      )
    },
    async upload(cid, authorId, { name, mime, bytes }) {
      const kind = mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : 'file'
      const { uploadId, partBytes } = await call('attachments.start', { cid, kind, name, size: bytes.length }, authorId)
      for (let offset = 0; offset < bytes.length; offset += partBytes) {
        const { statusCode, payload } = await send({
          method: 'PUT',
          url: `${chatBase}${fillPath(uploadPartPath, { uploadId })}?offset=${offset}`,
          headers: { ...headersOf(authorId), 'content-type': 'application/octet-stream' },
          payload: bytes.subarray(offset, offset + partBytes),
        })
        if (statusCode >= 400)
          throw new Error(`The chat answered an upload part with ${statusCode}: ${payload.slice(0, 200)}`)
      }
      return (await call('attachments.finish', { uploadId }, authorId)).attachment.id
    },
    async addressOf(cid, readerId, fileId) {
      const { files } = await call('attachments.sign', { cid, ids: [fileId] }, readerId)
      return files[0]?.url
    },
    async postSystemMessage(cid, message) {
      await call('messages.send', { cid, message: { ...message, kind: 'system' } })
    },
    async listNewest(cid, readerId, limit) {
      return (await call('messages.list', { cid, limit }, readerId)).messages
    },
    async listNewestChannels(readerId) {
      const query = { limit: chatLimits.channelPageMax, messageLimit: chatLimits.listedMessages, state: true }
      return (await call('channels.query', query, readerId)).channels
    },
    async listMessages(cid, readerId, { after, limit }) {
      return (await call('messages.list', { cid, after, limit }, readerId)).messages
    },
    async listAllMessages(cid) {
      const all: Message[] = []
      for (let after: number | null = 0; after !== null;) {
        const page: ChatCallResult<'channels.export'> = await call('channels.export', { cid, after })
        all.push(...page.messages)
        after = page.next
      }
      return all
    },
    async searchMessages(readerId, query, limit) {
      return (await call('messages.search', { query, limit }, readerId)).messages
    },
    async isBlocked(oneId, otherId) {
      const query = { filter: { type: 'messaging', members: [oneId, otherId] }, limit: 1, state: false }
      const found = await call('channels.query', query, oneId).catch((error: unknown) => {
        if (isNotThere(error)) return { channels: [] }
        throw error
      })
      return found.channels.some(({ channel }) => channel.members.length === 2 && channel.blockedBy !== undefined)
    },
    async markRead(cid, readerId) {
      await call('channels.read', { cid }, readerId)
    },
    async setTyping(cid, userId, typing) {
      await call('typing.set', { cid, typing }, userId)
    },
    async setPresence(userId, online) {
      await call('users.presence', { userId, online })
    },
    async deleteUser(userId) {
      await call('users.delete', { userId }).catch((error: unknown) => {
        // The user never chatted, so there is nothing to erase.
        if (!isNotThere(error)) throw error
      })
    },
    async signal(userId, signal) {
      await call('users.signal', { userId, signal })
    },
    async endSession(userId, sessionId) {
      await call('users.disconnect', { userId, ...(sessionId !== undefined && { sessionId }) })
    },
    async suspendUser(userId, until) {
      await call('users.suspend', { userId, until: until && until.toISOString() })
    },
    signToken(userId, sessionId, lifetime = TOKEN_SECONDS) {
      const claims = { user_id: userId, iat: seconds(), exp: seconds() + lifetime }
      return sign(sessionId === undefined ? claims : { ...claims, sid: sessionId }, secret)
    },
    userOf: (token) => readToken(token, secret, seconds()),
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest()

function sign(claims: object, secret: string): string {
  const content = `${HEADER}.${encode(claims)}`
  return `${content}.${signature(content, secret).toString('base64url')}`
}

const Claims = z.object({ user_id: z.string(), exp: z.number() })

function readToken(token: string, secret: string, now: number): string | undefined {
  const [header, body, encodedSignature] = token.split('.')
  if (header !== HEADER || !body || !encodedSignature) return undefined
  const expected = signature(`${header}.${body}`, secret)
  const signed = Buffer.from(encodedSignature, 'base64url')
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return undefined
  const claims = z.safeParse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.data.exp > now ? claims.data.user_id : undefined
}
