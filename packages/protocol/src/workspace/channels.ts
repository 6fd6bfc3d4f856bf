import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { CustomerId } from '../core/values.ts'

/** A provider's access to the chat service. */

export const createChannel = operation({
  name: 'channels.create',
  method: 'POST',
  path: '/v2/channels',
  audience: 'provider',
  summary: 'Create or get the chat channel with a customer.',
  body: z.object({ participantId: CustomerId }),
  returns: z.object({
    channel: z.object({ id: z.string(), type: z.literal('messaging'), cid: z.string(), members: z.array(z.string()) }),
  }),
  topLevel: ['channel'],
  errors: ['NOT_FOUND'],
})

export const getStreamToken = operation({
  name: 'channels.streamToken',
  method: 'GET',
  path: '/v2/channels/stream-token',
  audience: 'account',
  summary: 'Create a chat token for the signed-in provider.',
  returns: z.object({ token: z.string(), appKey: z.string(), userId: z.string() }),
})
