import type { MessageView } from '@fettle/chat-client'
import { useCallback, useEffect, useRef, useEffectEvent } from 'react'
import { markStored } from '../../../lib/forms/dirty-fields.ts'
import { useAutosave } from '../../../lib/forms/use-autosave.ts'
import { onLogout } from '../../../lib/http/session.ts'
import { chatErrorText } from '../chat-texts.ts'
import { chat } from '../connection/chat.ts'
import { isRefused } from '../conversation/is-refused.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { draftKeyOf, flushDrafts, openDraft, readDraft, subscribeDrafts, sendDraft, writeDraft } from './drafts.ts'
import type { ComposerTools } from './composer-tools.ts'
import { toMessageView } from '../message/to-message-view.ts'

/** Delay between keystrokes and saving the draft. */
const SAVE_DELAY_MS = 300
/** While typing, drafts from other devices are not applied. */
const TYPING_MS = 2_000

export interface DraftAutosave {
  /** Saves this text as the draft instead of the text in the field, while a message is edited. Undefined: no longer. */
  setAside: (text: string | undefined) => void
  /** The text that was set aside. */
  textSetAside: () => string | undefined
  /** Removes the draft after sending. */
  clear: () => void
}

/**
 * Saves the draft while it is written, and applies drafts from other devices. Files are saved as they are uploaded.
 */
export function useDraftAutosave(
  tools: ComposerTools,
  options: {
    connected: boolean
    quoted: MessageView | undefined
    onQuoted: (message: MessageView | undefined) => void
  },
): DraftAutosave {
  const { composerText, target, me } = tools
  const { connected } = options
  const textSetAside = useRef<string>(undefined)
  const isOver = useRef(false)
  const draftKey = draftKeyOf(target)
  useDraftQuote(tools, options)

  const save = useCallback(() => {
    // Nothing is stored after logging out.
    if (isOver.current) return
    if (writeDraft(me, draftKey, { text: textSetAside.current ?? composerText.getSnapshot() })) sendDraft(me, target)
  }, [me, draftKey, target, composerText])
  const { schedule } = useAutosave({ save, delayMs: SAVE_DELAY_MS, isDebounced: true, left: flushDrafts })

  useEffect(() => {
    let typedAt = 0
    let isTaking = false
    const stops = [
      onLogout(() => void (isOver.current = true)),
      composerText.subscribe(() => {
        if (isTaking) return
        typedAt = Date.now()
        schedule()
        // At the latest when the page is left. The text of an edited message is not stored.
        if (textSetAside.current === undefined) markStored()
      }),
      subscribeDrafts(() => {
        const { text } = readDraft(me, draftKey)
        if (text === (textSetAside.current ?? composerText.getSnapshot()).trim() || Date.now() - typedAt < TYPING_MS)
          return
        if (textSetAside.current !== undefined) return void (textSetAside.current = text)
        isTaking = true
        composerText.set(text)
        isTaking = false
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [me, draftKey, composerText, schedule])

  useEffect(() => {
    if (!connected) return
    openDraft(me, target).catch((error: unknown) => {
      // Offline the local draft is enough; no error is shown.
      const reason = chatErrorText(error)
      if (reason && chat.getSnapshot().connected) chatToast.error(reason)
    })
  }, [me, target, connected])

  return {
    setAside: (text) => void (textSetAside.current = text),
    textSetAside: () => textSetAside.current,
    clear() {
      writeDraft(me, draftKey, { text: '', quotedId: null, files: [] })
      sendDraft(me, target)
    },
  }
}

/** Keeps the quoted message in the draft, and finds it again by id after a reload or on another device. */
function useDraftQuote(
  { target, me }: ComposerTools,
  {
    connected,
    quoted,
    onQuoted,
  }: {
    connected: boolean
    quoted: MessageView | undefined
    onQuoted: (message: MessageView | undefined) => void
  },
): void {
  const draftKey = draftKeyOf(target)
  /** Id last synchronized with the draft, shown or loading. */
  const agreed = useRef<string | null>(null)

  const write = useEffectEvent((quotedId: string | null) => {
    agreed.current = quotedId
    if (writeDraft(me, draftKey, { quotedId })) sendDraft(me, target)
  })

  const quotedId = quoted?.id ?? null
  useEffect(() => {
    if (quotedId !== agreed.current) write(quotedId)
  }, [quotedId])

  const show = useEffectEvent((message: MessageView | undefined) => {
    if (message) onQuoted(message)
    else write(null)
  })

  const follow = useEffectEvent(() => {
    const { quotedId: savedId } = readDraft(me, draftKey)
    if (savedId === agreed.current) return
    if (savedId === null) {
      agreed.current = null
      return onQuoted(undefined)
    }
    const loaded = target.store.getSnapshot().messages.find(({ id }) => id === savedId)
    if (!loaded && !connected) return
    agreed.current = savedId
    if (loaded) return onQuoted(loaded)
    chat.call('messages.get', { cid: target.store.cid, messageId: savedId }).then(
      ({ message }) => {
        if (agreed.current === savedId) show(message.kind === 'deleted' ? undefined : toMessageView(message, me))
      },
      (error: unknown) => {
        if (agreed.current !== savedId) return
        // A deleted message is no longer quoted; after a connection failure it is looked up again.
        if (isRefused(error)) show(undefined)
        else agreed.current = null
      },
    )
  })
  useEffect(() => {
    follow()
    return subscribeDrafts(() => follow())
  }, [connected, draftKey])
}
