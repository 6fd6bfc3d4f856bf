import type { Draft } from '@fettle/protocol/chat/messages/drafts'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { systemClock, type ClientClock } from '../ports.ts'
import { clientError, failureOf } from '../errors.ts'
import type { ClientHandle } from '../client-handle.ts'
import { withNewer, type Versioned } from '../state/versioned.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { shareRunning } from '../share-running.ts'
import { createStore, type Readable } from '../store.ts'

/** Drafts by channel and thread. Empty ones stay known by version. */
export type DraftsSnapshot = Versioned<Draft>

/** Key of a draft in a snapshot: of a channel, or of one of its threads. */
export const draftKey = (cid: string, parentId: string | null = null): string => `${cid} ${parentId ?? ''}`

/** Applies a frame. Invariant: earlier state plus later frames equals a fresh list. */
export function applyDraftFrame(state: DraftsSnapshot, frame: ChatFrame): DraftsSnapshot {
  return frame.type === 'draft.changed' ? applyDraft(state, frame.draft) : state
}

/** Applies a draft from an answer, unless a newer version is known. */
export const applyDraft = (state: DraftsSnapshot, draft: Draft): DraftsSnapshot =>
  withNewer(state, draftKey(draft.cid, draft.parentId), draft)

/** Whether a draft has no text, file or quote. */
export const isEmptyDraft = ({
  text,
  attachments,
  quotedMessageId,
}: Pick<Draft, 'text' | 'attachments' | 'quotedMessageId'>): boolean =>
  text === '' && attachments.length === 0 && quotedMessageId === null

/** Content of a composer. */
export interface DraftInput {
  text: string
  quotedMessageId?: string | null
  attachmentIds?: string[]
}

export interface Drafts extends Readable<DraftsSnapshot> {
  /** Loads all drafts, for the channel list. */
  load(): Promise<void>
  /** Loads the draft of a channel or thread, from any device; empty if it was cleared. Rejects with "Failed to get the draft". */
  open(cid: string, parentId?: string | null): Promise<Draft | null>
  /** Saves a draft a second after the last keystroke. */
  write(cid: string, parentId: string | null, written: DraftInput): void
  /** Clears a sent or discarded draft, and drops pending saves. */
  clear(cid: string, parentId?: string | null): void
  /** Saves pending drafts now, before the page is closed. */
  flush(): Promise<void>
  stop(): void
}

/** The drafts of the user, saved on the service and kept up to date from other devices. Call `stop` when done. */
export function createDrafts(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  { clock = systemClock }: { clock?: ClientClock } = {},
): Drafts {
  const store = createStore<DraftsSnapshot>({})
  const waiting = new Map<string, { cancel: () => void; save: () => Promise<void> }>()
  /** Saves of one draft are sequential, so that the last one wins. */
  const saving = new Map<string, Promise<void>>()
  let isLoaded = false

  function put(cid: string, parentId: string | null, { text, quotedMessageId = null, attachmentIds = [] }: DraftInput) {
    const key = draftKey(cid, parentId)
    const work = async () => {
      const input = { cid, text, quotedMessageId, attachmentIds, ...(parentId === null ? {} : { parentId }) }
      const { draft } = await call('drafts.save', input)
      store.set(applyDraft(store.getSnapshot(), draft))
    }
    // A failed draft is still in the composer, and the next keystroke retries.
    const next = (saving.get(key) ?? Promise.resolve()).then(work).catch(() => undefined)
    saving.set(key, next)
    return next
  }

  function later(key: string, save: () => Promise<void>): void {
    waiting.get(key)?.cancel()
    const cancel = clock.after(chatLimits.draftDebounceMs, () => {
      waiting.delete(key)
      void save()
    })
    waiting.set(key, { cancel, save })
  }

  async function load(cid: string, parentId: string | null): Promise<Draft | null> {
    const { draft } = await call('drafts.get', { cid, ...(parentId === null ? {} : { parentId }) })
    if (draft) store.set(applyDraft(store.getSnapshot(), draft))
    return draft
  }

  const all = shareRunning(async () => {
    const before = store.getSnapshot()
    const { drafts } = await call('drafts.list', {})
    isLoaded = true
    store.set(drafts.reduce(applyDraft, store.getSnapshot()))
    const listedKeys = new Set(drafts.map(({ cid, parentId }) => draftKey(cid, parentId)))
    // Drafts missing from the list were cleared on another device, or are beyond its limit.
    const missing = Object.entries(before).filter(([key, draft]) => !isEmptyDraft(draft) && !listedKeys.has(key))
    // One that cannot be loaded must not hold up the others. Its channel was left, or the next reconnect tries again.
    await Promise.all(missing.map(([, { cid, parentId }]) => load(cid, parentId).catch(() => undefined)))
  })

  const stops = [
    onFrame((frame) => store.set(applyDraftFrame(store.getSnapshot(), frame))),
    reloadOnRecovery({ onRecovery }, clock, async () => {
      if (isLoaded) await all.reload()
    }),
    onReset(() => {
      for (const { cancel } of waiting.values()) cancel()
      waiting.clear()
      saving.clear()
      all.forget()
      isLoaded = false
      store.set({})
    }),
  ]

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    load: all.load,
    async open(cid, parentId = null) {
      try {
        return await load(cid, parentId)
      } catch (error) {
        throw clientError('chat-client.draft-failed', failureOf(error))
      }
    },
    write: (cid, parentId, content) => later(draftKey(cid, parentId), () => put(cid, parentId, content)),
    clear(cid, parentId = null) {
      const key = draftKey(cid, parentId)
      const isKept = waiting.has(key) || saving.has(key) || !isEmptyDraft(store.getSnapshot()[key] ?? nothing)
      waiting.get(key)?.cancel()
      waiting.delete(key)
      if (isKept) void put(cid, parentId, { text: '' })
    },
    async flush() {
      const all = [...waiting.values()]
      waiting.clear()
      for (const { cancel } of all) cancel()
      await Promise.all(all.map(({ save }) => save()))
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

const nothing = { text: '', attachments: [], quotedMessageId: null }
