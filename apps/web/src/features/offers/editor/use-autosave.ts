import type { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import type { OfferDetails } from '@fettle/protocol/offers'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { offlineQueue, setQueueOwner, useQueuedMutation } from '../../../lib/offline/device-queue.ts'
import { whenIdle } from '../../../lib/browser/idle.ts'
import type { MutationOutcome } from '../../../lib/offline/mutation-queue.ts'
import type { AutosaveState } from '../../../shared/documents/autosave-status-note.tsx'
import {
  CREATE_OFFER_MUTATION,
  isLocalId,
  saveLocalOffer,
  localIdOf,
  registerLocalOfferSender,
  serverIdOf,
} from '../drafts/local-drafts.ts'
import {
  conflictFromError,
  SAVE_DRAFT_MUTATION,
  isSameDraft,
  registerDraftSender,
  type DraftPayload,
  type ServerDraft,
} from '../drafts/draft-mutation.ts'

const AUTOSAVE_INTERVAL_MS = 3_000

/** Edit conflict: the server's draft. Null when it was deleted there. */
export interface DraftConflict {
  theirs: ServerDraft | null
}

/** Autosave state as a store: it changes twice per save, which must not re-render the editor. */
export interface AutosaveStore {
  get: () => AutosaveState
  subscribe: (listener: () => void) => () => void
}

function createAutosaveStore(state: AutosaveState) {
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next: AutosaveState) => {
      state = next
      listeners.forEach((listener) => listener())
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export interface OfferAutosave {
  state: AutosaveStore
  error: unknown
  conflict: DraftConflict | undefined
  /** Saves now. Returns the version on the server, or undefined when it was not saved. */
  save: () => Promise<number | undefined>
  /** Continues with one of the two versions. */
  resolve: (choice: 'mine' | 'theirs') => Promise<void>
}

const queuedDraftsOf = (id: string) =>
  offlineQueue
    .get()
    .filter(({ subject, kind }) => subject === id && (kind === SAVE_DRAFT_MUTATION || kind === CREATE_OFFER_MUTATION))

/** Initial content: unsent changes of this device, else the draft, else the sent revision. */
export function contentOf(offer: OfferDetails, empty: () => OfferDraft): OfferDraft {
  const waiting = queuedDraftsOf(offer.id).at(-1)?.payload['content'] as OfferDraft | undefined
  if (waiting) return waiting
  return offer.draftRevision?.content ?? offer.currentRevision?.content ?? empty()
}

/** Sends or queues a draft; a newer one replaces a queued one. */
async function queueDraft(id: string, payload: DraftPayload): Promise<MutationOutcome> {
  const before = queuedDraftsOf(id).map((mutation) => mutation.id)
  return offlineQueue.add({ subject: id, kind: SAVE_DRAFT_MUTATION, payload }, before)
}

/** Saves a draft every three seconds and when the page is left, through the offline queue. */
export function useAutosave(
  offer: OfferDetails,
  content: OfferDraft,
  replace: (content: OfferDraft) => void,
  /** Id of the user whose queue sends the drafts. */
  user: string,
): OfferAutosave {
  const { id } = offer
  const client = useQueryClient()
  const [state] = useState(() => createAutosaveStore(queuedDraftsOf(id).length > 0 ? 'device' : 'saved'))
  const [refusal, setRefusal] = useState<{ error?: unknown; conflict?: DraftConflict }>()
  const latest = useRef(content)
  // Compared by identity, since each change creates a new object and a deep comparison is expensive.
  const kept = useRef(content)
  const version = useRef<number>(
    (queuedDraftsOf(id).at(-1)?.payload as DraftPayload)?.version ?? offer.draftRevision?.version ?? 0,
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<number | undefined>>(undefined)

  useEffect(() => {
    setQueueOwner(user)
    registerDraftSender(client)
    registerLocalOfferSender(client)
  }, [client, user])

  const keepOnce = useCallback(async (): Promise<number | undefined> => {
    const given = latest.current
    // An offer created offline may have received its server id meanwhile.
    const subject = serverIdOf(id)
    const waiting = queuedDraftsOf(subject)
    if (given === kept.current && waiting.length === 0) return version.current
    state.set('saving')
    setRefusal(undefined)
    try {
      const outcome = isLocalId(subject)
        ? await saveLocalOffer(subject, { content: given, totals: calculateOffer(given) })
        : await queueDraft(subject, { version: version.current, content: given })
      kept.current = given
      // The user typed while saving.
      const isAll = latest.current === given
      if (!outcome.sent) {
        state.set(isAll ? 'device' : 'changed')
        return undefined
      }
      version.current = (outcome.result as OfferDetails).draftRevision?.version ?? 0
      state.set(isAll ? 'saved' : 'changed')
      return version.current
    } catch (error) {
      const theirs = conflictFromError(error)
      state.set('refused')
      setRefusal(theirs === undefined ? { error } : { conflict: { theirs } })
      return undefined
    }
  }, [id, state])

  const keep = useCallback((): Promise<number | undefined> => {
    clearTimeout(timer.current)
    timer.current = undefined
    const next = (running.current ?? Promise.resolve(undefined)).then(keepOnce)
    running.current = next
    return next
  }, [keepOnce])

  const blocked = refusal?.conflict !== undefined
  useEffect(() => {
    latest.current = content
    if (content === kept.current || blocked) return
    if (state.get() === 'saved' || state.get() === 'device') state.set('changed')
    timer.current ??= setTimeout(() => void whenIdle().then(keep), AUTOSAVE_INTERVAL_MS)
  }, [content, blocked, keep, state])

  // Save at once when the page is left.
  const leave = useEffectEvent(() => {
    if (latest.current !== kept.current && !blocked) void keep()
  })
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      clearTimeout(timer.current)
      timer.current = undefined
      leave()
    }
  }, [])

  // The queued draft has been sent.
  useEffect(
    () =>
      offlineQueue.onSent((mutation, result) => {
        const isOurs =
          mutation.kind === SAVE_DRAFT_MUTATION ? mutation.subject === id : mutation.subject === localIdOf(id)
        if (!isOurs || (mutation.kind !== SAVE_DRAFT_MUTATION && mutation.kind !== CREATE_OFFER_MUTATION)) return
        version.current = (result as OfferDetails).draftRevision?.version ?? version.current
        if (latest.current === kept.current) state.set('saved')
      }),
    [id, state],
  )

  // Another tab or device has saved: without local changes, continue with that version.
  const server = offer.draftRevision
  const adopt = useEffectEvent(() => {
    if (!server || server.version <= version.current) return
    if (latest.current !== kept.current || queuedDraftsOf(id).length > 0) return
    version.current = server.version
    if (isSameDraft(server.content, latest.current)) return
    kept.current = server.content
    replace(server.content)
  })
  useEffect(() => adopt(), [server?.version])

  // A draft written offline that was refused later.
  const review = useQueuedMutation((mutations) =>
    mutations.find(
      (mutation) => mutation.subject === id && mutation.kind === SAVE_DRAFT_MUTATION && mutation.state === 'review',
    ),
  )
  const conflict = refusal?.conflict ?? (review && { theirs: offer.draftRevision ?? null })

  const settle = async (choice: 'mine' | 'theirs') => {
    if (!conflict) return
    const { theirs } = conflict
    for (const mutation of queuedDraftsOf(id)) await offlineQueue.discard(mutation.id)
    version.current = theirs?.version ?? 0
    state.set('saved')
    setRefusal(undefined)
    if (choice === 'theirs' && theirs) {
      kept.current = theirs.content
      replace(theirs.content)
    } else {
      // A copy has another identity and therefore counts as unsaved.
      latest.current = { ...latest.current }
      replace(latest.current)
      await keep()
    }
  }
  return { state, error: refusal?.error, conflict, save: keep, resolve: settle }
}
