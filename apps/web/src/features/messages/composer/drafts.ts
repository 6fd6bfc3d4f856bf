import { type ChannelStore, createDrafts, draftKey } from '@fettle/chat-client'
import { createEmitter } from '@fettle/chat-client/store'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Draft } from '@fettle/protocol/chat/messages/drafts'
import { useEffect, useSyncExternalStore } from 'react'
import { CHAT_DRAFT_PREFIX } from '../../../lib/forms/chat-drafts.ts'
import { deviceStorage } from '../../../lib/browser/safe-storage.ts'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../connection/chat.ts'
import { inOneLine } from '../message/media/media.ts'

/** Drafts per channel and thread: stored on this device first, then on the server for other devices. */

/** Where a draft belongs: a channel or one of its threads. */
interface DraftTarget {
  store: Pick<ChannelStore, 'cid'>
  /** Root message of the thread; null for the channel itself. */
  parentId: string | null
}

/** Target of a message: a channel or one of its threads. */
export interface ComposerTarget extends DraftTarget {
  store: ChannelStore
}

/** Content of a draft: text, uploaded files, and the quoted message. */
interface DraftContent {
  text: string
  quotedId: string | null
  files: Attachment[]
}

/** A draft as stored on this device. */
export interface LocalDraft extends DraftContent {
  /** When it was written, in epoch milliseconds. */
  at: number
  /** Latest server version it includes; 0 for none. */
  version: number
  /** Written here and not yet confirmed by the server. */
  dirty: boolean
}

/** Key that is equal for equal content. */
const contentKey = ({ text, quotedId, files }: DraftContent): string =>
  JSON.stringify([text, quotedId, files.map(({ id }) => id)])

const isEmptyDraft = ({ text, quotedId, files }: DraftContent): boolean =>
  text === '' && quotedId === null && files.length === 0

const draftContentOf = (draft: Pick<Draft, 'text' | 'quotedMessageId' | 'attachments'>): DraftContent => ({
  text: draft.text,
  quotedId: draft.quotedMessageId,
  files: draft.attachments,
})

/**
 * Merges a local draft with the server's. When both changed, the later one wins. `isOwn` detects echoes of this
 * device's own writes, which never overwrite newer text.
 */
export function mergeDraft(
  local: LocalDraft | undefined,
  draft: Pick<Draft, 'text' | 'quotedMessageId' | 'attachments' | 'updatedAt' | 'version'>,
  isOwn: boolean,
): LocalDraft {
  const { version } = draft
  if (local && version <= local.version) return local
  const remote: LocalDraft = { ...draftContentOf(draft), at: Date.parse(draft.updatedAt), version, dirty: false }
  if (!local?.dirty || contentKey(local) === contentKey(remote)) return remote
  return isOwn || local.at > remote.at ? { ...local, version } : remote
}

/** How many sent versions are remembered to detect echoes. */
const MAX_SENT_VERSIONS = 20

const service = createDrafts(chat)

/** Storage key of a draft: channel or thread. */
export const draftKeyOf = ({ store, parentId }: DraftTarget) => draftKeyIn(store.cid, parentId)
const draftKeyIn = (cid: string, parentId: string | null) => (parentId === null ? cid : `${cid} ${parentId}`)
const keyOf = (me: string, draftKey: string) => `${CHAT_DRAFT_PREFIX}${me}.${draftKey}`

const nothing: LocalDraft = { text: '', quotedId: null, files: [], at: 0, version: 0, dirty: false }

/** Drafts that were read here. Those written in another tab come from the server. */
const drafts = new Map<string, LocalDraft>()
const sentVersions = new Map<string, string[]>()
const changes = createEmitter<void>()

function stored(key: string): LocalDraft {
  const value = deviceStorage.read(key)
  if (value !== null && !value.startsWith('{"')) return { ...nothing, text: value, dirty: true }
  return { ...nothing, ...(deviceStorage.readJson(key) as Partial<LocalDraft> | undefined) }
}

function read(key: string): LocalDraft {
  const draft = drafts.get(key) ?? stored(key)
  drafts.set(key, draft)
  return draft
}

function keep(key: string, draft: LocalDraft): void {
  const before = read(key)
  drafts.set(key, draft)
  // An empty draft is kept while the server may still hold an older one, for example after sending offline.
  const canBeRemoved = isEmptyDraft(draft) && (!draft.dirty || draft.version === 0)
  deviceStorage.writeJson(key, canBeRemoved ? undefined : draft)
  if (contentKey(before) !== contentKey(draft)) changes.emit()
}

