import { loadWithMessages } from '../../../routing/loader.ts'

/** Prefetches the code of a conversation. The browser caches it, so repeated calls are cheap. */
export const fetchConversation = () =>
  loadWithMessages('messages/conversation/conversation', import('./conversation.tsx'))
