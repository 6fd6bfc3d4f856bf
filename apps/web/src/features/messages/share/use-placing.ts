import { createMessageId } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { conversationPath } from '../../../lib/conversation-path.ts'
import { outbox, outboxReady } from '../../../lib/device-outbox.ts'
import { errorText } from '../../../lib/error-text.ts'
import { sharePath, type SharedPhoto } from '../../../lib/shared-photos.ts'
import { toast } from '../../../ui/toast.ts'
import { sendPhotosOn } from './send-later.ts'
import { CHAT_PHOTOS, inMessages, type ChatPhotos, type Place } from './model.ts'

type Deed = Parameters<typeof outbox.add>[0]

/** What has to be done for photos to be in their place, and which of them each deed carries. */
function deedsFor(photos: readonly SharedPhoto[], place: Place, text: string): { ids: string[]; deed: Deed }[] {
  if (place.kind === 'booking')
    return photos.map(({ id, file }) => ({
      ids: [id],
      deed: { subject: place.id, kind: 'photo', payload: { file, kind: place.shows } },
    }))
  return inMessages(photos).map((some, at) => {
    const files = some.map(({ file }) => file)
    // What is said stands over the first of them.
    const said = at === 0 ? text.trim() : ''
    const payload: ChatPhotos = { messageId: createMessageId(), files, text: said, to: place.name }
    return { ids: some.map(({ id }) => id), deed: { subject: place.id, kind: CHAT_PHOTOS, payload, path: sharePath } }
  })
}

/** Hands photos to the outbox of this device, which sends them now or later; what is refused at once stays here. */
export function usePlacing(photos: readonly SharedPhoto[], onPlaced: (ids: readonly string[]) => Promise<void>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function put(place: Place, text: string) {
    setBusy(true)
    let refusal: unknown
    let isSent = true
    const placed: string[] = []
    try {
      await outboxReady
      sendPhotosOn(client)
      await Promise.all(
        deedsFor(photos, place, text).map(async ({ ids, deed }) => {
          try {
            const { sent } = await outbox.add(deed)
            isSent &&= sent
            placed.push(...ids)
          } catch (error) {
            refusal = error
          }
        }),
      )
      await onPlaced(placed)
    } finally {
      setBusy(false)
    }
    if (refusal) return void toast.error(errorText(refusal, t`That didn't work. Try again.`))
    if (isSent) toast.success(place.kind === 'booking' ? t`Added to the job` : t`Sent`)
    else toast.info(t`Kept on this device`, { body: t`It is sent when you are back online.` })
    await navigate(place.kind === 'booking' ? paths.booking(place.id) : conversationPath(place.id))
  }
  return { busy, put: (place: Place, text: string) => (busy ? Promise.resolve() : put(place, text)) }
}
