import type { QueryClient } from '@tanstack/react-query'
import { noConnection } from '../../../lib/http/send-request.ts'
import { registerSender } from '../../../lib/offline/device-queue.ts'
import { CHAT_PHOTOS_MUTATION } from './model.ts'

/** Registers the sender of chat photos; its code is loaded on demand. */
export const registerPhotoSender = (client: QueryClient): void =>
  registerSender([CHAT_PHOTOS_MUTATION], async (mutation) => {
    const { sendPhotos } = await import('./send-photos.ts').catch(() => {
      throw noConnection()
    })
    return sendPhotos(client, mutation)
  })
