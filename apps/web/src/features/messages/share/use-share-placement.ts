import { createMessageId } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { offlineQueue, offlineQueueReady } from '../../../lib/offline/device-queue.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { sharePath, type SharedPhoto } from '../../../lib/offline/shared-photos.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { registerPhotoSender } from './register-photo-sender.ts'
import { CHAT_PHOTOS_MUTATION, inMessages, type ChatPhotosPayload, type ShareTarget } from './model.ts'

type PhotoMutation = Parameters<typeof offlineQueue.add>[0]

/** Creates the queued mutations for photos, with the photos each one carries. */
function mutationsFor(
  photos: readonly SharedPhoto[],
  target: ShareTarget,
  text: string,
): { ids: string[]; mutation: PhotoMutation }[] {
  if (target.kind === 'booking')
    return photos.map(({ id, file }) => ({
      ids: [id],
      mutation: { subject: target.id, kind: 'photo', payload: { file, kind: target.shows } },
    }))
  return inMessages(photos).map((batch, at) => {
    const files = batch.map(({ file }) => file)
    // The text goes with the first photo.
    const caption = at === 0 ? text.trim() : ''
    const payload: ChatPhotosPayload = { messageId: createMessageId(), files, text: caption, to: target.name }
    return {
      ids: batch.map(({ id }) => id),
      mutation: { subject: target.id, kind: CHAT_PHOTOS_MUTATION, payload, path: sharePath },
    }
  })
}

/** Puts photos into the offline queue. Those refused at once stay on the screen. */
export function useSharePlacement(photos: readonly SharedPhoto[], onPlaced: (ids: readonly string[]) => Promise<void>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function put(target: ShareTarget, text: string) {
    setBusy(true)
    let refusal: unknown
    let isSent = true
    const placedIds: string[] = []
    try {
      await offlineQueueReady
      registerPhotoSender(client)
      await Promise.all(
        mutationsFor(photos, target, text).map(async ({ ids, mutation }) => {
          try {
            const { sent } = await offlineQueue.add(mutation)
            isSent &&= sent
            placedIds.push(...ids)
          } catch (error) {
            refusal = error
          }
        }),
      )
      await onPlaced(placedIds)
    } finally {
      setBusy(false)
    }
    if (refusal) return void toast.error(errorText(refusal, t`That didn't work. Try again.`))
    if (isSent) toast.success(target.kind === 'booking' ? t`Added to the job` : t`Sent`)
    else toast.info(t`Saved on this device`, { body: t`We'll send it when you're back online.` })
    await navigate(target.kind === 'booking' ? paths.booking(target.id) : conversationPath(target.id))
  }
  return { busy, put: (target: ShareTarget, text: string) => (busy ? Promise.resolve() : put(target, text)) }
}
