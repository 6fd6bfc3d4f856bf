import { ChatError, type MessageView } from '@fettle/chat-client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { chat } from '../../connection/chat.ts'
import { toMessageView } from '../../message/to-message-view.ts'
import { draftKeyOf, readDraft, subscribeDrafts, sendDraft, writeDraft } from './drafts.ts'
import type { ComposerTools } from '../tools/tools.types.ts'

/** Keeps the quoted message in the draft, and finds it again by id after a reload or on another device. */
export function useDraftQuote(
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
    const { quotedId: wanted } = readDraft(me, draftKey)
    if (wanted === agreed.current) return
    if (wanted === null) {
      agreed.current = null
      return onQuoted(undefined)
    }
    const here = target.store.getSnapshot().messages.find(({ id }) => id === wanted)
    if (!here && !connected) return
    agreed.current = wanted
    if (here) return onQuoted(here)
    chat.call('messages.get', { cid: target.store.cid, messageId: wanted }).then(
      ({ message }) => {
        if (agreed.current === wanted) show(message.kind === 'deleted' ? undefined : toMessageView(message, me))
      },
      (error: unknown) => {
        if (agreed.current !== wanted) return
        const { failure } = error instanceof ChatError ? error : {}
        // A deleted message is no longer quoted; after a connection failure it is looked up again.
        if (failure && !failure.retryable) show(undefined)
        else agreed.current = null
      },
    )
  })
  useEffect(() => {
    follow()
    return subscribeDrafts(() => follow())
  }, [connected, draftKey])
}
