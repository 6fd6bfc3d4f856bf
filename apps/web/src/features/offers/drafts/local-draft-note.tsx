import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { RetryButton } from '../../../shared/errors/retry-button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { retryLocalOffer } from './local-drafts.ts'

/** Notes that an offer exists only on this device, and why the server refused it. */
export function LocalDraftNote({ mutation }: { mutation: QueuedMutation }) {
  const isConnected = useConnection()
  const [busy, setBusy] = useState(false)
  if (mutation.state !== 'review') {
    return (
      <Banner tone="info">
        {isConnected ? (
          <Trans>Syncing this offer…</Trans>
        ) : (
          <Trans>This offer is only on this device. We'll sync it when you're back online.</Trans>
        )}
      </Banner>
    )
  }
  return (
    <Banner
      tone="danger"
      alert
      title={<Trans>We couldn't create this offer. Your draft is saved on this device.</Trans>}
      action={
        <RetryButton
          size="sm"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void retryLocalOffer(mutation).finally(() => setBusy(false))
          }}
        />
      }
    >
      {mutation.refusal?.message}
    </Banner>
  )
}
