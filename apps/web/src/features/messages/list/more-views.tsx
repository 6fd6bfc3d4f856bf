// List views besides conversations, loaded on demand.
export { SavedView } from '../saved/saved-view.tsx'
export { FoundMessages } from '../search/found-messages.tsx'
export { ThreadsView } from '../threads/threads-view.tsx'
