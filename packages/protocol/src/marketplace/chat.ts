import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { CustomerId, Instant, prose } from '../core/values.ts'
import { MarketplaceMessage } from './index.ts'
import { actingCustomer } from './acting.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' chat signals and files, sent by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'messages', method: 'POST' } as const
/** Chat channel ids never contain a colon. */
const params = z.object({ id: z.string().check(z.regex(/^[\w!-]{1,100}$/, issueText('CHANNEL_ID_INVALID'))) })

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
  errors: ['NOT_FOUND', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE', 'FILE_INFECTED'],
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
