import { createDrafts } from '@fettle/chat-client'
import type { Draft } from '@fettle/protocol/chat/drafts'
import { useEffect, useSyncExternalStore } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../chat.ts'
import { inOneLine } from '../message/media.ts'
import {
  draftContentOf,
  isEmptyDraft,
  mergeDraft,
  contentKey,
  type DraftContent,
  type LocalDraft,
} from './draft-merge.ts'
import type { ComposerTarget } from './target.ts'

/** What was begun and not sent, per channel and thread: here first, then on the service, for one's other devices. */

const PREFIX = 'chat.draft.'
/** How much of what one told is known when it is told back. */
const MAX_SENT_VERSIONS = 20

const service = createDrafts(chat)

/** Where a draft belongs: the channel, or its thread. */
export const draftKeyOf = ({
  store,
  parentId,
}: {
  store: Pick<ComposerTarget['store'], 'cid'>
  parentId: string | null
}) => placeOf(store.cid, parentId)
const placeOf = (cid: string, parentId: string | null) => (parentId === null ? cid : `${cid} ${parentId}`)
const keyOf = (me: string, place: string) => `${PREFIX}${me}.${place}`

const nothing: LocalDraft = { text: '', quotedId: null, files: [], at: 0, version: 0, dirty: false }

// Also where the browser refuses storage.
const drafts = new Map<string, LocalDraft>()
const sentVersions = new Map<string, string[]>()
const listeners = new Set<() => void>()

function stored(key: string): LocalDraft {
  try {
    const value = localStorage.getItem(key)
    if (value === null) return nothing
    if (!value.startsWith('{"')) return { ...nothing, text: value, dirty: true }
    return { ...nothing, ...(JSON.parse(value) as Partial<LocalDraft>) }
  } catch {
    return nothing
  }
}

function read(key: string): LocalDraft {
  const known = drafts.get(key) ?? stored(key)
  drafts.set(key, known)
  return known
}

function keep(key: string, draft: LocalDraft): void {
  const before = read(key)
  drafts.set(key, draft)
  // What was sent without a connection must not come back from the service as a draft.
  const isWorthless = isEmptyDraft(draft) && (!draft.dirty || draft.version === 0)
  try {
    if (isWorthless) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Kept for as long as the page lives.
  }
  if (contentKey(before) !== contentKey(draft)) listeners.forEach((listener) => listener())
}

export const readDraft = (me: string, place: string): DraftContent => read(keyOf(me, place))

/** Keeps what was begun here, now; what is not named stays. Answers whether that changed anything. */
export function writeDraft(me: string, place: string, { text, ...others }: Partial<DraftContent>): boolean {
  const key = keyOf(me, place)
  const before = read(key)
  const words = text === undefined ? {} : { text: text.trim() === '' ? '' : text }
  const after: LocalDraft = { ...before, ...others, ...words, at: Date.now(), dirty: true }
  if (contentKey(before) === contentKey(after)) return false
  keep(key, after)
  return true
}

/** Keeps it on the service, too, a moment after the last change. */
export function sendDraft(me: string, { store, parentId }: ComposerTarget): void {
  const key = keyOf(me, draftKeyOf({ store, parentId }))
  const draft = read(key)
  sentVersions.set(key, [...(sentVersions.get(key) ?? []), contentKey(draft)].slice(-MAX_SENT_VERSIONS))
  const { text, quotedId: quotedMessageId, files } = draft
  if (isEmptyDraft(draft)) service.clear(store.cid, parentId)
  else service.write(store.cid, parentId, { text, quotedMessageId, attachmentIds: files.map(({ id }) => id) })
}

/** Keeps what waits, before the page or the composer goes. */
export const flushDrafts = (): void => void service.flush()

function take(me: string, draft: Draft): void {
  const key = keyOf(me, placeOf(draft.cid, draft.parentId))
  const before = read(key)
  const after = mergeDraft(before, draft, sentVersions.get(key)?.includes(contentKey(draftContentOf(draft))) ?? false)
  if (after !== before) keep(key, after)
}

/**
 * What was begun here on another device, if that is later. What was written here without a connection goes there.
 * Rejects with "Failed to get the draft".
 */
export async function openDraft(me: string, target: ComposerTarget): Promise<void> {
  const draft = await service.open(target.store.cid, target.parentId)
  if (draft) take(me, draft)
  if (read(keyOf(me, draftKeyOf(target))).dirty) sendDraft(me, target)
}

/** Takes in what the service tells of drafts; for as long as somebody is there. */
export function useDraftSync(me: string | undefined, connected: boolean): void {
  useEffect(() => {
    if (!me) return
    const known = new Map<string, Draft>()
    const sync = () => {
      for (const [key, draft] of Object.entries(service.getSnapshot())) {
        if (known.get(key) === draft) continue
        known.set(key, draft)
        take(me, draft)
      }
    }
    sync()
    return service.subscribe(sync)
  }, [me])
  useEffect(() => {
    // The list shows what is kept here until it is told better.
    if (me && connected) service.load().catch(() => undefined)
  }, [me, connected])
}

function deleteAllDrafts(): void {
  drafts.clear()
  sentVersions.clear()
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
  listeners.forEach((listener) => listener())
}

// The next one at this screen must not find what was typed.
onLogout(deleteAllDrafts)

/** Hears of every change, from here or elsewhere. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function draftPreview({ text, files }: DraftContent): string {
  return inOneLine({ text, attachments: files }, text)
}

/** The draft of a conversation in one line, as it is kept; '' where there is none. */
export const useDraft = (me: string | undefined, cid: string): string =>
  useSyncExternalStore(subscribeDrafts, () => (me ? draftPreview(readDraft(me, cid)) : ''))
