import * as z from 'zod/mini'
import { Instant, line } from '../../core/values.ts'
import { limits } from '../../common/limits.ts'
import { chatLimits } from '../core/limits.ts'
import { Message } from '../messages/messages.ts'
import { chatOperation } from '../core/operation.ts'
import { Reading } from './read-state.ts'
import { ChatUser } from '../users/users.ts'
import { ChannelId, ChannelType, ChatUserId, Cid, Custom, DIRECT_PREFIX, Flag, Seq } from '../core/values.ts'

/** A member as others in the channel see them. Both sequence numbers only increase. */
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

/** A user's own settings of a channel. Of two states the one with the higher `version` is newer. */
export const Settings = z.object({
  version: z.int(),
  pinnedAt: z.nullable(Instant),
  archivedAt: z.nullable(Instant),
  mutedUntil: z.nullable(Instant),
  hiddenSince: z.nullable(Instant),
  /** Messages up to this sequence number are cleared for this user. */
  truncatedSeq: z.optional(Seq),
})
export type Settings = z.infer<typeof Settings>

/** A user's own read state and settings of a channel; private to them. */
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
  /** User who blocked it. Nobody can write. */
  blockedBy: z.optional(z.string()),
  /** The other member, if they blocked it too. */
  alsoBlockedBy: z.optional(z.string()),
  /** Slow mode: seconds between two messages of one member. */
  slowModeSeconds: z.optional(z.int()),
  /** Sequence number of the last event that changed the channel itself. Of two states the higher is newer. */
  revision: z.optional(Seq),
  custom: z.record(z.string(), z.unknown()),
})
export type Channel = z.infer<typeof Channel>

/** A channel as one member sees it: a snapshot at `channel.lastSeq`. */
export const ChannelState = z.object({
  channel: Channel,
  /** Null for a server that is not a member. */
  membership: z.nullable(Membership),
  /** The newest page of history, oldest first. Empty unless `state` was requested. */
  messages: z.array(Message),
  hasOlder: z.boolean(),
  /** When somebody last replied in a thread, if that is newer than the last of `messages`. */
  lastReplyAt: z.optional(Instant),
})
export type ChannelState = z.infer<typeof ChannelState>

export const channelSorts = ['last_message_at'] as const

/** Sends the channels' signals to this connection; over the socket it defaults to the calling one. */
const watching = { watch: z.optional(z.boolean()), connectionId: z.optional(z.string()) }

export const queryChannels = chatOperation({
  name: 'channels.query',
  method: 'POST',
  path: '/channels/query',
  by: 'user',
  whileSuspended: 'always',
  summary: 'List my channels, newest first, pinned ones on top.',
  input: z.object({
    filter: z._default(
      z.object({
        type: z.optional(ChannelType),
        /**
         * Users who must all be members. Only the caller's own channels are searched. With another user than the caller,
         * archived and hidden channels are found too.
         */
        members: z.optional(z.array(ChatUserId).check(z.maxLength(chatLimits.membersPerChannel))),
        cids: z.optional(z.array(Cid).check(z.maxLength(chatLimits.channelPageMax))),
        unread: z.optional(z.boolean()),
        /** Only archived channels. They are left out otherwise. */
        archived: z.optional(z.boolean()),
        pinned: z.optional(z.boolean()),
        /** Searches the channel's name and its members' names. */
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
    /** Include the newest messages of each channel. */
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
    'Create or get a channel. Two members without an id address their direct channel, of which there is exactly one. ' +
    'Users may create one only with people the app has linked to them, and groups only where the installation allows them.',
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
  summary: 'Get a channel with its newest messages.',
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
  summary: "Stop watching a channel's signals on this connection.",
  input: z.object({ cid: Cid, connectionId: z.optional(z.string()) }),
  returns: z.object({}),
  errors: ['CONNECTION_NOT_FOUND'],
})
