import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { chat } from '../connection/chat.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import type { ClosedReason } from './model.ts'

/** Unblocks a person. Reversible, so it asks for no confirmation. */
export async function unblock(cid: string, name: string): Promise<void> {
  try {
    await chat.blockChannel(cid, false)
    chatToast.success(t`You unblocked ${name}`)
  } catch (error) {
    chatToast.failed(t`Couldn't unblock ${name}`, error)
  }
}

/** Replaces the composer: why the conversation is closed, and a button to reopen it where allowed. */
export function ClosedConversationNotice({ closed, cid, name }: { closed: ClosedReason; cid: string; name: string }) {
  const [busy, setBusy] = useState(false)
  const open = () => {
    setBusy(true)
    void unblock(cid, name).finally(() => setBusy(false))
  }
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface-sunken px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <p className="flex min-w-0 flex-1 items-start gap-2.5 text-sm text-text-muted">
        <Ban size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>
          {closed.kind === 'mine' ? (
            <Trans>
              You blocked {name}. Nobody can write here, and {name} can't send you requests.
            </Trans>
          ) : closed.kind === 'suspended' ? (
            <Trans>You can't write while your account is suspended. You can still read this conversation.</Trans>
          ) : (
            <Trans>Nobody can write in this conversation right now. You can still read it.</Trans>
          )}
        </span>
      </p>
      {closed.kind === 'mine' && (
        <TransientButton size="sm" variant="secondary" busy={busy} onClick={open}>
          <Trans>Unblock</Trans>
        </TransientButton>
      )}
    </div>
  )
}
