import type { MessageView } from '@fettle/chat-client'
import { useEffect, useRef } from 'react'
import { onLogout } from '../../../../lib/http/session.ts'
import { chatErrorText } from '../../chat-texts.ts'
import { chat } from '../../connection/chat.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { draftKeyOf, flushDrafts, openDraft, readDraft, subscribeDrafts, sendDraft, writeDraft } from './drafts.ts'
import type { ComposerTools } from '../tools/tools.types.ts'
import { useDraftQuote } from './use-draft-quote.ts'

/** Delay between keystrokes and saving the draft. */
const SAVE_DELAY_MS = 300
/** While typing, drafts from other devices are not applied. */
const TYPING_MS = 2_000

export interface DraftAutosave {
  /** Saves this text as the draft instead of the field's, while a message is edited. */
  park: (text: string | undefined) => void
  /** The text that was set aside. */
  parkedText: () => string | undefined
  /** Removes the draft after sending. */
  clear: () => void
}

/**
 * Saves the draft, debounced and on unmount, and applies drafts from other devices. Files are saved as they are
 * uploaded.
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
  const parkedText = useRef<string>(undefined)
  const draftKey = draftKeyOf(target)
  useDraftQuote(tools, given)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let typedAt = 0
    let isTaking = false
    let isOver = false
    const keep = () => {
      clearTimeout(timer)
      // Nothing is stored after logging out.
      if (isOver) return
      if (writeDraft(me, draftKey, { text: parkedText.current ?? writing.getSnapshot() })) sendDraft(me, target)
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
        const { text } = readDraft(me, draftKey)
        if (text === (parkedText.current ?? writing.getSnapshot()).trim() || Date.now() - typedAt < TYPING_MS) return
        if (parkedText.current !== undefined) return void (parkedText.current = text)
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
  }, [me, draftKey, target, writing])

  useEffect(() => {
    if (!connected) return
    openDraft(me, target).catch((error: unknown) => {
      // Offline the local draft is enough; no error is shown.
      const reason = chatErrorText(error)
      if (reason && chat.getSnapshot().connected) chatToast.error(reason)
    })
  }, [me, target, connected])

  return {
    park: (text) => void (parkedText.current = text),
    parkedText: () => parkedText.current,
    clear() {
      writeDraft(me, draftKey, { text: '', quotedId: null, files: [] })
      sendDraft(me, target)
    },
  }
}
