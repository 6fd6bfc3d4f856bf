import * as z from 'zod/mini'
import { AttachmentKind } from '../chat/messages/attachments.ts'
import { MessageKind } from '../chat/messages/messages.ts'
import { fileErrors } from '../common/uploads.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, Instant, prose, UserId } from '../core/values.ts'
import { actingCustomer } from './acting-customer.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' channels, messages, files and chat signals, sent by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'messages', method: 'POST' } as const
/** Chat channel ids never contain a colon. */
const params = z.object({ id: z.string().check(z.regex(/^[\w!-]{1,100}$/, issueText('CHANNEL_ID_INVALID'))) })

export const MarketplaceMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  seq: z.int(),
  /** Null for system messages. */
  authorId: z.nullable(z.string()),
  kind: MessageKind,
  text: z.string(),
  /** Photos and other files. `GET …/files/{fileId}` returns their address. */
  attachments: z.array(
    z.object({
      id: z.string(),
      kind: AttachmentKind,
      name: z.string(),
      mime: z.string(),
      size: z.int(),
      width: z.optional(z.int()),
      height: z.optional(z.int()),
    }),
  ),
  createdAt: Instant,
})
export type MarketplaceMessage = z.infer<typeof MarketplaceMessage>

export const createMarketplaceChannel = operation({
  ...marketplace,
  name: 'marketplace.channels.create',
  path: '/v2/marketplace/channels',
  summary: 'Create or get the chat channel of a customer and a provider.',
  body: z.object({ customerId: CustomerId, providerId: UserId }),
  returns: z.object({ id: z.string(), cid: z.string() }),
  errors: ['NOT_FOUND'],
})

export const listMarketplaceMessages = operation({
  ...marketplace,
  name: 'marketplace.messages.list',
  method: 'GET',
  path: '/v2/marketplace/channels/:id/messages',
  summary: "List a channel's messages as its customer reads them, oldest first, after a sequence number.",
  params,
  query: z.object({
    customerId: z.optional(CustomerId),
    after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  }),
  returns: z.array(MarketplaceMessage),
  errors: ['NOT_FOUND'],
})

export const sendMarketplaceMessage = operation({
  ...marketplace,
  name: 'marketplace.messages.send',
  path: '/v2/marketplace/channels/:id/messages',
  summary: 'Send a message to a channel as its customer.',
  params,
  body: z.object({ customerId: z.optional(CustomerId), text: prose(1, 5000, issueText('TEXT_LENGTH')) }),
  status: 201,
  returns: MarketplaceMessage,
  errors: ['NOT_FOUND'],
})

export const setMarketplaceTyping = operation({
  ...marketplace,
  name: 'marketplace.channels.typing',
  path: '/v2/marketplace/channels/:id/typing',
  summary:
    'Signal that the customer started or stopped typing. It expires after a few seconds; repeat it while they type.',
  params,
  body: z.object({ ...actingCustomer, typing: z._default(z.boolean(), true) }),
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const readMarketplaceChannel = operation({
  ...marketplace,
  name: 'marketplace.channels.read',
  path: '/v2/marketplace/channels/:id/read',
  summary: 'Mark the channel read by the customer.',
  params,
  body: z.object(actingCustomer),
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const setMarketplacePresence = operation({
  ...marketplace,
  name: 'marketplace.customers.presence',
  method: 'PUT',
  path: '/v2/marketplace/customers/:id/presence',
  summary: "Report the customer's presence. It expires after a minute; repeat it while they are there.",
  params: z.object({ id: CustomerId }),
  body: z.object({ online: z._default(z.boolean(), true) }),
  returns: z.object({ online: z.boolean() }),
  errors: ['NOT_FOUND'],
})

export const getCustomerChatToken = operation({
  ...marketplace,
  method: 'GET',
  name: 'marketplace.customers.chatToken',
  path: '/v2/marketplace/customers/:id/chat-token',
  summary:
    "Create a chat token with which the customer's browser connects to the chat itself. It is valid for an hour; get another one then.",
  params: z.object({ id: CustomerId }),
  returns: z.object({ token: z.string(), appKey: z.string(), userId: CustomerId, expiresAt: Instant }),
  errors: ['NOT_FOUND'],
})

export const sendMarketplaceFile = operation({
  ...marketplace,
  name: 'marketplace.messages.sendFile',
  path: '/v2/marketplace/channels/:id/files',
  summary: 'Send a photo or another file as the customer, optionally with text, as one message.',
  params,
  file: 'file',
  body: z.object({ ...actingCustomer, text: z._default(prose(0, 5000, issueText('MAX_CHARACTERS')), '') }),
  status: 201,
  returns: MarketplaceMessage,
  errors: ['NOT_FOUND', ...fileErrors],
})

export const getMarketplaceFile = operation({
  ...marketplace,
  method: 'GET',
  name: 'marketplace.messages.getFile',
  path: '/v2/marketplace/channels/:id/files/:fileId',
  summary: "Get the download address of a file in the customer's conversation, valid for five minutes.",
  params: z.extend(params, { fileId: z.string().check(z.maxLength(80)) }),
  query: z.object(actingCustomer),
  returns: z.object({ id: z.string(), url: z.string() }),
  errors: ['NOT_FOUND'],
})
