import * as z from 'zod/mini'
import { Instant } from '../core/values.ts'
import { Settings } from './channels.ts'
import { chatOperation } from './operation.ts'
import { Reading } from './read-state.ts'
import { Cid, Seq } from './values.ts'

/** What a member sets for oneself in a channel: nobody else notices. */

export const setChannelSettings = chatOperation({
  name: 'channels.set',
  method: 'POST',
  path: '/channels/:cid/settings',
  by: 'user',
  summary: 'Pin, archive, mute or hide a channel for oneself; what is not given stays as it is.',
  input: z.object({
    cid: Cid,
    pinned: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
    /** Null: no longer muted. */
    mutedUntil: z.optional(z.nullable(Instant)),
    /** Out of the list until its next message. */
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
  summary: 'Clear the history for oneself, up to a place or up to the newest. Others keep theirs.',
  input: z.object({ cid: Cid, seq: z.optional(Seq) }),
  returns: z.object({ settings: Settings, reading: Reading }),
  errors: ['DOES_NOT_EXIST'],
})
