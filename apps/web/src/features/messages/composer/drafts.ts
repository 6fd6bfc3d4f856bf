import { useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/session.ts'
import type { ComposerTarget } from './target.ts'

/** What was begun and not sent, per conversation. It outlives the tab, and goes with the session. */

const PREFIX = 'chat.draft.'

/** Where a draft belongs: the channel, or its thread. */
export const draftPlace = ({ store, parentId }: ComposerTarget): string =>
  parentId === null ? store.cid : `${store.cid} ${parentId}`

const keyOf = (me: string, cid: string) => `${PREFIX}${me}.${cid}`

// Also where the browser refuses storage.
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function readDraft(me: string, cid: string): string {
  const key = keyOf(me, cid)
  const known = drafts.get(key)
  if (known !== undefined) return known
  const text = stored(key)
  drafts.set(key, text)
  return text
}

export function writeDraft(me: string, cid: string, text: string): void {
  const key = keyOf(me, cid)
  const kept = text.trim() === '' ? '' : text
  if (readDraft(me, cid) === kept) return
  drafts.set(key, kept)
  try {
    if (kept) localStorage.setItem(key, kept)
    else localStorage.removeItem(key)
  } catch {
    // Kept for as long as the page lives.
  }
  listeners.forEach((listener) => listener())
}

function forgetAll(): void {
  drafts.clear()
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
  listeners.forEach((listener) => listener())
}

// The next one at this screen must not find what was typed.
onLogout(forgetAll)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The draft of a conversation, as it is kept. */
export const useDraft = (me: string | undefined, cid: string): string =>
  useSyncExternalStore(subscribe, () => (me ? readDraft(me, cid) : ''))