/** Reads the draft of a channel or thread from this device; empty when there is none. */
export const readDraft = (me: string, draftKey: string): DraftContent => read(keyOf(me, draftKey))

/** Stores a draft on this device at once; omitted fields stay. Returns whether anything changed. */
export function writeDraft(me: string, draftKey: string, { text, ...others }: Partial<DraftContent>): boolean {
  const key = keyOf(me, draftKey)
  const before = read(key)
  const words = text === undefined ? {} : { text: text.trim() === '' ? '' : text }
  const after: LocalDraft = { ...before, ...others, ...words, at: Date.now(), dirty: true }
  if (contentKey(before) === contentKey(after)) return false
  keep(key, after)
  return true
}

/** Saves a draft on the server, debounced. */
export function sendDraft(me: string, { store, parentId }: DraftTarget): void {
  const key = keyOf(me, draftKeyOf({ store, parentId }))
  const draft = read(key)
  sentVersions.set(key, [...(sentVersions.get(key) ?? []), contentKey(draft)].slice(-MAX_SENT_VERSIONS))
  const { text, quotedId: quotedMessageId, files } = draft
  if (isEmptyDraft(draft)) service.clear(store.cid, parentId)
  else service.write(store.cid, parentId, { text, quotedMessageId, attachmentIds: files.map(({ id }) => id) })
}

/** Saves pending drafts at once, before the page or the composer closes. */
export const flushDrafts = (): void => void service.flush()

function take(me: string, draft: Draft): void {
  const key = keyOf(me, draftKeyIn(draft.cid, draft.parentId))
  const before = read(key)
  const after = mergeDraft(before, draft, sentVersions.get(key)?.includes(contentKey(draftContentOf(draft))) ?? false)
  if (after !== before) keep(key, after)
}

/**
 * Loads the server's draft if it is newer, and uploads a draft written offline. Rejects with "Failed to get the draft".
 */
export async function openDraft(me: string, target: DraftTarget): Promise<void> {
  const draft = await service.open(target.store.cid, target.parentId)
  if (draft) take(me, draft)
  if (read(keyOf(me, draftKeyOf(target))).dirty) sendDraft(me, target)
}

/** Drafts of this device that the server may not have, or does not list because another device has cleared them. */
function listUnsynced(me: string): DraftTarget[] {
  const prefix = keyOf(me, '')
  const listed = service.getSnapshot()
  // Emptied drafts are no longer stored, but the server may have them.
  const keys = new Set([...drafts.keys(), ...deviceStorage.keys(prefix)])
  return [...keys].flatMap((key) => {
    if (!key.startsWith(prefix)) return []
    const [cid = '', parentId = null] = key.slice(prefix.length).split(' ')
    const draft = read(key)
    const isUnlisted = !isEmptyDraft(draft) && !listed[draftKey(cid, parentId)]
    return draft.dirty || isUnlisted ? [{ store: { cid }, parentId }] : []
  })
}

/** Loads all drafts, then those that only this device shows, and saves what the server does not have. */
async function syncDrafts(me: string): Promise<void> {
  await service.load()
  await Promise.all(listUnsynced(me).map((target) => openDraft(me, target)))
}

/** Exchanges drafts with the server while mounted. */
export function useDraftSync(me: string | undefined, connected: boolean): void {
  useEffect(() => {
    if (!me) return
    const draftsByKey = new Map<string, Draft>()
    const sync = () => {
      for (const [key, draft] of Object.entries(service.getSnapshot())) {
        if (draftsByKey.get(key) === draft) continue
        draftsByKey.set(key, draft)
        take(me, draft)
      }
    }
    sync()
    return service.subscribe(sync)
  }, [me])
  useEffect(() => {
    // Local drafts are shown until the server has answered.
    if (me && connected) syncDrafts(me).catch(() => undefined)
  }, [me, connected])
}

// Logging out has removed the stored drafts: the next person at this device must not see them.
onLogout(() => {
  drafts.clear()
  sentVersions.clear()
  changes.emit()
})

/** Subscribes to draft changes from this or another device. */
export const subscribeDrafts = changes.on

function draftPreview({ text, files }: DraftContent): string {
  return inOneLine({ text, attachments: files }, text)
}

/** Draft of a conversation as one line; empty when there is none. */
export const useDraft = (me: string | undefined, cid: string): string =>
  useSyncExternalStore(subscribeDrafts, () => (me ? draftPreview(readDraft(me, cid)) : ''))
