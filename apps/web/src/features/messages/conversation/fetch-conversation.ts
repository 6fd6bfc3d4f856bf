/** Prefetches the code of a conversation. The browser caches it, so repeated calls are cheap. */
export const fetchConversation = () => import('./conversation.tsx')
