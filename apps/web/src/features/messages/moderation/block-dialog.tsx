import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { chat } from '../connection/chat.ts'
import { chatToast } from '../alerts/chat-toast.ts'

/** Confirms blocking a person, which has effects beyond the chat. */
export function BlockDialog({ cid, name, onClose }: { cid: string; name: string; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const block = () => {
    setBusy(true)
    setRefused(undefined)
    chat
      .blockChannel(cid, true)
      .then(
        () => {
          onClose()
          chatToast.success(t`You blocked ${name}`)
        },
        (error: unknown) => setRefused(chatToast.refused(error)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Block ${name}?`}
      confirm={<Trans>Block</Trans>}
      keep={<Trans>Cancel</Trans>}
      busy={busy}
      onConfirm={block}
    >
      {refused && <Banner tone="danger" alert title={refused} className="mb-4" />}
      <ul className="grid list-disc gap-2 ps-5">
        <li>
          <Trans>Neither of you can write here any more. Earlier messages stay.</Trans>
        </li>
        <li>
          <Trans>{name} can't send you new requests.</Trans>
        </li>
        <li>
          <Trans>Jobs you agreed on stay as they are. Cancel the ones you don't want to do.</Trans>
        </li>
        <li>
          <Trans>You can unblock at any time.</Trans>
        </li>
      </ul>
    </ConfirmDialog>
  )
}
