import type { MessageView } from '@fettle/chat-client'
import { useEffect, useRef } from 'react'
import { onLogout } from '../../../lib/http/session.ts'
import { chat } from '../chat.ts'
import { chatToast } from '../chat-toast.ts'
import { draftKeyOf, flushDrafts, openDraft, readDraft, subscribeDrafts, sendDraft, writeDraft } from './drafts.ts'
import type { ComposerTools } from './tools.ts'
import { useDraftQuote } from './use-draft-quote.ts'

/** Keystrokes between two writes of the draft. */
const SAVE_DELAY_MS = 300
/** Whoever is writing is not interrupted by what they wrote elsewhere. */
const TYPING_MS = 2_000

export interface DraftAutosave {
  /** Keeps this instead of what stands in the field, while that is something else. */
  setAside: (text: string | undefined) => void
  /** What was set aside, as it is by now. */
  aside: () => string | undefined
  /** It is sent. */
  clear: () => void
}

/**
 * Keeps what is begun, a moment after the last key and when the composer goes; shows what is begun elsewhere. Files are
 * kept where they are uploaded.
 */
export function useDraftAutosave(
  tools: ComposerTools,
  given: {
    connected: boolean
    quoted: MessageView | undefined
    onQuoted: (message: MessageView | undefined) => void
  },
): DraftAutosave {
  const { writing, target, me } = tools
  const { connected } = given
  const aside = useRef<string>(undefined)
  const place = draftKeyOf(target)
  useDraftQuote(tools, given)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let typedAt = 0
    let isTaking = false
    let isOver = false
    const keep = () => {
      clearTimeout(timer)
      // Whoever has logged out leaves nothing behind, however late they typed it.
      if (isOver) return
      if (writeDraft(me, place, { text: aside.current ?? writing.getSnapshot() })) sendDraft(me, target)
    }
    const leave = () => {
      keep()
      flushDrafts()
    }
    const stops = [
      onLogout(() => void (isOver = true)),
      writing.subscribe(() => {
        if (isTaking) return
        typedAt = Date.now()
        clearTimeout(timer)
        timer = setTimeout(keep, SAVE_DELAY_MS)
      }),
      subscribeDrafts(() => {
        const { text } = readDraft(me, place)
        if (text === (aside.current ?? writing.getSnapshot()).trim() || Date.now() - typedAt < TYPING_MS) return
        if (aside.current !== undefined) return void (aside.current = text)
        isTaking = true
        writing.set(text)
        isTaking = false
      }),
    ]
    window.addEventListener('pagehide', leave)
    return () => {
      stops.forEach((stop) => stop())
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [me, place, target, writing])

  useEffect(() => {
    if (!connected) return
    openDraft(me, target).catch((error: unknown) => {
      // Without a line what is kept here is what there is, and nobody asked for more.
      if (error instanceof Error && chat.getSnapshot().connected) chatToast.error(error.message)
    })
  }, [me, target, connected])

  return {
    setAside: (text) => void (aside.current = text),
    aside: () => aside.current,
    clear() {
      writeDraft(me, place, { text: '', quotedId: null, files: [] })
      sendDraft(me, target)
    },
  }
}
