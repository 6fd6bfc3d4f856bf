import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { QueuedMutation } from '../../../lib/offline/offline-queue.ts'
import { useOnline } from '../../../lib/http/use-online.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { retryLocalOffer } from './local-drafts.ts'

/** Notes that an offer exists only on this device, and why the server refused it. */
export function LocalDraftNote({ mutation }: { mutation: QueuedMutation }) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  if (mutation.state !== 'review') {
    return (
      <Banner tone="info">
        {online ? (
          <Trans>This offer is on its way to the server.</Trans>
        ) : (
          <Trans>This offer is on this device only. It goes to the server once you are back online.</Trans>
        )}
      </Banner>
    )
  }
  return (
    <Banner
      tone="danger"
      alert
      title={<Trans>This offer could not be created. What you wrote is kept on this device.</Trans>}
      action={
        <Button
          size="sm"
          variant="secondary"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void retryLocalOffer(mutation).finally(() => setBusy(false))
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {mutation.refusal?.message}
    </Banner>
  )
}
