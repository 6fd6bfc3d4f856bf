import * as z from 'zod/mini'
import { Instant, line } from '../core/values.ts'
import { limits } from '../common/limits.ts'
import { chatLimits } from './limits.ts'
import { Message } from './messages.ts'
import { chatOperation } from './operation.ts'
import { Reading } from './read-state.ts'
import { ChatUser } from './users.ts'
import { ChannelId, ChannelType, ChatUserId, Cid, Custom, DIRECT_PREFIX, Flag, Seq } from './values.ts'

/** Channels and who is in them. */

/** A member as everybody in the channel sees them. The two marks only ever rise. */
export const Member = z.object({
  userId: z.string(),
  user: ChatUser,
  role: z.enum(['owner', 'member']),
  joinedAt: Instant,
  lastReadSeq: Seq,
  lastReadAt: z.nullable(Instant),
  deliveredSeq: Seq,
})
export type Member = z.infer<typeof Member>

/** What one has set for oneself in a channel. Of two states the higher `version` is the newer. */
export const Settings = z.object({
  version: z.int(),
  pinnedAt: z.nullable(Instant),
  archivedAt: z.nullable(Instant),
  mutedUntil: z.nullable(Instant),
  hiddenSince: z.nullable(Instant),
  /** Messages up to here are cleared, for oneself. */
  truncatedSeq: z.optional(Seq),
})
export type Settings = z.infer<typeof Settings>

/** One's own place in a channel: nobody else sees it. */
export const Membership = z.object({ reading: Reading, settings: Settings })
export type Membership = z.infer<typeof Membership>

export const Channel = z.object({
  cid: z.string(),
  type: z.string(),
  id: z.string(),
  name: z.nullable(z.string()),
  image: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  createdAt: Instant,
  lastMessageAt: z.nullable(Instant),
  lastSeq: Seq,
  members: z.array(Member),
  /** Who blocked it: nobody writes here. */
  blockedBy: z.optional(z.string()),
  /** Seconds between two messages of one member, where the app slows them down. */
  slowModeSeconds: z.optional(z.int()),
  /** The place of the newest event that changed the channel itself. Of two states the higher is the newer. */
  revision: z.optional(Seq),
  custom: z.record(z.string(), z.unknown()),
})
export type Channel = z.infer<typeof Channel>

/** A channel as one of its members finds it: a snapshot at `channel.lastSeq`. */
export const ChannelState = z.object({
  channel: Channel,
  /** Null for a server that is not a member itself. */
  membership: z.nullable(Membership),
  /** The newest page of history, oldest first; empty unless `state` was asked for. */
  messages: z.array(Message),
  hasOlder: z.boolean(),
})
export type ChannelState = z.infer<typeof ChannelState>

export const channelSorts = ['last_message_at'] as const

/** Signals of watched channels go to this connection; over the socket it is the one that asks. */
const watching = { watch: z.optional(z.boolean()), connectionId: z.optional(z.string()) }

export const queryChannels = chatOperation({
  name: 'channels.query',
  method: 'POST',
  path: '/channels/query',
  by: 'user',
  whileSuspended: 'always',
  summary: "One's channels, newest first, pinned ones on top.",
  input: z.object({
    filter: z._default(
      z.object({
        type: z.optional(ChannelType),
        /** People who must all be in it; only channels one is in oneself are ever found. */
        members: z.optional(z.array(ChatUserId).check(z.maxLength(chatLimits.membersPerChannel))),
        cids: z.optional(z.array(Cid).check(z.maxLength(chatLimits.channelPageMax))),
        unread: z.optional(z.boolean()),
        /** Those one has archived, and nothing else; left out otherwise. */
        archived: z.optional(z.boolean()),
        pinned: z.optional(z.boolean()),
        /** In its name, or in that of a member. */
        text: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      }),
      {},
    ),
    sort: z._default(z.object({ field: z.enum(channelSorts), direction: z.literal('desc') }), {
      field: 'last_message_at',
      direction: 'desc',
    }),
    limit: z._default(z.int().check(z.gte(1), z.lte(chatLimits.channelPageMax)), limits.channelPageSize),
    cursor: z.optional(z.string().check(z.maxLength(400))),
    /** With the newest messages of each. */
    state: z._default(z.boolean(), true),
    messageLimit: z._default(z.int().check(z.gte(1), z.lte(chatLimits.channelMessages)), chatLimits.listedMessages),
    ...watching,
  }),
  returns: z.object({ channels: z.array(ChannelState), nextCursor: z.nullable(z.string()) }),
  errors: ['QUERY_PERMISSIONS', 'CONNECTION_NOT_FOUND'],
})

export const createChannel = chatOperation({
  name: 'channels.create',
  method: 'POST',
  path: '/channels',
  by: 'user',
  summary:
    'Create or get a channel. Two members and no id: the direct channel of the two, one however many create it. ' +
    'A user creates one only with people the app has linked them with, and a group only where the installation allows it.',
  input: z.object({
    type: z._default(ChannelType, 'messaging'),
    id: z.optional(
      ChannelId.check(
        z.refine(
          (id) => !id.startsWith(DIRECT_PREFIX),
          'The id of a direct channel is made by the service: leave it out.',
        ),
      ),
    ),
    members: z.array(ChatUserId).check(z.minLength(1), z.maxLength(chatLimits.membersPerChannel)),
    name: z.optional(line(1, 100, 'Use 1 to 100 characters.')),
    image: z.optional(z.string().check(z.maxLength(2_000))),
    custom: z.optional(Custom),
    ...watching,
  }),
  returns: z.extend(ChannelState, { created: z.boolean() }),
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'CONNECTION_NOT_FOUND'],
})

export const getChannel = chatOperation({
  name: 'channels.get',
  method: 'GET',
  path: '/channels/:cid',
  by: 'user',
  summary: 'One channel with its newest messages.',
  input: z.object({ cid: Cid, watch: z.optional(Flag), connectionId: z.optional(z.string()) }),
  returns: ChannelState,
  errors: ['DOES_NOT_EXIST', 'NOT_ALLOWED', 'CONNECTION_NOT_FOUND'],
})

export const stopWatching = chatOperation({
  name: 'channels.unwatch',
  method: 'POST',
  path: '/channels/:cid/unwatch',
  by: 'user',
  whileSuspended: 'always',
  summary: 'No more signals of this channel to this connection.',
  input: z.object({ cid: Cid, connectionId: z.optional(z.string()) }),
  returns: z.object({}),
  errors: ['CONNECTION_NOT_FOUND'],
})
