import { latinKey } from '../../../shared/shortcuts/latin-key.ts'

/** Keyboard shortcuts of the messages screen. */
export type Shortcut = 'searchHere' | 'next' | 'previous' | 'unread' | 'help'

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Shortcut of a key event. Single keys work only outside of fields and only when `singleKeys` is on (WCAG 2.1.4). With
 * Alt a Mac produces other characters, so there the physical key counts.
 */
export function shortcutOf(event: Key, options: { isWriting: boolean; singleKeys: boolean }): Shortcut | undefined {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event
  const key = latinKey(event)
  if (ctrlKey || metaKey) return undefined
  if (altKey) {
    if (!shiftKey) return undefined
    if (key === 'ArrowDown') return 'next'
    if (key === 'ArrowUp') return 'previous'
    return code === 'KeyU' ? 'unread' : undefined
  }
  if (options.isWriting || !options.singleKeys) return undefined
  return key === '/' ? 'searchHere' : key === '?' ? 'help' : undefined
}

/** The next or previous conversation; the first or last when none is open. */
export function neighbourOf(cids: readonly string[], cid: string | undefined, by: 1 | -1): string | undefined {
  const at = cid === undefined ? -1 : cids.indexOf(cid)
  if (at < 0) return by === 1 ? cids[0] : cids.at(-1)
  return cids[at + by]
}
