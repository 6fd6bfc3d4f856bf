// What the list shows besides conversations; it is fetched when the first of it is wanted.
export { SavedView } from '../saved/saved-view.tsx'
export { FoundMessages } from '../search/found-messages.tsx'
export { ThreadsView } from '../threads/threads-view.tsx'
