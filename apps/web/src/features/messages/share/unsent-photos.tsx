import { Trans } from '@lingui/react/macro'
import { offlineQueue, useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CHAT_PHOTOS_MUTATION, type ChatPhotosPayload } from './model.ts'

/** Queued chat photos: waiting for a connection, or refused and needing a decision. */
export function UnsentPhotos() {
  const mutations = useQueuedMutations().filter(({ kind }) => kind === CHAT_PHOTOS_MUTATION)
  return mutations.map((mutation) => <UnsentPhotosBanner key={mutation.id} mutation={mutation} />)
}

function UnsentPhotosBanner({ mutation: { id, state, payload, refusal } }: { mutation: QueuedMutation }) {
  const { to } = payload as ChatPhotosPayload
  if (state === 'waiting')
    return (
      <Banner tone="info">
        <Trans>Photos for {to} are saved on this device. They'll be sent when you're back online.</Trans>
      </Banner>
    )
  const leave = (run: (mutationId: string) => Promise<void>) => {
    // These buttons go away.
    document.getElementById('main')?.focus()
    void run(id)
  }
  return (
    <Banner tone="danger" title={<Trans>We couldn't send the photos for {to}</Trans>}>
      <div className="grid gap-2">
        <p>{refusal?.message}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => leave(offlineQueue.retry)}>
            <Trans>Try again</Trans>
          </Button>
          <Button size="sm" variant="quiet" onClick={() => leave(offlineQueue.discard)}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      </div>
    </Banner>
  )
}
