import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { chat } from '../connection/chat.ts'
import { readCid } from '../conversation/conversation-address.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import type { ClearOrLeave } from './channel-menu.tsx'

export interface ClearOrLeaveDialogProps {
  what: ClearOrLeave
  cid: string
  name: string
  onClose: () => void
}

/** Confirms clearing or leaving a conversation, which cannot be undone. */
export default function ClearOrLeaveDialog({ what, cid, name, onClose }: ClearOrLeaveDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isLeaving = what === 'leave'
  const act = () => {
    setBusy(true)
    const answer = isLeaving ? chat.leaveChannel(cid) : chat.truncateChannel(cid)
    answer.then(
      () => {
        onClose()
        chatToast.success(isLeaving ? t`You left the conversation` : t`History cleared`)
        if (isLeaving && readCid(search.get('channel')) === cid) void navigate(paths.messages, { replace: true })
      },
      (error: unknown) => {
        setBusy(false)
        setProblem(chatToast.refused(error))
      },
    )
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        isLeaving ? <Trans>Leave the conversation with {name}?</Trans> : <Trans>Clear the history with {name}?</Trans>
      }
      description={
        isLeaving ? (
          <Trans>You won't see new messages. Someone who stays can add you back.</Trans>
        ) : (
          <Trans>All messages so far are deleted for you. {name} keeps them.</Trans>
        )
      }
      confirm={isLeaving ? <Trans>Leave</Trans> : <Trans>Clear</Trans>}
      busy={busy}
      onConfirm={act}
    >
      {problem && <Banner tone="danger" alert title={problem} />}
    </ConfirmDialog>
  )
}
