import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveChannels } from './channels.routes.ts'
import { handleJobs, type HaveDoneBusiness } from './channels.service.ts'
import type { ChatService } from './chat-service.ts'

export {
  assertMayRequest,
  createCustomerToken,
  listAsCustomer,
  listConversations,
  getOrCreateChannel,
  addressAsCustomer,
  sendAsCustomer,
  sendFileAsCustomer,
  syncCustomer,
  reportAsCustomer,
} from './channels.service.ts'
export { listTranscript, findLastMessageAt, postSystemMessage, sendAsParticipant } from './system-messages.service.ts'
export { findChannel } from './channels.store.ts'
export { createMessageEventPublisher } from './message-events.service.ts'
export { toMarketplaceMessage } from './message-events.service.ts'
export { notifyReminder, type DueReminder } from './reminders.ts'
export { searchMessages } from './search-messages.ts'
export { listUnanswered } from './unanswered.ts'
export { messageIdOf } from './system-messages.service.ts'
export { createChatService, type ChatService } from './chat-service.ts'
export { createNetworkTransport } from './chat-transport.ts'

/** Registers the product's side of the chat: who may talk to whom, tokens and channels. */
export function registerChannels(
  deps: Deps,
  routers: Pick<Routers, 'account' | 'provider'>,
  { chat, haveDoneBusiness }: { chat: ChatService; haveDoneBusiness: HaveDoneBusiness },
): void {
  handleJobs(deps, chat)
  serveChannels(deps, routers, { chat, haveDoneBusiness })
}
