import { Trans } from '@lingui/react/macro'
import { outbox, useDeeds } from '../../../lib/device-outbox.ts'
import type { Deed } from '../../../lib/outbox.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CHAT_PHOTOS, type ChatPhotos } from './model.ts'

/** Photos for conversations that are still on this device: waiting for a line, or for somebody to decide. */
export function Unsent() {
  const deeds = useDeeds().filter(({ kind }) => kind === CHAT_PHOTOS)
  return deeds.map((deed) => <One key={deed.id} deed={deed} />)
}

function One({ deed: { id, state, payload, refusal } }: { deed: Deed }) {
  const { to } = payload as ChatPhotos
  if (state === 'waiting')
    return (
      <Banner tone="info">
        <Trans>Photos for {to} are on this device. They are sent as soon as there is a connection.</Trans>
      </Banner>
    )
  return (
    <Banner tone="danger" title={<Trans>Photos for {to} were not sent</Trans>}>
      <div className="grid gap-2">
        <p>{refusal?.message}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => void outbox.retry(id)}>
            <Trans>Try again</Trans>
          </Button>
          <Button size="sm" variant="quiet" onClick={() => void outbox.discard(id)}>
            <Trans>Throw away</Trans>
          </Button>
        </div>
      </div>
    </Banner>
  )
}
