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

/** A user as the chat is told of them. What is not given stays as it is. */
export interface ChatUserProfile {
  id: string
  name: string
  image?: string | null
  role: ChatRole
}

/** What the app itself says; `custom` is carried along unread. */
export interface SystemMessage {
  id: string
  text: string
  card: { type: string; id: string }
  custom?: Record<string, unknown>
}

/** The chat service as the rest of the product reaches it: through the calls any server of a stranger's could make. */
export interface ChatService {
  readonly appKey: string
  upsertUsers(users: readonly ChatUserProfile[]): Promise<void>
  /** Creates or gets the direct channel of two users. */
  createDirectChannel(creatorId: string, otherId: string): Promise<{ id: string; cid: string; members: string[] }>
  /** Whether one of the two has blocked the other, as far as the chat knows them. */
  isBlocked(oneId: string, otherId: string): Promise<boolean>
  /** Sends in somebody's name. The same id again is the same message. */
  sendMessage(
    cid: string,
    authorId: string,
    message: { id: string; text: string; attachmentIds?: string[] },
  ): Promise<Message>
  /** Brings a file into a channel in somebody's name, to be named by a message of theirs. Answers its id. */
  upload(cid: string, authorId: string, file: { name: string; mime: string; bytes: Buffer }): Promise<string>
  /** Where a file of a channel can be read for five minutes; undefined where it is not. A path of this server. */
  addressOf(cid: string, readerId: string, fileId: string): Promise<string | undefined>
  /** A line of the app's own, with the card of what it is about. The same id again is the same line. */
  postSystemMessage(cid: string, line: SystemMessage): Promise<void>
  /** The newest messages, oldest first, as a member reads them. */
  listNewest(cid: string, readerId: string, limit: number): Promise<Message[]>
  /** The channels of somebody that moved last, each with its newest messages, oldest first. */
  listNewestChannels(readerId: string): Promise<Pick<ChannelState, 'channel' | 'messages'>[]>
  /** Messages after a place, oldest first, as a member reads them. */
  listMessages(cid: string, readerId: string, page: { after: number; limit: number }): Promise<Message[]>
  /** Everything in a channel is read by a member. */
  markRead(cid: string, readerId: string): Promise<void>
  /** A member is writing, or not any more. */
  setTyping(cid: string, userId: string, typing: boolean): Promise<void>
  /** A user is there or has left, by who speaks for them; forgotten after a minute. */
  setPresence(userId: string, online: boolean): Promise<void>
  /** Takes out everything that names a user; their messages stay, by nobody in particular. Safe to run twice. */
  deleteUser(userId: string): Promise<void>
  /** Tells every open screen of a user something now. */
  signal(userId: string, signal: UserSignal): Promise<void>
  /** Ends the chat tokens of one session, and closes what is open with them. */
  endSession(userId: string, sessionId: string): Promise<void>
  /** Lets a user read and write nothing until a time, or write again (null). */
  suspendUser(userId: string, until: Date | null): Promise<void>
  /** What a client connects with: the `streamToken` of browser storage. It ends with the session it is for. */
  signToken(userId: string, sessionId?: string): string
  /** The user a token of ours was signed for, or undefined when it is not ours or no longer good. */
  userOf(token: string): string | undefined
}

/** One HTTP exchange with the chat service. */
export type ChatTransport = (request: {
  method: Method
  url: string
  headers: Record<string, string>
  /** What is sent: JSON, or the bytes of a part of a file. */
  payload?: object
}) => Promise<{ statusCode: number; payload: string }>

/** A call of a chat that runs in this process, by a server, in somebody's name if one is given. Throws with a `failure`. */
export type ChatInProcess = (name: ChatOperationName, input: object, actAs: string | undefined) => Promise<unknown>

/** How long the network may take, beyond what the chat gives itself for a call. */
const NETWORK_TIMEOUT_MS = 20_000

/** Reaches a chat in another process: its front door over the network. */
export function createNetworkTransport(chatUrl: string | undefined): ChatTransport {
  return async ({ method, url, headers, payload }) => {
    if (!chatUrl) throw new Error('CHAT_URL is not set, and the chat does not run in this process.')
    const response = await fetch(chatUrl + url, {
      method,
      headers: { ...(payload ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(payload ? { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload) } : {}),
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    })
    return { statusCode: response.status, payload: await response.text() }
  }
}

/** A refusal of the chat service. */
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

/** Whether the chat said that there is no such thing, or none the caller may touch. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof ChatServiceError &&
  (error.failure.code === chatErrors.DOES_NOT_EXIST.code || error.failure.code === chatErrors.NOT_ALLOWED.code)

/** A saved chat token outlives no session. */
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
 * `send` reaches the service by HTTP, in this process or over the network. What runs in this process is called without
 * (`inside`): the same calls with the same refusals, and neither token nor text to be made and read again.
 */
export function createChatService(
  { appKey, secret, clock }: { appKey: string; secret: string; clock: Clock },
  send: ChatTransport,
  inside?: ChatInProcess,
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
    if (inside) {
      const answer = inside(name, input, actAs).catch((error: unknown) => {
        throw isRefusal(error) ? new ChatServiceError(name, error.failure) : error
      })
      return (await answer) as ChatCallResult<Name>
    }
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    const rest = Object.fromEntries(given.filter(([key]) => !route.inPath.includes(key)))
    const inQuery = route.method === 'GET' || route.method === 'DELETE'
    const query = inQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
    const { statusCode, payload } = await send({
      method: route.method,
      url: `${chatBase}${fillPath(route.path, Object.fromEntries(given))}${query}`,
      headers: headersOf(actAs),
      ...(inQuery ? {} : { payload: rest }),
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
    async postSystemMessage(cid, line) {
      await call('messages.send', { cid, message: { ...line, kind: 'system' } })
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
        // Never spoke to anybody: nothing to take out.
        if (!isNotThere(error)) throw error
      })
    },
    async signal(userId, signal) {
      await call('users.signal', { userId, signal })
    },
    async endSession(userId, sessionId) {
      await call('users.disconnect', { userId, sessionId })
    },
    async suspendUser(userId, until) {
      await call('users.suspend', { userId, until: until && until.toISOString() })
    },
    signToken(userId, sessionId) {
      const claims = { user_id: userId, iat: seconds(), exp: seconds() + TOKEN_SECONDS }
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
  const [header, body, given] = token.split('.')
  if (header !== HEADER || !body || !given) return undefined
  const expected = signature(`${header}.${body}`, secret)
  const signed = Buffer.from(given, 'base64url')
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return undefined
  const claims = z.safeParse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.data.exp > now ? claims.data.user_id : undefined
}
