import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import type { ChatCallResult } from '@fettle/protocol/chat/operations'
import type { ChatRole, UserSignal } from '@fettle/protocol/chat/users/users'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { readJwt, signJwt } from '../../platform/crypto/jwt.ts'
import { createChatCalls, isNotThere, type ChatInProcess } from './chat-calls.ts'
import type { ChatTransport } from './chat-transport.ts'

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
  /** The newest messages as a member reads them, oldest first. Null: those that members cleared or hid too. */
  listNewest(cid: string, readerId: string | null, limit: number): Promise<Message[]>
  /** A user's most recently active channels, each with its newest messages, oldest first. */
  listNewestChannels(readerId: string): Promise<Pick<ChannelState, 'channel' | 'messages'>[]>
  /** Messages after a sequence number as a member reads them, oldest first. */
  listMessages(cid: string, readerId: string, page: { after: number; limit: number }): Promise<Message[]>
  /** All messages of a channel, oldest first: those in threads too, and those a member has cleared or hidden. */
  listAllMessages(cid: string): Promise<Message[]>
  /** A user's scheduled messages that were not sent, next one first. */
  listScheduled(userId: string): Promise<ScheduledMessage[]>
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

/** Chat tokens expire with the longest session. */
const TOKEN_SECONDS = 30 * 86_400
const UserClaims = z.object({ user_id: z.string(), exp: z.number() })

/** Creates the client of the chat service. */
export function createChatService(
  app: { appKey: string; secret: string; clock: Clock },
  send: ChatTransport,
  inProcess?: ChatInProcess,
): ChatService {
  const { appKey, secret, clock } = app
  const { call, uploadPart } = createChatCalls(app, send, inProcess)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

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
        await uploadPart(uploadId, offset, bytes.subarray(offset, offset + partBytes), authorId)
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
      return (await call('messages.list', { cid, limit }, readerId ?? undefined)).messages
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
    async listScheduled(userId) {
      return (await call('scheduled.list', {}, userId)).scheduled
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
      return signJwt(sessionId === undefined ? claims : { ...claims, sid: sessionId }, secret)
    },
    userOf(token) {
      const jwt = readJwt(token, secret)
      const claims = typeof jwt === 'string' ? undefined : z.safeParse(UserClaims, jwt.claims)
      return claims?.success && claims.data.exp > seconds() ? claims.data.user_id : undefined
    },
  }
}
