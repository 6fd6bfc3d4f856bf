import { quickReplyLimits } from '@fettle/protocol/workspace/constants'
import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { repliesQuery, saveReply, type ReplyInput } from './api.ts'

/** Replies to start with, in the reader's language. Shortcuts are the same in every language. */
const starterReplies = (): Omit<ReplyInput, 'attachmentIds'>[] => {
  // Variables are filled in when a reply is inserted.
  const name = '{{customer.firstName}}'
  const day = '{{booking.date}}'
  const time = '{{booking.time}}'
  const address = '{{booking.address}}'
  return [
    { shortcut: 'thanks', text: t`Hello ${name}, thanks for getting in touch. What do you need done, and where?` },
    { shortcut: 'photos', text: t`Could you send me a few photos? Then I can bring the right parts.` },
    { shortcut: 'confirm', text: t`See you on ${day} at ${time}, at ${address}.` },
    { shortcut: 'onmyway', text: t`I'm on my way and will be with you soon.` },
    { shortcut: 'late', text: t`I'm sorry, my last job took longer. I'll be there as soon as I can.` },
    { shortcut: 'outside', text: t`I've arrived and I'm outside.` },
    { shortcut: 'access', text: t`How do I get in? Is there parking, a gate code or someone at home?` },
    { shortcut: 'quote', text: t`I've sent you my offer. Let me know if you have any questions.` },
    { shortcut: 'done', text: t`All done, thank you ${name}. If anything isn't right, just write to me here.` },
    { shortcut: 'review', text: t`Were you happy with my work? A short review would help me a lot.` },
  ]
}

/** Adds the starter replies that are not there yet. Shown while there are no replies. */
export function AddStarterReplies() {
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async () => {
      const usedShortcuts = new Set(
        client.getQueryData<QuickReply[]>(repliesQuery.queryKey)?.map(({ shortcut }) => shortcut),
      )
      const missing = starterReplies().filter(({ shortcut }) => !usedShortcuts.has(shortcut))
      // One after another, because replies are listed in the order they were saved.
      for (const reply of missing.slice(0, quickReplyLimits.replies - usedShortcuts.size)) {
        await saveReply(client, undefined, { ...reply, attachmentIds: [] })
      }
    },
    onSuccess: () => toast.success(t`Starter replies added`),
    onError: (error) => toast.error(errorText(error, t`We couldn't save the quick reply.`)),
  })
  const { length: count } = starterReplies()
  return (
    <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate()}>
      <Trans>Add {count} starter replies</Trans>
    </Button>
  )
}
