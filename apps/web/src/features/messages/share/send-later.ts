import type { QueryClient } from '@tanstack/react-query'
import { noConnection } from '../../../lib/api-send.ts'
import { onDeed } from '../../../lib/device-outbox.ts'
import { CHAT_PHOTOS } from './model.ts'

/** From here on photos for conversations can be sent; without a connection the code that does is as far away as the server. */
export const sendPhotosOn = (client: QueryClient): void =>
  onDeed([CHAT_PHOTOS], async (deed) => {
    const { sendPhotos } = await import('./send-photos.ts').catch(() => {
      throw noConnection()
    })
    return sendPhotos(client, deed)
  })
