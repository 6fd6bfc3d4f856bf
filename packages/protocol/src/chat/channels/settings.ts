import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'
import { Settings } from './channels.ts'
import { chatOperation } from '../core/operation.ts'
import { Reading } from './read-state.ts'
import { Cid, Seq } from '../core/values.ts'

/** A member's own channel settings, invisible to others. */

export const setChannelSettings = chatOperation({
  name: 'channels.set',
  method: 'POST',
  path: '/channels/:cid/settings',
  by: 'user',
  summary: 'Pin, archive, mute or hide a channel for myself. Absent fields stay unchanged.',
  input: z.object({
    cid: Cid,
    pinned: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
    /** Null: unmute. */
    mutedUntil: z.optional(z.nullable(Instant)),
    /** Hide from the list until the next message. Unread messages then count as read for the user alone. */
    hidden: z.optional(z.boolean()),
  }),
  returns: z.object({ settings: Settings }),
  errors: ['DOES_NOT_EXIST'],
})

export const truncateChannel = chatOperation({
  name: 'channels.truncate',
  method: 'POST',
  path: '/channels/:cid/truncate',
  by: 'user',
  summary: 'Clear the history for myself, up to a sequence number or to the newest message. Other members keep theirs.',
  input: z.object({ cid: Cid, seq: z.optional(Seq) }),
  returns: z.object({ settings: Settings, reading: Reading }),
  errors: ['DOES_NOT_EXIST'],
})
