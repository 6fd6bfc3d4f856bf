import { loadWithMessages } from '../../../routing/loader.ts'

/** Fetches what shows a conversation; the browser keeps it, so asking twice costs nothing. */
export const fetchConversation = () =>
  loadWithMessages('messages/conversation/conversation', import('./conversation.tsx'))
