import { useCallback, useEffect, useRef } from 'react'
import { onReconnect } from '../http/connection.ts'

export interface AutosaveOptions<Result> {
  /** Saves what is unsaved and never rejects. Must be the same function as long as it saves the same thing. */
  save: () => Promise<Result> | Result
  /** Whether there is something to save without being asked. Must stay the same function, too. */
  isUnsaved?: () => boolean
  /** Time between a change and saving it. */
  delayMs: number
  /** Whether each change starts the delay again, so that typing is saved in pauses. */
  isDebounced?: boolean
  /** Awaited after the delay. */
  ready?: () => Promise<void>
  /** Called after saving because the page or the editor is left. */
  left?: () => void
}

export interface Autosave<Result> {
  /** Something has changed. */
  schedule: () => void
  /** Saves now, after a save that is running. */
  flush: () => Promise<Result>
}

const always = () => true

/** The editors on this page. Each saves if there is something to save. */
const open = new Set<() => Promise<void>>()

/** Saves everything that is being edited now. Resolves when that is done, saved or not. */
export const saveAllOpen = async (): Promise<void> => {
  await Promise.allSettled([...open].map((saveNow) => saveNow()))
}

/**
 * Saves what is edited: after a delay, one save at a time, and at once when the page is hidden or left, the editor
 * closes, or the connection returns.
 */
export function useAutosave<Result>(options: AutosaveOptions<Result>): Autosave<Result> {
  const { save, isUnsaved = always, delayMs, isDebounced = false, ready, left } = options
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<Result>>(undefined)

  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  const flush = useCallback(async (): Promise<Result> => {
    cancel()
    // At once unless a save is running: the page may be closing.
    const saving = running.current ? running.current.then(save) : Promise.resolve(save())
    running.current = saving
    const result = await saving
    if (running.current === saving) running.current = undefined
    return result
  }, [cancel, save])

  const saveLater = useCallback(async () => {
    await ready?.()
    cancel()
    if (isUnsaved()) await flush()
  }, [cancel, flush, isUnsaved, ready])

  const schedule = useCallback(() => {
    if (isDebounced) cancel()
    if (timer.current === undefined) timer.current = setTimeout(() => void saveLater(), delayMs)
  }, [cancel, saveLater, delayMs, isDebounced])

  useEffect(() => {
    const saveNow = async () => {
      if (isUnsaved()) await flush()
    }
    const saveChanges = () => void saveNow()
    const leave = () => {
      saveChanges()
      left?.()
    }
    const hidden = () => document.visibilityState === 'hidden' && leave()
    open.add(saveNow)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', leave)
    const stop = onReconnect(saveChanges)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leave)
      stop()
      open.delete(saveNow)
      cancel()
      leave()
    }
  }, [cancel, flush, isUnsaved, left])

  return { schedule, flush }
}
