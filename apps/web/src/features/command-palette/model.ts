import type { SearchResult } from '@fettle/protocol/workspace/search'
import { conversationPath } from '../../routing/conversation-path.ts'
import { paths } from '../../routing/paths.ts'
import { latinKey } from '../../shared/shortcuts/latin-key.ts'

/** Whether a key event is Ctrl+K or ⌘K. Also works while writing. */
export const isSearchKey = (
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & { code?: string },
): boolean =>
  event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey && latinKey(event).toLowerCase() === 'k'

/** Address of a search result. */
export function addressOf({ kind, id, cid }: Pick<SearchResult, 'kind' | 'id' | 'cid'>): string {
  switch (kind) {
    case 'CUSTOMER':
      return paths.customer(id)
    case 'BOOKING':
      return paths.booking(id)
    case 'OFFER':
      return paths.offer(id)
    case 'CONTRACT':
      return paths.contract(id)
    case 'INVOICE':
      return paths.invoice(id)
    case 'MESSAGE':
      return conversationPath(cid ?? '', { message: id })
    case 'ARTICLE':
      return paths.article(id)
  }
}

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/).filter(Boolean)

/** Whether a label contains every word that was typed. */
export const matches = (label: string, typed: string): boolean => {
  const lowerCase = label.toLocaleLowerCase()
  return wordsOf(typed).every((word) => lowerCase.includes(word))
}

/** The option a key selects; the ends are joined. Undefined for keys that select none. */
export function optionAfter(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  return undefined
}
