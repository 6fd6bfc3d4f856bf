import { createStore, type Readable } from '@fettle/chat-client/store'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '../../lib/browser/idle.ts'
import { useAutosave } from '../../lib/forms/use-autosave.ts'

/** `device`: stored here, sent when connected. `refused`: rejected by the server. */
export type AutosaveState = 'saved' | 'changed' | 'saving' | 'device' | 'refused'

/** Autosave state as a store: it changes twice per save, which must not re-render the editor. */
export type AutosaveStore = Readable<AutosaveState>

/** Where a save has put the content. */
export type SaveResult<Content> =
  /** On the server. `merge` adds what the server generated, such as ids, to the current content. */
  | { at: 'server'; version: number; merge?: (current: Content) => Content }
  /** In a queue of this device that sends it. */
  | { at: 'queue' }
  /** In this tab, to be saved again. */
  | { at: 'tab' }

/** Edit conflict: the server's version. Null when it was deleted there. */
export interface Conflict<Theirs> {
  theirs: Theirs | null
}

export type ConflictChoice = 'mine' | 'theirs'

export interface DocumentAutosaveOptions<Content, Theirs extends { version: number }> {
  /** Compared by identity: each change creates a new object. */
  content: Content
  /** The version the content was made from, and where unsaved changes of an earlier visit are. */
  start: { version: number; unsavedIn?: 'queue' | 'tab' | undefined }
  delayMs: number
  /** Saves the content that was made from `version`. Throws what the server refuses. */
  save: (content: Content, version: number) => Promise<SaveResult<Content>>
  /** Whether an earlier content still waits to be sent. */
  hasQueued?: () => boolean
  /** The server's version, which another tab or device may have changed. */
  server: { version: number; isSame: (mine: Content) => boolean; content: () => Content } | undefined
  /** Reads the other version from an error; undefined when it is no conflict. */
  conflictOf: (error: unknown) => Theirs | null | undefined
  /** A conflict that became known after the content had been queued. */
  lateConflict?: Conflict<Theirs> | undefined
  contentOf: (theirs: Theirs) => Content
  /** A new object with my content, to be saved over theirs. */
  rebase: (mine: Content, theirs: Theirs | null) => Content
  /** Called when the user has chosen, before either version is taken. */
  chosen: (choice: ConflictChoice, theirs: Theirs | null) => Promise<void> | void
  /** Changes the content as typing does. */
  change: (content: Content) => void
  /** Replaces the content and what its fields show. */
  replace: (content: Content) => void
}

export interface DocumentAutosave<Theirs> {
  state: AutosaveStore
  /** The server could not be reached: changes are kept in this tab until they can be saved. */
  isOffline: boolean
  error: unknown
  conflict: Conflict<Theirs> | undefined
  /** Saves now. Resolves to the version on the server, or undefined when it was not saved there. */
  save: () => Promise<number | undefined>
  /** Continues with one of the two versions. */
  resolve: (choice: ConflictChoice) => Promise<void>
  /** The queue has sent the content. */
  markSent: (version: number | undefined) => void
}

/** Saves a document while it is edited, keeps what cannot be saved, and detects edits made elsewhere. */
export function useDocumentAutosave<Content, Theirs extends { version: number }>(
  options: DocumentAutosaveOptions<Content, Theirs>,
): DocumentAutosave<Theirs> {
  const { content, start, delayMs, server, lateConflict } = options
  const [state] = useState(() => createStore<AutosaveState>(start.unsavedIn ? 'device' : 'saved'))
  const [isOffline, setOffline] = useState(start.unsavedIn === 'tab')
  const [problem, setProblem] = useState<{ error?: unknown; conflict?: Conflict<Theirs> }>()
  const latest = useRef(content)
  /** Content that is on the server, or in a queue that sends it. */
  const saved = useRef<Content | undefined>(start.unsavedIn === 'tab' ? undefined : content)
  const inTab = useRef(start.unsavedIn === 'tab' ? content : undefined)
  const version = useRef(start.version)
  /** Whether the queue has content of this editor. */
  const isInQueue = useRef(start.unsavedIn === 'queue')
  const [earlierSent, setEarlierSent] = useState(0)
  const isBlocked = problem?.conflict !== undefined
  const current = useRef({ ...options, isBlocked })
  useLayoutEffect(() => {
    current.current = { ...options, isBlocked }
  })

  const saveNow = useCallback(async (): Promise<number | undefined> => {
    const { save, hasQueued, conflictOf, change } = current.current
    const written = latest.current
    if (written === saved.current && !hasQueued?.()) return version.current
    state.set('saving')
    setProblem(undefined)
    // Unknown until the response: undoing to the content saved before is a change, too.
    saved.current = undefined
    try {
      const result = await save(written, version.current)
      // The user may have typed while saving.
      const isLatest = latest.current === written
      if (result.at === 'queue') isInQueue.current = true
      if (result.at === 'tab') inTab.current = written
      else saved.current = written
      if (result.at === 'server') {
        version.current = result.version
        const merged = result.merge?.(latest.current) ?? latest.current
        if (merged !== latest.current) {
          latest.current = merged
          if (isLatest) saved.current = merged
          change(merged)
        }
      }
      setOffline(result.at === 'tab')
      state.set(!isLatest ? 'changed' : result.at === 'server' ? 'saved' : 'device')
      return result.at === 'server' ? version.current : undefined
    } catch (error) {
      const theirs = conflictOf(error)
      setOffline(false)
      state.set('refused')
      setProblem(theirs === undefined ? { error } : { conflict: { theirs } })
      return undefined
    }
  }, [state])

  /** A conflict pauses autosave until the user chooses. */
  const isUnsaved = useCallback(() => latest.current !== saved.current && !current.current.isBlocked, [])
  const { schedule, flush } = useAutosave({ save: saveNow, isUnsaved, delayMs, ready: whenIdle })

  useEffect(() => {
    latest.current = content
    if (isBlocked) return
    const shown = state.getSnapshot()
    if (content === saved.current) {
      if (shown === 'changed') state.set(current.current.hasQueued?.() ? 'device' : 'saved')
      return
    }
    if (shown === 'saved' || (shown === 'device' && content !== inTab.current)) state.set('changed')
    schedule()
  }, [content, isBlocked, schedule, state])

  const adopt = useEffectEvent(() => {
    if (!server || server.version <= version.current) return
    if (latest.current !== saved.current || options.hasQueued?.()) return
    version.current = server.version
    if (server.isSame(latest.current)) return
    const theirs = server.content()
    saved.current = theirs
    latest.current = theirs
    options.replace(theirs)
  })
  useEffect(() => adopt(), [server?.version, earlierSent])

  const conflict = problem?.conflict ?? lateConflict
  const resolve = async (choice: ConflictChoice) => {
    if (!conflict) return
    const { theirs } = conflict
    await options.chosen(choice, theirs)
    version.current = theirs?.version ?? 0
    state.set('saved')
    setProblem(undefined)
    const isTheirs = choice === 'theirs' && theirs !== null
    const next = isTheirs ? options.contentOf(theirs) : options.rebase(latest.current, theirs)
    if (isTheirs) saved.current = next
    latest.current = next
    options.replace(next)
    if (!isTheirs) await flush()
  }
  const markSent = useCallback(
    (sent: number | undefined) => {
      // Written before this editor opened, which shows what it replaced.
      if (!isInQueue.current) return setEarlierSent((count) => count + 1)
      version.current = sent ?? version.current
      if (latest.current === saved.current) state.set('saved')
    },
    [state],
  )
  return { state, isOffline, error: problem?.error, conflict, save: flush, resolve, markSent }
}
