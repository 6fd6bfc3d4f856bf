import { paths } from '../../../routing/paths.ts'

/** Views of the list: conversations, threads, saved messages. */
export const listViews = ['all', 'unread', 'threads', 'saved', 'archived'] as const
export type ListView = (typeof listViews)[number]

/** Parses the view from the address: `&list=threads`. */
export const readListView = (search: URLSearchParams): ListView =>
  listViews.find((view) => view === search.get('list')) ?? 'all'

/** Address parameter that makes the back link return to this list. */
export const fromList = (view: ListView): { list?: ListView } => (view === 'all' ? {} : { list: view })

/** Address of the list the conversation was opened from. */
export function listAddress(search: URLSearchParams): string {
  const view = readListView(search)
  return view === 'all' ? paths.messages : `${paths.messages}?list=${view}`
}

/** Parameters of the address with another list view. */
export function withListView(search: URLSearchParams, view: ListView): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'all') next.delete('list')
  else next.set('list', view)
  return next
}
