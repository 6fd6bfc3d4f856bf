import { ChatError, type MessageView } from '@fettle/chat-client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { chat } from '../chat.ts'
import { toMessageView } from '../message/to-message-view.ts'
import { draftKeyOf, readDraft, subscribeDrafts, sendDraft, writeDraft } from './drafts.ts'
import type { ComposerTools } from './tools.ts'

/** What the draft answers: kept with it, and found again by its id after a reload or from another device. */
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
  const place = draftKeyOf(target)
  /** What was last agreed upon with the draft: shown, or being looked for. */
  const agreed = useRef<string | null>(null)

  const write = useEffectEvent((quotedId: string | null) => {
    agreed.current = quotedId
    if (writeDraft(me, place, { quotedId })) sendDraft(me, target)
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
    const { quotedId: wanted } = readDraft(me, place)
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
        // What is gone is answered no more; after a broken line it is looked for again.
        if (failure && !failure.retryable) show(undefined)
        else agreed.current = null
      },
    )
  })
  useEffect(() => {
    follow()
    return subscribeDrafts(() => follow())
  }, [connected, place])
}
