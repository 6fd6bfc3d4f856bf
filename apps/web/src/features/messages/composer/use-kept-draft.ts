import { useEffect, useRef } from 'react'
import { draftPlace, writeDraft } from './drafts.ts'
import type { ComposerTools } from './tools.ts'

/** Keystrokes between two writes of the draft. */
const DRAFT_PAUSE = 300

export interface KeptDraft {
  /** Keeps this instead of what stands in the field, while that is something else. */
  setAside: (text: string | undefined) => void
  /** It is sent. */
  clear: () => void
}

/** Keeps what is begun, a moment after the last key and when the composer goes. */
export function useKeptDraft({ writing, target, me }: ComposerTools): KeptDraft {
  const aside = useRef<string>(undefined)
  const place = draftPlace(target)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      writeDraft(me, place, aside.current ?? writing.getSnapshot())
    }
    const stop = writing.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, DRAFT_PAUSE)
    })
    return () => {
      stop()
      keep()
    }
  }, [me, place, writing])
  return {
    setAside: (text) => void (aside.current = text),
    clear: () => writeDraft(me, place, ''),
  }
}
