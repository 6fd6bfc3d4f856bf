/** What a key does on this screen, wherever one is. */
export type Shortcut = 'search' | 'searchHere' | 'next' | 'previous' | 'unread' | 'help'

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * What a key stands for. Letters and signs alone count only outside of fields, and only while `singleKeys` are wanted
 * (WCAG 2.1.4). With Alt a Mac writes signs instead of letters, so there the key's place counts.
 */
export function shortcutOf(event: Key, given: { isWriting: boolean; singleKeys: boolean }): Shortcut | undefined {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event
  if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'search'
  if (ctrlKey || metaKey) return undefined
  if (altKey) {
    if (!shiftKey) return undefined
    if (key === 'ArrowDown') return 'next'
    if (key === 'ArrowUp') return 'previous'
    return code === 'KeyU' ? 'unread' : undefined
  }
  if (given.isWriting || !given.singleKeys) return undefined
  return key === '/' ? 'searchHere' : key === '?' ? 'help' : undefined
}

/** The conversation before or after one; the first or the last where none of them is open. */
export function neighbourOf(cids: readonly string[], cid: string | undefined, by: 1 | -1): string | undefined {
  const at = cid === undefined ? -1 : cids.indexOf(cid)
  if (at < 0) return by === 1 ? cids[0] : cids.at(-1)
  return cids[at + by]
}
