import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chat } from '../../connection/chat.ts'
import { plainText } from '../../../../lib/format/markup.ts'

interface RemoveMessageDialogProps {
  message: MessageView
  onClose: () => void
}

/** Confirms deleting a message for everybody. */
export function RemoveDialog({ message, onClose }: RemoveMessageDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = () => {
    setBusy(true)
    chat
      .channel(message.cid)
      .remove(message.id)
      .then(
        () => {
          onClose()
          chatToast.success(t`Message deleted`)
        },
        (error: unknown) => setProblem(chatToast.refused(error)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={<Trans>Delete this message for everyone?</Trans>}
      description={<Trans>Everyone in the conversation will see that a message was deleted.</Trans>}
      confirm={<Trans>Delete</Trans>}
      busy={busy}
      onConfirm={remove}
    >
      {problem && <Banner tone="danger" alert title={problem} />}
      <p dir="auto" className="line-clamp-4 rounded-control bg-surface-sunken px-3 py-2">
        {plainText(message.text)}
      </p>
    </ConfirmDialog>
  )
}
