import { paths } from '../../../routing/paths.ts'

/** What the list shows: conversations, threads, or what one wants to come back to. */
export const listViews = ['all', 'unread', 'threads', 'saved', 'archived'] as const
export type ListView = (typeof listViews)[number]

/** What an address wants in the list: `&list=threads`. */
export const readListView = (search: URLSearchParams): ListView =>
  listViews.find((view) => view === search.get('list')) ?? 'all'

/** For addresses of conversations: opened from this list, so that the way back leads to it. */
export const fromList = (view: ListView): { list?: ListView } => (view === 'all' ? {} : { list: view })

/** The list one came from. */
export function listAddress(search: URLSearchParams): string {
  const view = readListView(search)
  return view === 'all' ? paths.messages : `${paths.messages}?list=${view}`
}

/** The same address with another list. */
export function withListView(search: URLSearchParams, view: ListView): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'all') next.delete('list')
  else next.set('list', view)
  return next
}
